import type { Server, ServerOptions } from 'node:http'
import { ConfigError } from '../../core/config.ts'

/** The TLS options of a server; certificates and keys are PEM. */
export interface TlsOptions {
  readonly cert: string | Uint8Array
  readonly key: string | Uint8Array
  /** The CAs for client certificates. */
  readonly ca?: string | Uint8Array
  /** Whether to request a certificate from clients; with `ca`, clients without a valid one are rejected. */
  readonly requestClientCert?: boolean
}

/** Creates servers with TLS. @throws ConfigError when certificate and key cannot be used */
export async function tlsServers({ cert, key, ca, requestClientCert = false }: TlsOptions): Promise<MakeServer> {
  const { createServer } = await import('node:https')
  const own = { cert: pem(cert), key: pem(key), ...(ca && { ca: pem(ca) }) }
  const clients = { requestCert: requestClientCert, rejectUnauthorized: ca !== undefined }
  return (common) => {
    try {
      return createServer({ ...common, ...own, ...clients })
    } catch (cause) {
      const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error'
      throw new ConfigError([`tls: certificate and key cannot be used (${code}); give both as PEM, one for the other`])
    }
  }
}

/** Creates the server of the gateway. */
export type MakeServer = (common: ServerOptions) => Server

const pem = (text: string | Uint8Array): string | Buffer => (typeof text === 'string' ? text : Buffer.from(text))

/** The base URL of a server. */
export function urlOf(host: string, port: number, tls: boolean): string {
  return `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}
