/** The exchanges of a row, judged as if callers had made them. */

import type { Exchange } from '../../../../suites/harness/http/exchange.ts'

import type { Result } from '../../../../suites/harness/run/certify.ts'
import type { JudgedRequirement } from '../../../../suites/harness/run/verdict.ts'
import { seenExchange } from '../../../../suites/harness/traffic/from-exchange.ts'
import { TrafficJudge } from '../../../../suites/harness/traffic/judge.ts'
import { needs } from '../../../../suites/harness/traffic/needs.ts'
import { readable } from '../../../../suites/harness/traffic/readable.ts'
import { deserved } from '../../../../suites/harness/traffic/request-rules.ts'
import { covers } from '../../../prove/outcome.ts'

/** Why traffic may show less than a run, as docs/traffic.md says it. */
export type Reason = 'refused' | 'lost' | 'unexplained'

export interface Seen {
  /** Requirements that judge finds broken, and what it says of them. */
  readonly broken: Readonly<Record<string, string>>
  /** Requirements that failed in the run, that traffic can show, and that judge does not find broken. */
  readonly missed: Readonly<Record<string, Reason>>
}

export function seenIn({ transcript: { exchanges }, judged }: Result): Seen {
  const judge = new TrafficJudge()
  for (const exchange of exchanges) judge.add(seenExchange(exchange))
  const rows = judge.summary().requirements.filter(({ verdict }) => verdict === 'broken')
  const broken = Object.fromEntries(rows.map(({ id, examples: [first] }) => [id, `${first?.where}: ${first?.brief}`]))
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  const failed = judged.filter(({ verdict, requirement: { id } }) => verdict === 'fail' && needs.has(id) && !broken[id])
  return { broken, missed: Object.fromEntries(failed.map((one) => [one.requirement.id, reasonOf(one, byId)])) }
}

function reasonOf({ findings }: JudgedRequirement, byId: ReadonlyMap<string, Exchange>): Reason {
  const breaches = findings.filter(({ outcome }) => outcome === 'fail').flatMap(({ exchanges }) => exchanges)
  const kinds = breaches.map((id) => kindOf(byId.get(id)))
  return kinds.includes('unexplained') ? 'unexplained' : (kinds[0] ?? 'unexplained')
}

/** A valid request that was refused may be refused by a policy; a response that was cut is not judged. */
function kindOf(exchange: Exchange | undefined): Reason {
  if (!exchange?.answer?.complete) return 'lost'
  const read = readable(seenExchange(exchange))
  const isValid = read && deserved(read)?.faults.length === 0
  return isValid && exchange.answer.status !== 200 ? 'refused' : 'unexplained'
}

/** What judge accuses without a reason, and what it misses without one. @param allowed what the row breaks, or is red in its run */
export const trafficProblems = ({ broken, missed }: Seen, allowed: readonly string[]): string[] => [
  ...Object.entries(broken).flatMap(([id, why]) => (covers(allowed, id) ? [] : [`judge: ${id} (${why})`])),
  ...Object.entries(missed).flatMap(([id, why]) => (why === 'unexplained' ? [`judge: ${id} is not found`] : [])),
]
