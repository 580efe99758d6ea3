/** The server for clients: HTTP/1.1, and with a certificate HTTP/2 as well. */
import { createServer, type Server } from 'node:http'
import { createSecureServer } from 'node:http2'
import type { Socket } from 'node:net'
import { listening, type Place } from './listening.ts'
import { type Hop, type InboundRequest, type InboundResponse, relay } from './relay.ts'

export interface ListenOptions extends Place {
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer } | undefined
}

/** The proxy has no timeouts, so that only the client and the gateway end connections. */
const UNLIMITED = { requestTimeout: 0, keepAliveTimeout: 0, maxHeaderSize: 256 * 1024 }

export async function listenFor(hop: Hop, { tls, ...place }: ListenOptions) {
  const server = tls
    ? createSecureServer({ ...tls, ...UNLIMITED, allowHTTP1: true } as Parameters<typeof createSecureServer>[0])
    : createServer(UNLIMITED)
  const pass = (request: InboundRequest, response: InboundResponse): void => relay(request, response, hop)
  const events = server as Server
  events.on('request', pass)
  // Forward `Expect` too: the gateway decides whether it wants the body.
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
  return {
    ...(await listening(events, place, tls ? 'https' : 'http')),
    /** Frees the port, waits up to `grace` milliseconds for open responses, and then ends the rest. */
    drain(grace: number): Promise<void> {
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
