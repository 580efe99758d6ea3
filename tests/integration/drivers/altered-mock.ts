/** The mock behind a proxy that alters responses: a gateway with one fault, which the test chooses. */
import { createServer, request as forward, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startMock } from '../../../mock/index.ts'
import { listen } from '../../adversary/null-servers/listening.ts'

export interface AlteredResponse {
  status: number
  headers: Record<string, string>
  body: Buffer
}

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

export interface AlteredMock {
  readonly url: string
  readonly demo: Awaited<ReturnType<typeof startMock>>['demo']
  [Symbol.asyncDispose](): Promise<void>
}

/** @param alter changes a response in place */
export async function alteredMock(alter: (received: AlteredResponse, asked: Asked) => void): Promise<AlteredMock> {
  const mock = await startMock()
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const onward = forward(`${mock.url}${url}`, { method, headers }, async (received) => {
      const altered: AlteredResponse = { status: received.statusCode ?? 0, headers: {}, body: await buffer(received) }
      for (const [name, value] of Object.entries(received.headers)) altered.headers[name] = String(value)
      alter(altered, { method, path: url, headers })
      const { 'content-length': length, 'transfer-encoding': encoding, connection, ...rest } = altered.headers
      response.writeHead(altered.status, rest).end(altered.body)
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
    [Symbol.asyncDispose]: async () => {
      await close()
      await mock.close()
    },
  }
}
