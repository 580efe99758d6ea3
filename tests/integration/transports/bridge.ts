/** An HTTP server that forwards its requests to a `fetch`, so that the suites can judge the gateway behind it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { pairsOf } from '../../../suites/harness/http/exchange.ts'
import { type Listening, listen } from '../../adversary/null-servers/listening.ts'

/** Headers of a single connection, which are not forwarded. */
const OF_THE_CONNECTION = new Set(
  'connection content-length expect host http2-settings keep-alive transfer-encoding upgrade'.split(' '),
)

/** @param base the URL of the mock for that `fetch`, without `/v1` */
export function openBridge(ask: typeof fetch, base: string): Promise<Listening> {
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    carry(request, response, ask, base).catch(() => response.destroy())
  })
  return listen(server)
}

async function carry(
  request: IncomingMessage,
  response: ServerResponse,
  ask: typeof fetch,
  base: string,
): Promise<void> {
  const controller = new AbortController()
  response.once('close', () => controller.abort())
  const body = await buffer(request)
  const asked = pairsOf(request.rawHeaders).filter(([name]) => !OF_THE_CONNECTION.has(name.toLowerCase()))
  const received = await ask(`${base}${request.url}`, {
    method: request.method ?? 'GET',
    headers: asked.map(([name, value]): [string, string] => [name, value]),
    body: body.length > 0 ? body : null,
    redirect: 'manual',
    signal: controller.signal,
  })
  const headers = [...received.headers].filter(([name]) => name === 'content-length' || !OF_THE_CONNECTION.has(name))
  response.writeHead(received.status, headers.flat())
  response.flushHeaders()
  // A truncated body rejects here, and the connection is then destroyed, too.
  for await (const piece of received.body ?? []) response.write(piece)
  response.end()
}
