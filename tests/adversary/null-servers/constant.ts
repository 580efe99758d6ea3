import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen, type NullServer } from './listening.ts'

export type Respond = (request: IncomingMessage, response: ServerResponse) => void

/** A server that does the same with every request, whatever it asks. */
export function httpServer(name: string, respond: Respond): NullServer {
  return {
    name,
    start: () =>
      listen(
        createServer((request, response) => {
          request.on('error', () => undefined)
          response.on('error', () => undefined)
          respond(request, response)
        }),
      ),
  }
}

export interface ConstantAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** One answer for everything, with nothing of the contract about it. */
export function constantServer(name: string, answer: ConstantAnswer): NullServer {
  return httpServer(name, (request, response) => {
    afterBody(request, () => response.writeHead(answer.status, answer.headers).end(answer.body))
  })
}

/** The same with a fresh request id each time, so that no check can fail for the lack of one. */
export function perfectServer(name: string, answer: ConstantAnswer): NullServer {
  return httpServer(name, (request, response) => {
    const headers = { ...answer.headers, 'x-svc-request-id': randomUUID() }
    afterBody(request, () => response.writeHead(answer.status, headers).end(answer.body))
  })
}

// The whole request is taken in first: a reset in the middle of it would be separate behaviour.
function afterBody(request: IncomingMessage, answer: () => void): void {
  request.resume().on('end', answer)
}
