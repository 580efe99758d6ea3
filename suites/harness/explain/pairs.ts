/**
 * A condition is named only after a test on new requests: the request with the value and without it, in pairs. A fault that
 * comes by chance to a share p of the responses passes one pair with p(1 - p), at most 1/4. It passes five with at most
 * 1/1024. A run tests at most ten conditions. So fewer than 1 % of runs name a wrong one, whatever the share, and 1 in 17,000
 * if a tenth of the responses fail.
 */
import type { Evidence, Repetition, Transcript } from '../judge/evidence.ts'
import type { Responses } from './responses.ts'

/** The number of pairs that have to agree. */
export const PAIRS = 5

/** The most conditions that one run tests. */
export const MAX_TESTS = 10

/** The order of both sides, so that a backend that gets every second or third request does not look like a condition. */
export const ORDER = [true, false, false, true, false, true, true, false, false, true] as const

/** Evidence of a request that was sent again to explain a failure. */
export type Repeated = Evidence & { readonly repeats: Repetition }

export const isRepeated = (item: Evidence): item is Repeated => item.repeats !== undefined

/** Equal words can be about two requirements. */
export const keyOf = (requirement: string, only: string): string => `${requirement}: ${only}`

export interface Results {
  /** Conditions that held in every pair, and in enough of them. */
  readonly confirmed: ReadonlySet<string>
  /** Conditions that did not hold in some pair. */
  readonly refuted: ReadonlySet<string>
  /** Failures whose request was sent again and got a correct response, as exchange ids. */
  readonly mixed: ReadonlySet<string>
}

/** What the repeated requests of a run show. */
export function resultsOf({ evidence }: Transcript, responses: Responses): Results {
  const judged = evidence.filter(isRepeated).flatMap((item) => {
    const [exchange, reference] = [item.exchange, item.repeats.of].map((id) => responses.byId.get(id))
    if (!exchange || !reference) return []
    const template = item.repeats.isInvariant ? undefined : item
    return [{ ...item, outcome: responses.outcome(item.requirement, template, exchange, reference) }]
  })
  const confirmed = new Set<string>()
  const refuted = new Set<string>()
  const tests = judged.filter(({ repeats }) => repeats.only !== undefined)
  for (const [key, own] of Map.groupBy(tests, ({ requirement, repeats }) => keyOf(requirement, repeats.only ?? ''))) {
    const [on, off] = [true, false].map((isWith) => own.filter(({ repeats }) => (repeats.side === 'with') === isWith))
    const agrees = on?.every(({ outcome }) => outcome === 'shows') && off?.every(({ outcome }) => outcome === 'holds')
    if (!agrees) refuted.add(key)
    else if (on && off && Math.min(on.length, off.length) >= PAIRS) confirmed.add(key)
  }
  const isSame = ({ side, before }: Repetition): boolean => side !== 'without' || before !== undefined
  const mixed = judged.filter(({ repeats, outcome }) => isSame(repeats) && outcome === 'holds')
  return { confirmed, refuted, mixed: new Set(mixed.map(({ repeats }) => repeats.of)) }
}
