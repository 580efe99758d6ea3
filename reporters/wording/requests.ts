/** Which requests a run sent, in words: its seed, and what the budget left out. */
import type { Report } from '../../suites/harness/report/report.ts'
import { counted } from './counted.ts'

export function leftOutLine({ sent, left_out }: NonNullable<Report['drawn']>): string {
  return `${left_out} of ${counted(sent + left_out, 'drawn request')} not sent: the budget was spent`
}

/** The seed of a run: whether the target can have known it. */
export function seedWords({ seed, seed_from, nonce }: Report): string {
  if (seed_from === 'challenge') return `${seed}, from the challenge ${nonce}`
  return seed_from === 'drawn' ? `${seed}, drawn for this run` : String(seed)
}
