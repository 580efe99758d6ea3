/** Small servers for the doctor with one fixed response. */
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Server } from 'node:net'
import { type Listening, listen } from '../../adversary/null-servers/listening.ts'

export interface Responding extends Listening {
  readonly server: Server
  /** Method, path and key of every request so far. */
  readonly asked: readonly string[]
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
  const listening = await listen(server)
  return { ...listening, url: `${tls ? 'https' : 'http'}://127.0.0.1:${listening.port}`, asked, server }
}
