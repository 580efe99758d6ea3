/** Targets that fail in TLS. Their certificates are made for the run. */
import { createServer as createPlain } from 'node:net'
import { createServer as createSecure, type TlsOptions } from 'node:tls'
import { issued, type Made } from '../../../suites/harness/target/made-certificates.ts'
import { listen } from '../../null-servers/listening.ts'
import type { Hostile } from './hostile.ts'
import { responseTo, wire } from './responses.ts'

/** One that vouches for itself, from and until n days from now. */
const certificate = (name: string, from: number, until: number): Promise<Made> =>
  issued(undefined, { name, from, until })

function secure(name: string, does: string, make: () => Promise<Made>, options: TlsOptions = {}): Hostile {
  return {
    name,
    does,
    async start() {
      const server = createSecure({ ...(await make()), ...options }, (socket) => {
        socket.on('error', () => undefined)
        socket.on('data', (data) => {
          const [method = '', path = ''] = data.toString('latin1').split(' ', 2)
          socket.write(wire(responseTo(method, path, data.toString('latin1'), data.toString('latin1'))))
        })
      })
      server.on('tlsClientError', () => undefined)
      const { url, close } = await listen(server)
      return { url: url.replace('http:', 'https:'), close }
    },
  }
}

function unsecure(name: string, does: string, bytes: Uint8Array | undefined): Hostile {
  return {
    name,
    does,
    async start() {
      const server = createPlain((socket) => {
        socket.on('data', () => (bytes === undefined ? undefined : void socket.end(bytes)))
      })
      const { url, close } = await listen(server)
      return { url: url.replace('http:', 'https:'), close }
    },
  }
}

const good = (): Promise<Made> => certificate('127.0.0.1', -1, 30)

const WITH_CERTIFICATE: TlsOptions = { requestCert: true, rejectUnauthorized: true }
const OLD: TlsOptions = { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }

export const tlsTargets: readonly Hostile[] = [
  secure('tls-self-signed', 'has a self-signed certificate', good),
  secure('tls-expired', 'has an expired certificate', () => certificate('127.0.0.1', -30, -1)),
  secure('tls-not-yet', 'has a certificate of tomorrow', () => certificate('127.0.0.1', 1, 30)),
  secure('tls-other-name', 'has a certificate of another name', () => certificate('elsewhere.example', -1, 30)),
  secure('tls-client-certificate', 'asks for a client certificate', good, WITH_CERTIFICATE),
  secure('tls-1.1', 'speaks TLS 1.1 at most', good, OLD),
  unsecure('tls-hang', 'never responds to the greeting', undefined),
  unsecure('tls-close', 'closes at the greeting', new Uint8Array()),
  unsecure('tls-plain', 'speaks plain HTTP', Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')),
  unsecure('tls-alert', 'responds to the greeting with an alert', Buffer.from([21, 3, 3, 0, 2, 2, 40])),
  unsecure('tls-garbage', 'responds to the greeting with garbage', Buffer.from([22, 3, 3, 255, 255, 1, 2, 3, 4])),
]
