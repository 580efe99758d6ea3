import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { httpServer } from './constant.ts'
import type { NullServer } from './listening.ts'
import { chunkEvent } from './perfect-successes.ts'

const beat = 20

/** One piece per tick while the client listens: endless, but at most 50 KiB a second. */
function pour(response: ServerResponse, piece: string): void {
  const timer = setInterval(() => {
    // A client that reads nothing must not make this process grow.
    if (!response.writableNeedDrain) response.write(piece)
  }, beat)
  response.on('close', () => clearInterval(timer))
}

/** Responses that begin without a flaw and never end. */
export const endlessServers: readonly NullServer[] = [
  httpServer('endless-body', (request, response) => {
    request.resume()
    response.writeHead(200, {
      'content-type': 'application/json',
      'x-svc-request-id': randomUUID(),
    })
    response.write('{"object":"list","data":[')
    pour(response, ' '.repeat(1024))
  }),
  httpServer('endless-stream', (request, response) => {
    request.resume()
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'x-svc-request-id': randomUUID(),
    })
    pour(response, chunkEvent({ content: 'and ' }, null))
  }),
]
