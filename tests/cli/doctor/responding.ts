/** Small servers for the doctor: some with one fixed response, some that alter responses of the mock. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { type MockServer, startMock } from '../../../mock/index.ts'

export interface Responding {
  readonly port: number
  readonly url: string
  readonly server: Server
  /** Method, path and key of every request so far. */
  readonly asked: readonly string[]
  [Symbol.asyncDispose](): Promise<void>
}

export const KEY = 'svc_main_not-a-real-secret-1'

async function listening(
  server: Server,
  scheme: string,
  asked: readonly string[],
  close: () => void,
): Promise<Responding> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `${scheme}://127.0.0.1:${port}`,
    asked,
    server,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        close()
      }),
  }
}

/** A server that responds to everything in one way; with a certificate it speaks TLS. */
export async function responding(
  respond: RequestListener,
  tls?: { readonly cert: string; readonly key: string },
): Promise<Responding> {
  const asked: string[] = []
  const listener: RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? '-'}`)
    respond(request, response)
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  return listening(server, tls ? 'https' : 'http', asked, () => server.closeAllConnections())
}

/** Alters a response of the mock before it is sent, or sends another response itself. */
export type Corrupt = (
  received: { status: number; headers: Record<string, string>; body: Buffer },
  request: IncomingMessage,
  response: ServerResponse,
) => void

/** The mock behind a proxy that corrupts its responses. */
export async function corruptedMock(corrupt: Corrupt): Promise<Responding> {
  const mock: MockServer = await startMock()
  const front = await responding(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { authorization, 'content-type': type } = request.headers
    const got = await fetch(`${mock.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { ...(authorization ? { authorization } : {}), ...(type ? { 'content-type': type } : {}) },
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    })
    const { 'transfer-encoding': _chunked, 'content-length': _length, ...headers } = Object.fromEntries(got.headers)
    const received = { status: got.status, headers, body: Buffer.from(await got.arrayBuffer()) }
    corrupt(received, request, response)
    if (!response.writableEnded) response.writeHead(received.status, received.headers).end(received.body)
  })
  return {
    ...front,
    [Symbol.asyncDispose]: async () => {
      await front[Symbol.asyncDispose]()
      await mock.close()
    },
  }
}
