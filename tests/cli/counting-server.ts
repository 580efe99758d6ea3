/** A server that counts connections and requests, and responds to all in the same way. */
import { createServer, type RequestListener } from 'node:http'
import { type Listening, listen } from '../adversary/null-servers/listening.ts'

export interface CountingServer extends Listening {
  readonly connections: () => number
  readonly requests: () => number
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
  return { ...(await listen(server)), connections: () => connections, requests: () => requests }
}
