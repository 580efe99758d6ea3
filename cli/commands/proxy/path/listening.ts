/** Shared code of the commands that listen: options that exclude each other, TLS files, and the start of a server. */
import type { AddressInfo, Server } from 'node:net'
import { readBytes } from '../../../../suites/harness/catalogue/named-file.ts'
import { UsageError } from '../../../../suites/harness/catalogue/usage-error.ts'

export interface Place {
  readonly port: number
  readonly host: string
}

export interface TlsFiles {
  readonly tlsCert?: string
  readonly tlsKey?: string
}

/** Options that exclude each other, with the message about them. */
export type Clash<Options> = readonly [clashes: (options: Options) => boolean, words: string]

/** @throws UsageError with the first clash */
export function refuseClashes<Options>(options: Options, all: readonly Clash<Options>[]): void {
  const clash = all.find(([clashes]) => clashes(options))
  if (clash) throw new UsageError(clash[1])
}

/** A TLS certificate without a key, or the reverse. */
export const HALF_OF_TLS: Clash<TlsFiles> = [
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
