/** Shared code of the commands that listen: TLS files and the start of a server. */
import type { AddressInfo, Server } from 'node:net'
import { readBytes } from '../../../../suites/harness/catalogue/named-file.ts'

export interface Place {
  readonly port: number
  readonly host: string
}

export interface TlsFiles {
  readonly tlsCert?: string
  readonly tlsKey?: string
}

/** The clash of a TLS certificate without a key, or the reverse, with its message. */
export const HALF_OF_TLS: readonly [clashes: (options: TlsFiles) => boolean, words: string] = [
  ({ tlsCert, tlsKey }) => (tlsCert === undefined) !== (tlsKey === undefined),
  '--tls-cert and --tls-key need each other; give both as PEM files',
]

/** @throws UsageError when a file cannot be read */
export function tlsOf({ tlsCert, tlsKey }: TlsFiles): { cert: Buffer; key: Buffer } | undefined {
  if (tlsCert === undefined || tlsKey === undefined) return undefined
  return { cert: readBytes(tlsCert, 'the certificate'), key: readBytes(tlsKey, 'the private key') }
}

/** @throws Error of the system if it cannot listen */
export async function listening(server: Server, { port, host }: Place, scheme: 'http' | 'https' = 'http') {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, resolve)
  })
  const bound = (server.address() as AddressInfo).port
  return { port: bound, url: `${scheme}://${host.includes(':') ? `[${host}]` : host}:${bound}` }
}
