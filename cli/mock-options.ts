/** What `svc-conformance mock` is given, and what of it goes together. */
import type { startMock } from '../mock/index.ts'
import { UsageError } from '../suites/harness/usage-error.ts'

export interface MockOptions {
  readonly port: number
  readonly host: string
  readonly config?: string
  readonly targetFile?: string
  readonly seed?: string
  readonly workers: number
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly watch: boolean
  /** Seconds. */
  readonly grace: number
  readonly journalBodies: boolean
}

type ServerOptions = Pick<NonNullable<Parameters<typeof startMock>[0]>, 'port' | 'host' | 'seed' | 'tls'>

const CLASHES: readonly [clashes: (options: MockOptions) => boolean, words: string][] = [
  [({ watch, config }) => watch && config === undefined, '--watch needs a file to watch; name it with --config'],
  [
    ({ tlsCert, tlsKey }) => (tlsCert === undefined) !== (tlsKey === undefined),
    '--tls-cert and --tls-key go together; give both, each a PEM file',
  ],
  [
    ({ journalBodies, workers }) => journalBodies && workers > 1,
    '--journal-bodies needs one journal, and each worker has its own; leave --workers out',
  ],
]

/** @throws UsageError when options do not go together */
export function checkMockOptions(options: MockOptions): void {
  const clash = CLASHES.find(([clashes]) => clashes(options))
  if (clash) throw new UsageError(clash[1])
}

/** What one worker and several are started with alike. @throws UsageError when a file cannot be read */
export async function serverOptions({ port, host, seed, tlsCert, tlsKey }: MockOptions): Promise<ServerOptions> {
  const common = { port, host, ...(seed !== undefined && { seed }) }
  if (tlsCert === undefined || tlsKey === undefined) return common
  const { readBytes } = await import('./read-file.ts')
  return { ...common, tls: { cert: readBytes(tlsCert, 'the certificate'), key: readBytes(tlsKey, 'the private key') } }
}
