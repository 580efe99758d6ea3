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

export interface ConstantResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** One response for everything, with nothing of the contract about it. */
export function constantServer(name: string, received: ConstantResponse): NullServer {
  return httpServer(name, (request, response) => {
    afterBody(request, () => response.writeHead(received.status, received.headers).end(received.body))
  })
}

/** The same with a fresh request id each time, so that no check can fail for the lack of one. */
export function perfectServer(name: string, received: ConstantResponse): NullServer {
  return httpServer(name, (request, response) => {
    const headers = { ...received.headers, 'x-svc-request-id': randomUUID() }
    afterBody(request, () => response.writeHead(received.status, headers).end(received.body))
  })
}

// The whole request is taken in first: a reset in the middle of it would be separate behaviour.
function afterBody(request: IncomingMessage, received: () => void): void {
  request.resume().on('end', received)
}
