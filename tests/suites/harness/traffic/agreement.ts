/** Judges the exchanges of a run like traffic of callers. */
import { type Exchange, headerValues } from '../../../../suites/harness/http/exchange.ts'
import type { Result } from '../../../../suites/harness/run/certify.ts'
import { seenExchange } from '../../../../suites/harness/traffic/formats/lines.ts'
import { TrafficJudge } from '../../../../suites/harness/traffic/judge.ts'
import { needs } from '../../../../suites/harness/traffic/needs.ts'
import { covers } from '../../../prove/outcome.ts'

/** Why traffic may show less than a run; see docs/traffic.md. */
export type Reason = 'target' | 'refused' | 'lost' | 'elsewhere' | 'sent' | 'unexplained'

/** Requirements that `judge` finds only with the keys of a target file, which are not in a transcript. */
const OF_TARGET: ReadonlySet<string> = new Set(['auth-valid-key', 'model-not-authorized'])

/** Judge reports an unexpected form of a 200 by these; a run reports it by the rule that it tests. */
export const ASKED_FOR: readonly string[] = ['models-list', 'completion-json', 'stream-started']

export interface Seen {
  /** Requirements that judge finds broken, with its message. */
  readonly broken: Readonly<Record<string, string>>
  /** Requirements that failed in the run and that traffic can show, but that judge did not find broken. */
  readonly missed: Readonly<Record<string, Reason>>
}

export function seenIn({ transcript: { exchanges }, judged }: Result): Seen {
  const judge = new TrafficJudge()
  const reasons = new Map(
    exchanges.map((exchange): [string, Reason] => {
      const breaches = judge.add(seenExchange(exchange))
      return [exchange.id, breaches.length > 0 ? 'elsewhere' : reasonOf(exchange)]
    }),
  )
  const rows = judge.summary().requirements.filter(({ verdict }) => verdict === 'broken')
  const broken = Object.fromEntries(rows.map(({ id, examples: [first] }) => [id, `${first?.where}: ${first?.brief}`]))
  const failed = judged.filter(({ verdict, requirement: { id } }) => verdict === 'fail' && needs.has(id) && !broken[id])
  const missed = failed.map(({ requirement: { id }, findings }): [string, Reason] => {
    if (OF_TARGET.has(id)) return [id, 'target']
    // The first exchange of a finding is the one that broke it; its control follows.
    const kinds = findings.flatMap(({ outcome, exchanges: [first = ''] }) =>
      outcome === 'fail' ? [reasons.get(first) ?? 'unexplained'] : [],
    )
    return [id, kinds.find((kind) => kind === 'unexplained') ?? kinds[0] ?? 'unexplained']
  })
  return { broken, missed: Object.fromEntries(missed) }
}

/** Traffic does not show why a request was rejected: policy, rights or state may be the reason. */
function reasonOf({ request, response }: Exchange): Reason {
  // A filter of the gateway may have set the id before the request was recorded.
  const sent = request.headers.find(([name]) => name.toLowerCase() === 'x-svc-request-id')?.[1]
  if (response && sent !== undefined && headerValues(response, 'x-svc-request-id').includes(sent)) return 'sent'
  // An undecodable body is useless: tools decode bodies, but keep the header.
  if (!response?.complete || response.encoded !== undefined) return 'lost'
  return response.status === 200 ? 'unexplained' : 'refused'
}

/** False findings of judge, and unexplained misses. @param allowed what the row breaks, or failed in its run */
export const trafficProblems = ({ broken, missed }: Seen, allowed: readonly string[]): string[] => [
  ...Object.entries(broken).flatMap(([id, why]) => (covers(allowed, id) ? [] : [`judge: ${id} (${why})`])),
  ...Object.entries(missed).flatMap(([id, why]) => (why === 'unexplained' ? [`judge: ${id} is not found`] : [])),
]
