/** Which requests of one check go out in the way of some real caller, and in whose. */
import type { RequirementId } from '../../catalogue/requirements.ts'
import type { Plan } from '../../http/request.ts'
import type { Expectation } from '../../judge/evidence.ts'
import type { Row } from '../../space/dimensions.ts'
import { canBeDressed } from '../../space/dress.ts'
import { type Dressing, kindFor, lengthened } from '../../space/dressing.ts'
import type { CheckName, Due } from '../trial.ts'

/** Expectations whose requests may be dressed: nothing else about them is special. */
const DRESSED: readonly Expectation['kind'][] = [
  'accepted',
  'rejected',
  'denied',
  'callable',
  'lists',
  'state',
  'served',
]

export class Dresses {
  readonly #dressing: Dressing
  readonly #check: CheckName
  readonly #maxTokens: number
  /** Requests of the check that got a dress so far. */
  #count = 0
  #sharing = 0
  /** One request of a check that is due to be refused has a long text, for which then nobody pays. */
  #hasLong = false

  /** @param maxTokens of plain requests */
  constructor(dressing: Dressing, check: CheckName, maxTokens: number) {
    this.#dressing = dressing
    this.#check = check
    this.#maxTokens = maxTokens
  }

  /** The dress of a request, by its place in the check; undefined where it goes out as it stands. */
  rowFor({ name, title, plan, expectation, options }: Due): Row | undefined {
    const { shared = false, plainly = false, asIs = false, control, requirement = this.#check.covers, own } = options
    if (shared || plainly || !DRESSED.includes(expectation.kind) || !canBeDressed(plan, own)) return undefined
    const next = this.#next(plan, expectation.kind === 'rejected' && (plan.stream || plan.operation === 'models'))
    const long = next && !this.#hasLong ? lengthened(plan, expectation, next, this.#maxTokens) : undefined
    this.#hasLong ||= long !== undefined
    const row = long ?? next
    if (row) {
      // What comes after something else is another request when it is asked alone; two faults are no kind of their own; and a
      // listed model may be unavailable: asked again in another dress, it would be waited for each time.
      const isSample = !asIs && requirement !== 'status-order' && expectation.kind !== 'callable'
      const sample = isSample ? { name, title, plan, expectation, requirement, control, own } : undefined
      // A limit admits a few requests first: that a state was met, only its answer tells.
      const met = expectation.kind === 'state' ? undefined : row
      this.#dressing.note(kindFor(plan, expectation, requirement), plan, met, sample)
    }
    return row
  }

  #next(plan: Plan, sharesRows: boolean): Row | undefined {
    if (!sharesRows) return this.#dressing.rowFor(this.#check.id, this.#count++)
    return this.#dressing.sharedRow(this.#check.id, this.#sharing++, plan)
  }

  /** Takes note of a request that got the answer that was expected of it. */
  met(
    plan: Plan,
    row: Row,
    expectation: Expectation = { kind: 'accepted' },
    requirement: RequirementId = this.#check.covers,
  ): void {
    this.#dressing.note(kindFor(plan, expectation, requirement), plan, row)
  }
}
