/** One request that a check tries: its plan and its outcome. */
import type { RequirementId } from '../catalogue/requirements.ts'
import type { Gate } from '../client/gate.ts'
import type { JudgedResponse } from '../explain/variation.ts'
import type { Header, Named } from '../http/exchange.ts'
import type { Plan } from '../http/request.ts'
import type { Expectation } from '../judge/evidence.ts'
import type { Row } from '../variation/dimensions.ts'
import type { RetryPolicy } from './retry-policy.ts'

/** One request that a check tried: its evidence, and what the judge says of it. */
export type Trial = JudgedResponse

/** What a context knows about its check: a check itself refers to its context. */
export interface CheckName {
  readonly id: string
  /** Id of the requirement that it covers. */
  readonly covers: RequirementId
  /** All its requests are follow-ups. */
  readonly followUp?: boolean
}

export interface TryOptions {
  readonly retry?: RetryPolicy
  readonly control?: Plan | undefined
  readonly silent?: boolean
  readonly shared?: boolean
  /** Headers of the plan that a provocation needs; other deliberate ones exclude variations. */
  readonly own?: readonly Header[] | undefined
  /** The variation to send it in. */
  readonly row?: Row
  /** The request is sent unchanged, without a variation. */
  readonly plainly?: boolean
  /** The sender looks at its outcome: a failure in a variation is not repeated. */
  readonly asIs?: boolean
  /** Its first attempt is sent together with those of others. */
  readonly gate?: Gate
  /** It is a follow-up, in that part of the budget. */
  readonly isFollowUp?: boolean
  /** The requirement of the evidence, if it is not that of the check. */
  readonly requirement?: RequirementId
}

/** A request to try, with its name in the transcript. */
export interface Planned extends Named {
  readonly title: string
  readonly plan: Plan
  readonly expectation: Expectation
  readonly options: TryOptions
}
