/** Targets that fail in TLS, with certificates that are generated for the run. */
import type { Socket } from 'node:net'
import { createServer as createSecure, type TlsOptions } from 'node:tls'
import { issued } from '../../../suites/harness/target/made-certificates.ts'
import { listen, type Running } from '../../null-servers/listening.ts'
import { type Hostile, onConnect, targets } from './hostile.ts'
import { responseTo, wire } from './responses.ts'

type Start = Hostile['start']

const withTls = (running: Running): Running => ({ ...running, url: running.url.replace('http:', 'https:') })

/** A target with a self-signed certificate that is valid from and until some days from now. */
const secure = (name: string, from: number, until: number, options: TlsOptions = {}): Start => {
  return async () => {
    const server = createSecure({ ...(await issued(undefined, { name, from, until })), ...options }, (socket) => {
      socket.on('error', () => undefined)
      socket.on('data', (data) => {
        const text = data.toString('latin1')
        const [method = '', path = ''] = text.split(' ', 2)
        socket.write(wire(responseTo(method, path, text, text)))
      })
    })
    server.on('tlsClientError', () => undefined)
    return withTls(await listen(server))
  }
}

/** Sends these bytes instead of TLS and ends, or sends nothing. */
const unsecure = (bytes?: Uint8Array): Start => {
  const act = (socket: Socket): void => {
    socket.on('data', () => bytes && void socket.end(bytes))
  }
  return async () => withTls(await onConnect(act)())
}

const good = (options?: TlsOptions): Start => secure('127.0.0.1', -1, 30, options)

const OLD: TlsOptions = { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }
const PLAIN = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')

export const tlsTargets: readonly Hostile[] = targets({
  'tls-self-signed: has a self-signed certificate': good(),
  'tls-expired: has an expired certificate': secure('127.0.0.1', -30, -1),
  'tls-not-yet: has a certificate of tomorrow': secure('127.0.0.1', 1, 30),
  'tls-other-name: has a certificate of another name': secure('elsewhere.example', -1, 30),
  'tls-client-certificate: asks for a client certificate': good({ requestCert: true, rejectUnauthorized: true }),
  'tls-1.1: speaks TLS 1.1 at most': good(OLD),
  'tls-hang: never responds to the greeting': unsecure(),
  'tls-close: closes at the greeting': unsecure(new Uint8Array()),
  'tls-plain: speaks plain HTTP': unsecure(PLAIN),
  'tls-alert: responds to the greeting with an alert': unsecure(Uint8Array.of(21, 3, 3, 0, 2, 2, 40)),
  'tls-garbage: responds to the greeting with garbage': unsecure(Uint8Array.of(22, 3, 3, 255, 255, 1, 2, 3, 4)),
})
