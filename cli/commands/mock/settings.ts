/** The options of the mock: their combinations, and the settings of the server. */
import { listFaults, listVariants } from '../../../mock/index.ts'
import { nearest } from '../../../suites/harness/catalogue/nearest.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import { openapiDocument } from '../openapi/documents.ts'
import { type Clash, HALF_OF_TLS, refuseClashes, type TlsFiles, tlsOf } from '../proxy/path/listening.ts'
import type { Configuring } from './configuration.ts'

export interface MockOptions extends Configuring, Deviating, TlsFiles {
  readonly port: number
  /** A server with public reports of its breaches. */
  readonly as?: string
  readonly targetFile?: string
  readonly readyFile?: string
  readonly json: boolean
  readonly seed?: string
  readonly workers: number
  readonly store?: string
  readonly watch: boolean
  /** Seconds for open responses to end after a signal. */
  readonly grace: number
  readonly journalBodies: boolean
  readonly replay?: string
  readonly journalBytes?: number
  readonly adminPort?: number
  readonly adminHost?: string
}

const CLASHES: readonly Clash<MockOptions>[] = [
  [({ host }) => host === '', '--host is empty; name an address such as 127.0.0.1, or leave it out'],
  [
    ({ replay, config, targetFile, readyFile, fault, variant, latency, pace, adminPort, workers, store }) =>
      replay !== undefined &&
      (workers > 1 ||
        [config, targetFile, readyFile, fault, variant, latency, pace, adminPort, store].some(
          (one) => one !== undefined,
        )),
    '--replay gives recorded responses as they are; it takes only --port, --host, --tls-cert and --tls-key',
  ],
  [({ watch, config }) => watch && config === undefined, '--watch needs a file; name it with --config'],
  HALF_OF_TLS,
  [
    ({ journalBodies, workers }) => journalBodies && workers > 1,
    '--journal-bodies needs one journal, but each worker has its own; remove --workers',
  ],
  [
    ({ journalBodies, journalBytes }) => journalBytes !== undefined && !journalBodies,
    '--journal-bytes needs --journal-bodies; give it too',
  ],
  [
    ({ adminPort, adminHost }) => adminHost !== undefined && adminPort === undefined,
    '--admin-host needs an admin API; give --admin-port too, 0 for any free one',
  ],
]

/** @throws UsageError when options exclude each other, or name something that does not exist */
export function checkMockOptions(options: MockOptions): void {
  refuseClashes(options, CLASHES)
  const { fault = [], variant = [] } = options
  for (const name of fault) check('fault', name, listFaults)
  for (const name of variant) check('variant', name, listVariants)
}

/** A variable for the URL of a store, since the URL may hold a password. */
const STORE = 'SVC_MOCK_STORE'

/** The store that this mock shares with others, if any. @throws UsageError when several workers respond */
export function storeOf({ store = process.env[STORE], workers }: MockOptions): string | undefined {
  if (store === undefined || store === '') return undefined
  if (workers === 1) return store
  throw new UsageError(
    `--store (${STORE}) needs mocks with one worker each; start several of them instead of --workers`,
  )
}

/** Server options, for any number of workers. @throws UsageError if a file cannot be read */
export function serverOptions(options: MockOptions) {
  const { port, host, seed, fault: faults = [], variant: variants = [] } = options
  return { port, host, faults, variants, ...compact({ seed, tls: tlsOf(options) }), ...adminOptions(options) }
}

/** The environment variable of the admin token, because other users could read it on the command line. */
const ADMIN_TOKEN = 'SVC_MOCK_ADMIN_TOKEN'

function adminOptions({ adminPort, adminHost }: MockOptions) {
  if (adminPort === undefined) return {}
  const token = process.env[ADMIN_TOKEN]
  const documents = { '3.1': openapiDocument('3.1'), '3.2': openapiDocument('3.2') }
  return { admin: { port: adminPort, ...(adminHost !== undefined && { host: adminHost }), token, documents } }
}

interface Deviating {
  readonly fault?: readonly string[]
  readonly variant?: readonly string[]
}

/** @throws UsageError with the name that was probably meant */
function check(kind: 'fault' | 'variant', name: string, list: () => readonly { readonly name: string }[]): void {
  const names = list().map((row) => row.name)
  if (names.includes(name)) return
  const meant = nearest(name, names)
  const guess = meant === undefined ? '' : ` did you mean ${meant}?`
  throw new UsageError(`--${kind}: there is no ${kind} '${name}';${guess} svc-conformance list ${kind}s shows all`)
}

/** The active deviations in words, to explain unusual behaviour of the mock. */
export const deviationsInWords = ({ fault = [], variant = [] }: Deviating): string[] => [
  ...(fault.length > 0 ? [`It breaks the contract with ${listed('fault', fault)}.`] : []),
  ...(variant.length > 0 ? [`It uses ${listed('variant', variant)}.`] : []),
]

const listed = (kind: string, names: readonly string[]): string =>
  `the ${kind}${names.length === 1 ? '' : 's'} ${names.join(', ')}`
