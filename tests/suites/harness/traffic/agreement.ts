/** The exchanges of a row, judged as if callers had made them. */

import type { Result } from '../../../../suites/harness/run/certify.ts'
import { seenExchange } from '../../../../suites/harness/traffic/from-exchange.ts'
import { TrafficJudge } from '../../../../suites/harness/traffic/judge.ts'
import { needs } from '../../../../suites/harness/traffic/needs.ts'
import { covers } from '../../../prove/outcome.ts'

export interface Seen {
  /** Requirements that judge finds broken, and what it says of them. */
  readonly broken: Readonly<Record<string, string>>
  /** Requirements that failed in the run, that traffic can show, and that judge does not find broken. */
  readonly missed: readonly string[]
}

export function seenIn({ transcript, judged }: Result): Seen {
  const judge = new TrafficJudge()
  for (const exchange of transcript.exchanges) judge.add(seenExchange(exchange))
  const rows = judge.summary().requirements.filter(({ verdict }) => verdict === 'broken')
  const broken = Object.fromEntries(rows.map(({ id, examples: [first] }) => [id, `${first?.where}: ${first?.brief}`]))
  const failed = judged.filter(({ verdict, requirement }) => verdict === 'fail' && needs.has(requirement.id))
  return { broken, missed: failed.map(({ requirement }) => requirement.id).filter((id) => broken[id] === undefined) }
}

/** What judge accuses without a reason. @param allowed what the row breaks, or is red in its run */
export const trafficProblems = ({ broken }: Seen, allowed: readonly string[]): string[] =>
  Object.entries(broken).flatMap(([id, why]) => (covers(allowed, id) ? [] : [`judge: ${id} (${why})`]))
