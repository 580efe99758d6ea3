/** The requests of a run, in words: its seed, what the budget left out, and its revisits. */
import type { Report, ReportedRevisit } from '../../suites/harness/report/report.ts'
import { counted } from './counted.ts'

export function leftOutLine({ sent, left_out }: NonNullable<Report['drawn']>): string {
  return `${left_out} of ${counted(sent + left_out, 'drawn request')} not sent: the budget was spent`
}

/** The seed of a run: whether the target can have known it. */
export function seedWords({ seed, seed_from, nonce }: Report): string {
  if (seed_from === 'challenge') return `${seed}, from the challenge ${nonce}`
  return seed_from === 'drawn' ? `${seed}, drawn for this run` : String(seed)
}

/** For a target that a revisit contradicts. */
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
