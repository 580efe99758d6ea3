/** The mock behind a proxy that alters responses: a gateway with one fault, which the test chooses. */
import { createServer, request as forward, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type MockOptions, startMock } from '../../../mock/index.ts'
import { listen } from '../../adversary/null-servers/listening.ts'

export interface AlteredResponse {
  status: number
  /** Without the headers about the length and the connection. */
  headers: Record<string, string>
  body: Buffer
}

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The version of HTTP. */
  readonly version: string
}

/** Changes a response in place, or sends it itself. */
export type Alter = (received: AlteredResponse, asked: Asked, response: ServerResponse) => void

export type AlteredMock = Awaited<ReturnType<typeof alteredMock>>

export async function alteredMock(alter: Alter, options: MockOptions = {}) {
  const mock = await startMock(options)
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/', headers, httpVersion: version } = request
    const onward = forward(`${mock.url}${url}`, { method, headers }, async (received) => {
      const { 'content-length': _length, 'transfer-encoding': _encoding, connection: _, ...kept } = received.headers
      const altered: AlteredResponse = { status: received.statusCode ?? 0, headers: {}, body: await buffer(received) }
      for (const [name, value] of Object.entries(kept)) altered.headers[name] = String(value)
      alter(altered, { method, path: url, headers, version }, response)
      if (!response.headersSent) response.writeHead(altered.status, altered.headers).end(altered.body)
    })
    // The mock may refuse a large body before it has arrived, and stop reading: errors after its response do not count.
    let responded = false
    onward.on('response', () => {
      responded = true
    })
    onward.on('error', () => {
      if (!responded) response.destroy()
    })
    request.pipe(onward)
  })
  const { url, close } = await listen(server)
  return {
    url,
    demo: mock.demo,
    async [Symbol.asyncDispose]() {
      await close()
      await mock.close()
    },
  }
}
