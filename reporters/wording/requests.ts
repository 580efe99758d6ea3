/** Describes the requests of a run: its seed, what the budget left out, and its revisits. */
import type { Report, ReportedRevisit } from '../../suites/harness/report/report.ts'
import { counted } from './counted.ts'

export const leftOutLine = ({ sent, left_out }: NonNullable<Report['drawn']>): string =>
  `${left_out} of ${counted(sent + left_out, 'drawn request')} not sent: the budget was spent`

/** The seed of a run, and whether the target could have known it. */
export function seedWords({ seed, seed_from, nonce }: Report): string {
  if (seed_from === 'challenge') return `${seed}, from the challenge ${nonce}`
  return seed_from === 'drawn' ? `${seed}, drawn for this run` : String(seed)
}

/** The verdict on a target that a revisit contradicts. */
export const CONTRADICTED = 'responds differently when it is not being tested'

export const revisitWords = ({ started, another_key }: ReportedRevisit): string =>
  `${started}${another_key ? ' with another key' : ''}`

export function revisitSentences({ revisits = [] }: Pick<Report, 'revisits'>): string[] {
  const { conformant: same = [], nonconformant: other = [] } = Object.groupBy(revisits, ({ conclusion }) => conclusion)
  const times = (all: readonly ReportedRevisit[]): string => {
    const sent = all.reduce((sum, { requests }) => sum + requests, 0)
    return `${all.map(revisitWords).join(' and ')} (${counted(sent, 'request')})`
  }
  return [
    ...(other.length === 0 ? [] : [`The target ${CONTRADICTED}: revisited ${times(other)}.`]),
    ...(same.length === 0 ? [] : [`Revisited ${times(same)}: no contradiction.`]),
  ]
}

/** Describes how a target was reached; undefined for a direct connection. */
export function wayOf({ target }: Report): string | undefined {
  const { network } = target
  if (!network) return undefined
  // TLS settings matter only for https.
  const secure = target.base_url.startsWith('https:')
  const parts = [
    network.http2 === true && 'by HTTP/2',
    network.socket && 'over a Unix socket',
    network.proxy !== null && `through the proxy ${network.proxy}`,
    secure && network.custom_ca && 'with CAs of the target file',
    secure && network.extra_ca && 'with CAs of the environment',
    secure && network.client_certificate && 'with a client certificate',
    network.identified && 'as svc-conformance by its user agent',
    network.headers && `with the headers ${Object.keys(network.headers).join(', ')}`,
    secure && network.server_name !== null && `as ${network.server_name}`,
  ].filter((part) => typeof part === 'string')
  return parts.length === 0 ? undefined : parts.join(', ')
}
