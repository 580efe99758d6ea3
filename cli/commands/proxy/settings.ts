/** The options of the proxy: their combinations, and the gateway that they name. */
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { faultOfBaseUrl, isLoopback } from '../../../suites/harness/target/base-url.ts'
import type { Network } from '../../../suites/harness/target/network.ts'
import { networkFor } from '../../../suites/harness/target/network-file.ts'
import { loadTarget } from '../../../suites/harness/target/target-file.ts'
import type { RecordingOptions } from '../recording/write.ts'
import { type Clash, HALF_OF_TLS, type Place, refuseClashes, type TlsFiles } from './path/listening.ts'

export interface ProxyOptions extends Place, TlsFiles, RecordingOptions {
  readonly upstream?: string
  readonly target?: string
  readonly mirrored?: true
  readonly sample: number
  readonly sampleBy: 'exchange' | 'project'
  readonly report?: string
  /** Milliseconds between reports. */
  readonly every?: number
  readonly keepBodies?: string
  readonly keepFiles: number
  readonly keepFor?: number
  readonly adminPort?: number
  readonly adminHost: string
  /** Seconds for open responses to end after a signal. */
  readonly grace: number
}

const CLASHES: readonly Clash<ProxyOptions>[] = [
  [
    ({ upstream, target }) => (upstream === undefined) === (target === undefined),
    'give either --upstream or --target; each names the gateway',
  ],
  HALF_OF_TLS,
  [({ every, report }) => every !== undefined && report === undefined, '--every needs a file; name it with --report'],
  [
    ({ record, keepText, recordFor }) => record === undefined && (keepText ?? recordFor) !== undefined,
    '--keep-text and --record-for need a file; name it with --record',
  ],
  [
    ({ keepFor, keepBodies }) => keepFor !== undefined && keepBodies === undefined,
    '--keep-for needs a folder; name it with --keep-bodies',
  ],
]

/** @throws UsageError when options exclude each other, or name a gateway that cannot be used */
export function gatewayOf(options: ProxyOptions) {
  refuseClashes(options, CLASHES)
  const target = options.target === undefined ? undefined : loadTarget(options.target, process.env)
  const baseUrl = target?.baseUrl ?? options.upstream ?? ''
  const fault = faultOfBaseUrl(baseUrl)
  if (fault !== undefined) throw new UsageError(`--upstream ${fault}`)
  const network: Network = target ? (target.network ?? {}) : networkFor(baseUrl, process.env)
  if (network.http2) throw new UsageError('the proxy speaks HTTP/1.1 to the gateway; remove http2 from the target file')
  return { baseUrl, network, target }
}

/** The environment variable of the admin token, because other users could read it on the command line. */
export const ADMIN_TOKEN = 'SVC_PROXY_ADMIN_TOKEN'

/** @throws UsageError if other machines could read findings without a token */
export function adminTokenOf({ adminHost }: ProxyOptions): string | undefined {
  const token = process.env[ADMIN_TOKEN] || undefined
  if (token !== undefined && !/^[\w.~+/=-]{16,}$/.test(token))
    throw new UsageError(
      `${ADMIN_TOKEN} must have at least 16 characters of letters, digits and -._~+/=; make one with openssl rand -hex 16`,
    )
  if (token === undefined && !isLoopback(adminHost))
    throw new UsageError(
      `--admin-host: others can reach ${adminHost}, so that a token is needed; set ${ADMIN_TOKEN}, or use 127.0.0.1`,
    )
  return token
}
