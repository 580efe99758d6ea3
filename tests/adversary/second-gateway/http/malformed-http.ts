import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Freedoms } from '../freedoms/index.ts'
import { writeJson } from '../json/json-writer.ts'
import { Refusal } from '../refusal.ts'
import { errorBody } from '../responses/error-body.ts'
import { requestId } from '../responses/ids.ts'

const lingerMilliseconds = 500

/**
 * Responds to bytes that are not an HTTP request. node:http would respond with an empty body and no request id,
 * but every response must have both.
 */
export function respondMalformed(socket: Duplex, unfinished: ServerResponse | undefined, freedoms: Freedoms): void {
  // No response can follow one that was partly sent.
  const begun = unfinished?.headersSent === true && !unfinished.writableEnded
  if (begun || !socket.writable) {
    socket.destroy()
    return
  }
  const refusal = new Refusal(400, 'That is not an HTTP request.')
  const body = Buffer.from(writeJson(errorBody(refusal, freedoms), freedoms))
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json',
    `X-Svc-Request-Id: ${requestId(freedoms)}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]))
  setTimeout(() => socket.destroy(), lingerMilliseconds).unref()
}
