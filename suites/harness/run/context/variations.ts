/** Decides which requests of one check are varied, as if a real client sent them, and how. */

import type { RequirementId } from '../../catalogue/requirements.ts'
import type { Plan } from '../../http/request.ts'
import type { Expectation } from '../../judge/evidence.ts'
import { names } from '../../text/names.ts'
import { canVary } from '../../variation/apply.ts'
import type { Row } from '../../variation/dimensions.ts'
import { kindFor } from '../../variation/kinds.ts'
import { lengthened, type VariationPlan } from '../../variation/plan.ts'
import type { CheckName, Planned } from '../trial.ts'

/** Expectations whose requests may be varied, because nothing else about the requests is special. */
const VARIED: readonly Expectation['kind'][] = names('accepted rejected denied callable lists state served')

export class Variations {
  readonly #plan: VariationPlan
  readonly #check: CheckName
  readonly #maxTokens: number
  /** Requests of the check that got a variation so far. */
  #count = 0
  #sharing = 0
  /** Whether a request that has to be refused already has a long text. One per check is enough; it costs no tokens. */
  #hasLong = false

  /** @param maxTokens of plain requests */
  constructor(plan: VariationPlan, check: CheckName, maxTokens: number) {
    this.#plan = plan
    this.#check = check
    this.#maxTokens = maxTokens
  }

  /** The variation of a request, by its position in the check; undefined if it is sent unchanged. */
  rowFor({ name, title, plan, expectation, options }: Planned): Row | undefined {
    const { shared = false, plainly = false, asIs = false, control, requirement = this.#check.covers, own } = options
    if (shared || plainly || !VARIED.includes(expectation.kind) || !canVary(plan, own)) return undefined
    const next = this.#next(plan, expectation.kind === 'rejected' && (plan.stream || plan.operation === 'models'))
    const long = next && !this.#hasLong ? lengthened(plan, expectation, next, this.#maxTokens) : undefined
    this.#hasLong ||= long !== undefined
    const row = long ?? next
    if (row) {
      // A request that depends on its predecessor differs when it is sent alone. Two faults are not a separate kind. A
      // listed model may be unavailable, and each variation would cost a wait.
      const isSample = !asIs && requirement !== 'status-order' && expectation.kind !== 'callable'
      const sample = isSample ? { name, title, plan, expectation, requirement, control, own } : undefined
      // A limit admits a few requests first: only a response shows that the state was reached.
      const met = expectation.kind === 'state' ? undefined : row
      this.#plan.note(kindFor(plan, expectation, requirement), plan, met, sample)
    }
    return row
  }

  #next(plan: Plan, sharesRows: boolean): Row | undefined {
    if (!sharesRows) return this.#plan.rowFor(this.#check.id, this.#count++)
    return this.#plan.sharedRow(this.#check.id, this.#sharing++, plan)
  }

  /** Records that a request got the expected response. */
  met(plan: Plan, row: Row, expectation: Expectation, requirement: RequirementId = this.#check.covers): void {
    this.#plan.note(kindFor(plan, expectation, requirement), plan, row)
  }
}
