/** Single responses of a run, their judgement, and the results of pairs of requests. */
import type { RequirementId } from '../catalogue/requirements.ts'
import type { Exchange } from '../http/exchange.ts'
import { AttemptsByName, consistencyOf } from '../judge/attempts.ts'
import type { Evidence, Finding, Repetition, Transcript } from '../judge/evidence.ts'
import { judgeEvidence } from '../judge/expectations.ts'
import { judgeInvariants } from '../judge/invariants.ts'
import { isBadGateway } from '../judge/together/bad-gateway.ts'

/** Whether a response shows a breach of a requirement, or that it holds. */
export type Outcome = 'shows' | 'holds' | 'unclear'

/** The evidence that a response is judged by; undefined for an invariant. */
export type Template = Evidence | undefined

/** Judges single responses of a run. */
export class Responses {
  readonly byId: ReadonlyMap<string, Exchange>
  readonly #attempts: AttemptsByName
  readonly #evidence: ReadonlyMap<string, readonly Evidence[]>

  constructor(exchanges: readonly Exchange[], evidence: readonly Evidence[] = []) {
    this.byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
    this.#attempts = new AttemptsByName(exchanges)
    const first = evidence.filter((item) => !isRepeated(item))
    this.#evidence = Map.groupBy(first, ({ exchange }) => exchange)
  }

  /** The evidence by which a failure was judged: of its requirement, or one that also judges it, such as a param. */
  template(exchange: string, requirement: RequirementId): Template {
    const own = this.#evidence.get(exchange) ?? []
    const isOfIt = (item: Pick<Evidence, 'requirement'>): boolean => item.requirement === requirement
    return own.findLast(isOfIt) ?? own.find((item) => this.judge(item)?.some(isOfIt))
  }

  /** The findings of one piece of evidence; undefined if its request was not sent. */
  judge(item: Evidence): Finding[] | undefined {
    const exchange = this.byId.get(item.exchange)
    if (!exchange) return undefined
    const consistency = consistencyOf(exchange, this.#attempts.of(exchange))
    return judgeEvidence(item, exchange, this.byId.get(item.control ?? ''), consistency)
  }

  /**
   * Judges a response by the same rule as the failure that its request repeats.
   *
   * @param reference the failure. An unjudged response shows the breach if it has the same error status
   */
  outcome(requirement: RequirementId, template: Template, exchange: Exchange, reference: Exchange): Outcome {
    // The responses of a run are judged together by this rule, so no judge of single ones finds its breach.
    if (requirement === 'gateway-statuses' && isBadGateway(exchange)) return 'shows'
    const findings = template ? (this.judge({ ...template, exchange: exchange.id }) ?? []) : judgeInvariants(exchange)
    const own = findings.filter((finding) => finding.requirement === requirement)
    if (own.some(({ outcome }) => outcome === 'fail')) return 'shows'
    if (own.some(({ outcome }) => outcome === 'pass')) return 'holds'
    const status = exchange.response?.complete && exchange.response.status
    // A good response keeps a rule that does not apply to it, such as one on errors.
    if (template === undefined && (status === 200 || status === reference.response?.status)) return 'holds'
    if (status === undefined || status === false || status !== reference.response?.status) return 'unclear'
    // The first refusal counted only after several attempts, so this one needs no further attempts.
    return status >= 400 ? 'shows' : 'unclear'
  }
}

/**
 * The number of pairs that have to agree. A condition is named only after a test on new requests, in pairs with and
 * without the value. If a share p of the responses fails by chance, a pair agrees with probability p(1 - p), at most
 * 1/4. Five pairs agree with at most 1/1024. A run tests at most ten conditions. So fewer than 1 % of runs name a wrong
 * condition, whatever the share, and 1 in 17,000 if a tenth of the responses fail.
 */
export const PAIRS = 5

/** The maximum number of conditions that one run tests. */
export const MAX_TESTS = 10

/** The order of both sides, so that a backend that gets each second or third request does not look like a condition. */
export const ORDER = [true, false, false, true, false, true, true, false, false, true] as const

/** Evidence of a request that was sent again to explain a failure. */
export type Repeated = Evidence & { readonly repeats: Repetition }

export const isRepeated = (item: Evidence): item is Repeated => item.repeats !== undefined

/** The key of a condition. Different requirements can have conditions with equal words. */
export const keyOf = (requirement: string, only: string): string => `${requirement}: ${only}`

export interface Results {
  /** Conditions that held in every pair, and in enough pairs. */
  readonly confirmed: ReadonlySet<string>
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
  const tests = judged.filter(({ repeats }) => repeats.only !== undefined)
  for (const [key, own] of Map.groupBy(tests, ({ requirement, repeats }) => keyOf(requirement, repeats.only ?? ''))) {
    const [on, off] = [true, false].map((isWith) => own.filter(({ repeats }) => (repeats.side === 'with') === isWith))
    const agrees = on?.every(({ outcome }) => outcome === 'shows') && off?.every(({ outcome }) => outcome === 'holds')
    if (agrees && on && off && Math.min(on.length, off.length) >= PAIRS) confirmed.add(key)
  }
  const isSame = ({ side, before }: Repetition): boolean => side !== 'without' || before !== undefined
  const mixed = judged.filter(({ repeats, outcome }) => isSame(repeats) && outcome === 'holds')
  return { confirmed, mixed: new Set(mixed.map(({ repeats }) => repeats.of)) }
}
