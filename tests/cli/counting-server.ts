/** A server that counts connections and requests, and responds to all in the same way. */
import { createServer, type RequestListener } from 'node:http'
import { listen } from '../adversary/null-servers/listening.ts'

export interface CountingServer {
  readonly url: string
  readonly connections: () => number
  readonly requests: () => number
  [Symbol.asyncDispose](): Promise<void>
}

export async function countingServer(
  respond: RequestListener = (_request, response) => response.writeHead(500).end(),
): Promise<CountingServer> {
  let connections = 0
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    respond(request, response)
  })
  server.on('connection', () => {
    connections += 1
  })
  const { url, close } = await listen(server)
  return { url, connections: () => connections, requests: () => requests, [Symbol.asyncDispose]: close }
}
