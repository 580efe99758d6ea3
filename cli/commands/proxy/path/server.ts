/** The server for clients: HTTP/1.1, and with a certificate HTTP/2 as well. */
import { createServer, type Server } from 'node:http'
import { createSecureServer } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import { type Hop, type InboundRequest, type InboundResponse, relay } from './relay.ts'

export interface Listening {
  readonly url: string
  readonly port: number
  /** Frees the port, waits some milliseconds for open responses, and then ends the rest. */
  drain(grace: number): Promise<void>
}

export interface ListenOptions {
  readonly port: number
  readonly host: string
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer } | undefined
}

/** No timeout of ours ends a connection: only the client and the gateway do. */
const UNLIMITED = { requestTimeout: 0, keepAliveTimeout: 0, maxHeaderSize: 256 * 1024 }

export async function listenFor(hop: Hop, { port, host, tls }: ListenOptions): Promise<Listening> {
  const server = tls
    ? createSecureServer({ ...tls, ...UNLIMITED, allowHTTP1: true } as Parameters<typeof createSecureServer>[0])
    : createServer(UNLIMITED)
  const pass = (request: InboundRequest, response: InboundResponse): void => relay(request, response, hop)
  const events = server as Server
  events.on('request', pass)
  // The gateway decides whether it wants the body.
  events.on('checkContinue', pass)
  events.on('checkExpectation', pass)
  events.timeout = 0
  const sockets = new Set<Socket>()
  const sessions = new Set<{ close(): void }>()
  for (const event of ['connection', 'secureConnection'])
    events.on(event, (socket: Socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
  server.on('session', (session: { close(): void; once(event: 'close', ended: () => void): void }) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
  })
  await new Promise<void>((resolve, reject) => {
    events.once('error', reject)
    events.listen({ port, host }, resolve)
  })
  const bound = (events.address() as AddressInfo).port
  return {
    url: `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    port: bound,
    drain(grace) {
      const closed = new Promise<void>((resolve) => events.close(() => resolve()))
      for (const session of sessions) session.close()
      events.closeIdleConnections?.()
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, grace)
      return closed.finally(() => clearTimeout(timer))
    },
  }
}
