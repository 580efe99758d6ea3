/** What only a worker needs. Playwright's main process loads every test as well, but not this file. */
import type { Exchange } from '../harness/http/exchange.ts'
import { judgeEvidence } from '../harness/judge/expectations.ts'
import type { Finding } from '../harness/judge/finding.ts'
import { TriesByName } from '../harness/judge/tries.ts'
import type { CheckOutcome } from '../harness/run/certify.ts'
import type { Check } from '../harness/run/check.ts'
import { scores } from '../harness/run/scored.ts'
import type { Scoring } from '../harness/sets/scoring.ts'

export { harnessVersion } from '../harness/catalogue/version.ts'
export { packExchange } from '../harness/http/exchange-json.ts'
export { DEFAULT_RUNS, DEFAULT_SEED, obstacle, runCheck } from '../harness/run/certify.ts'
export { runPreflight } from '../harness/run/preflight.ts'
export { scoredLevel } from '../harness/run/scored.ts'
export { Session } from '../harness/run/session.ts'
export { ourScoring } from '../harness/sets/scoring.ts'
export { describeTarget } from '../harness/target/describe.ts'
export { limitsFor } from '../harness/target/limits.ts'
export { targetOf } from './target.ts'

/** What a check has found, and beside it what it has found by requests that its set does not have. */
export function scoredApart(
  { evidence, remarks }: CheckOutcome,
  { id }: Pick<Check, 'id'>,
  exchanges: readonly Exchange[],
  scoring: Scoring,
): { readonly own: readonly Finding[]; readonly aside: readonly Finding[] } {
  const isHeld = scoring.set.checks.has(id)
  const { true: held = [], false: newer = [] } = Object.groupBy(evidence, (item) => `${scores(item, scoring)}`)
  return {
    own: ownFindings({ evidence: held, remarks: isHeld ? remarks : [] }, exchanges),
    aside: ownFindings({ evidence: newer, remarks: isHeld ? [] : remarks }, exchanges),
  }
}

/** The findings of a check's own evidence. Statements about every answer are judged on the whole run. */
function ownFindings({ evidence, remarks }: CheckOutcome, exchanges: readonly Exchange[]): Finding[] {
  const tries = new TriesByName(exchanges)
  const wanted = new Set(
    evidence.flatMap(({ exchange, control }) => (control === undefined ? [exchange] : [exchange, control])),
  )
  const byId = new Map(exchanges.filter(({ id }) => wanted.has(id)).map((exchange) => [exchange.id, exchange]))
  const judged = evidence.flatMap((item) => {
    const exchange = byId.get(item.exchange)
    return exchange
      ? judgeEvidence(
          item,
          exchange,
          item.control === undefined ? undefined : byId.get(item.control),
          tries.of(exchange),
        )
      : []
  })
  return [...remarks, ...judged]
}
