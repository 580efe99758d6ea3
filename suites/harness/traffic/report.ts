/** The report on recorded traffic. It never says that a gateway is conformant. */
import { contractVersion } from '../catalogue/requirements.ts'
import { harnessVersion } from '../catalogue/version.ts'
import type { TrafficSummary } from './summary.ts'

export interface TrafficReport extends TrafficSummary {
  readonly format: 'svc-conformance-traffic/1'
  readonly harness: string
  readonly contract: string
  readonly route: 'seen'
  readonly conclusion: 'nothing-broken' | 'broken' | 'nothing-judged'
  readonly strict: boolean
  readonly base_url?: string
  readonly first?: string
  readonly last?: string
  readonly files: readonly string[]
  readonly unreadable: number
}

type Given = Pick<TrafficReport, 'strict' | 'files' | 'unreadable' | 'base_url' | 'first' | 'last'>

/** Requirements that decide the conclusion. */
export const brokenIn = ({ requirements }: TrafficSummary, strict: boolean): string[] =>
  requirements.flatMap(({ id, level, verdict }) => (verdict === 'broken' && (level === 'must' || strict) ? [id] : []))

export function trafficReport(summary: TrafficSummary, given: Given): TrafficReport {
  const isJudged = summary.requirements.some(({ judged }) => judged > 0)
  const conclusion =
    brokenIn(summary, given.strict).length > 0 ? 'broken' : isJudged ? 'nothing-broken' : 'nothing-judged'
  return {
    format: 'svc-conformance-traffic/1',
    harness: harnessVersion,
    contract: contractVersion,
    route: 'seen',
    conclusion,
    ...given,
    ...summary,
  }
}
