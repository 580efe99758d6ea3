/** Single responses of a run, and what the judge says of each. */
import type { RequirementId } from '../catalogue/requirements.ts'
import type { Exchange } from '../http/exchange.ts'
import { AttemptsByName } from '../judge/attempts.ts'
import type { Evidence, Finding } from '../judge/evidence.ts'
import { judgeEvidence } from '../judge/expectations.ts'
import { judgeInvariants } from '../judge/invariants.ts'
import { consistencyOf } from './transient.ts'

/** Whether a response breaks a requirement or keeps it. */
export type Outcome = 'shows' | 'holds' | 'unclear'

/** The evidence that a response is judged by; undefined for an invariant. */
export type Template = Evidence | undefined

/** Judges single responses of a run. */
export class Responses {
  readonly byId: ReadonlyMap<string, Exchange>
  readonly #attempts: AttemptsByName

  constructor(exchanges: readonly Exchange[]) {
    this.byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
    this.#attempts = new AttemptsByName(exchanges)
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
   * @param reference the failure. A response without a verdict shows the breach if it has the same status
   */
  outcome(requirement: RequirementId, template: Template, exchange: Exchange, reference: Exchange): Outcome {
    const findings = template ? (this.judge({ ...template, exchange: exchange.id }) ?? []) : judgeInvariants(exchange)
    const own = findings.filter((finding) => finding.requirement === requirement)
    if (own.some(({ outcome }) => outcome === 'fail')) return 'shows'
    if (own.some(({ outcome }) => outcome === 'pass')) return 'holds'
    const status = exchange.response?.complete && exchange.response.status
    // A good response keeps a rule that does not apply to it, such as one on errors.
    if (template === undefined && (status === 200 || status === reference.response?.status)) return 'holds'
    if (status === undefined || status === false || status !== reference.response?.status) return 'unclear'
    // The first refusal counted only after several attempts, so this one needs no more of them.
    return status >= 400 ? 'shows' : 'unclear'
  }
}
