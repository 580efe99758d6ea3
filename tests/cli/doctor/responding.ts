/** Small servers for the doctor: some with one fixed response, some that alter responses of the mock. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Server } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { startMock } from '../../../mock/index.ts'
import { listen } from '../../adversary/null-servers/listening.ts'

export interface Responding {
  readonly port: number
  readonly url: string
  readonly server: Server
  /** Method, path and key of every request so far. */
  readonly asked: readonly string[]
  [Symbol.asyncDispose](): Promise<void>
}

export const KEY = 'svc_main_not-a-real-secret-1'

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
  const { port, close } = await listen(server)
  return { port, url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`, asked, server, [Symbol.asyncDispose]: close }
}

/** Alters a response of the mock before it is sent, or sends another response itself. */
export type Corrupt = (
  received: { status: number; headers: Record<string, string>; body: Buffer },
  request: IncomingMessage,
  response: ServerResponse,
) => void

/** The mock behind a proxy that corrupts its responses. */
export async function corruptedMock(corrupt: Corrupt): Promise<Responding> {
  const mock = await startMock()
  const front = await responding(async (request, response) => {
    const body = await buffer(request)
    const { authorization, 'content-type': type } = request.headers
    const got = await fetch(`${mock.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { ...(authorization ? { authorization } : {}), ...(type ? { 'content-type': type } : {}) },
      ...(body.length > 0 ? { body } : {}),
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
