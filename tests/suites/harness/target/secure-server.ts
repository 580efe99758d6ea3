/** A TLS server with one response for all requests, which records names and certificates of clients. */
import type { Socket } from 'node:net'
import { createServer, type TLSSocket, type TlsOptions } from 'node:tls'
import { listening } from '../client/listening.ts'
import { type Act, http } from '../client/raw-server.ts'

export interface SecureServer {
  readonly url: string
  /** Server names that clients requested (SNI); empty if a client requested none. */
  readonly names: readonly string[]
  /** Common names of the client certificates. */
  readonly clients: readonly (string | undefined)[]
}

const respond: Act = (socket) => void socket.write(http('200 OK', '{"a":1}'))

export async function secureServer(options: TlsOptions, act: Act = respond): Promise<SecureServer> {
  const names: string[] = []
  const clients: (string | undefined)[] = []
  const server = createServer(options, (socket: TLSSocket) => {
    names.push(socket.servername || '')
    clients.push(socket.getPeerCertificate().subject?.CN as string | undefined)
    socket.on('error', () => undefined)
    socket.on('data', (data) => act(socket as Socket, data.toString('latin1')))
  })
  server.on('tlsClientError', () => undefined)
  return { url: `https://127.0.0.1:${await listening(server)}`, names, clients }
}
