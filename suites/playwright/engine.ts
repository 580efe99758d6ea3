/** Code that only a worker needs. Playwright's main process also loads every test, but not this file. */
import { Responses } from '../harness/explain/responses.ts'
import type { Exchange } from '../harness/http/exchange.ts'
import type { Finding } from '../harness/judge/evidence.ts'
import type { CheckOutcome } from '../harness/run/certify.ts'
import { scoredLevel, scores } from '../harness/run/scored.ts'
import { isRemarkOfNewer } from '../harness/sets/frozen-set.ts'
import type { Scoring } from '../harness/sets/scoring.ts'

export { harnessVersion } from '../harness/catalogue/version.ts'
export { packExchange } from '../harness/http/exchange-json.ts'
export { placeholderKeys, shapesOf } from '../harness/http/placeholder-keys.ts'
export { hideSecrets } from '../harness/http/redact.ts'
export { DEFAULT_RUNS, obstacle, runCheck } from '../harness/run/certify.ts'
export { runPreflight } from '../harness/run/preflight.ts'
export { Session } from '../harness/run/session/session.ts'
export { ourScoring } from '../harness/sets/scoring.ts'
export { limitsFor } from '../harness/target/limits.ts'
export { describeTarget } from '../harness/target/target.ts'
export { targetOf } from './target.ts'

/** The findings of a check, and separately the findings by requests that are not in the set. */
interface Apart {
  readonly own: readonly Finding[]
  readonly aside: readonly Finding[]
}

/** Separates findings by whether the set of the run has their check and row. */
export function scoredApart(
  { evidence, remarks }: CheckOutcome,
  exchanges: readonly Exchange[],
  scoring: Scoring,
): Apart {
  const isNewer = (remark: Finding): boolean => isRemarkOfNewer(remark, scoring.set)
  const { true: held = [], false: newer = [] } = Object.groupBy(evidence, (item) => `${scores(item, scoring)}`)
  return {
    own: ownFindings({ evidence: held, remarks: remarks.filter((remark) => !isNewer(remark)) }, exchanges),
    aside: ownFindings({ evidence: newer, remarks: remarks.filter(isNewer) }, exchanges),
  }
}

/** Findings that fail the test of a check, and, as in the command, those that do not score: too new, or disputed. */
export function countedIn(
  { own, aside }: Apart,
  scoring: Scoring,
  strict: boolean,
): { readonly against: readonly Finding[]; readonly unscored: readonly Finding[] } {
  const { against = [], unscored = [] } = Object.groupBy(own, ({ outcome, requirement }) => {
    if (outcome !== 'error' && outcome !== 'fail') return 'rest'
    const level = scoredLevel(requirement, scoring)
    if (level === undefined) return 'unscored'
    // An error is a fault of the harness. It leaves open whether the requirement holds, at any level.
    return level === 'must' || (level === 'should' && (strict || outcome === 'error')) ? 'against' : 'rest'
  })
  return {
    against,
    unscored: [...unscored, ...aside.filter(({ outcome }) => outcome === 'error' || outcome === 'fail')],
  }
}

/** The findings of a check's own evidence. Invariants are judged on the whole run. */
function ownFindings({ evidence, remarks }: CheckOutcome, exchanges: readonly Exchange[]): Finding[] {
  const responses = new Responses(exchanges)
  return [...remarks, ...evidence.flatMap((item) => responses.judge(item) ?? [])]
}
