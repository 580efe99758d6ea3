/** One request that a check tries: what it is to be, and what came of it. */
import type { RequirementId } from '../catalogue/requirements.ts'
import type { Gate } from '../client/gate.ts'
import type { JudgedResponse } from '../explain/variation.ts'
import type { Header, Named } from '../http/exchange.ts'
import type { Plan } from '../http/request.ts'
import type { Expectation } from '../judge/evidence.ts'
import type { Row } from '../space/dimensions.ts'
import type { Patience } from './patience.ts'

/** One request that a check tried: its evidence, and what the judge says of it. */
export type Trial = JudgedResponse

/** What a context knows of its check: a check itself refers to its context. */
export interface CheckName {
  readonly id: string
  /** Id of the requirement that it covers. */
  readonly covers: RequirementId
  /** All that it asks is a follow-up. */
  readonly followUp?: boolean
}

export interface TryOptions {
  readonly patience?: Patience
  readonly control?: Plan | undefined
  readonly silent?: boolean
  readonly shared?: boolean
  /** Headers of the plan that a provocation needs; others on purpose keep a request from being dressed. */
  readonly own?: readonly Header[] | undefined
  /** The dress to send it in. */
  readonly row?: Row
  /** The request goes out as it stands, in no dress. */
  readonly plainly?: boolean
  /** Whatever comes of it is looked at by who sends it: what fails in a dress is not asked again. */
  readonly asIs?: boolean
  /** Its first try goes out together with those of others. */
  readonly gate?: Gate
  /** It asks again about something, in the part of the budget that is for this. */
  readonly isFollowUp?: boolean
  /** The requirement that the evidence speaks of, where it is not that of the check. */
  readonly requirement?: RequirementId
}

/** A request to try, with its name in the transcript. */
export interface Due extends Named {
  readonly title: string
  readonly plan: Plan
  readonly expectation: Expectation
  readonly options: TryOptions
}
