import type { Behaviour } from '../behaviour.ts'
import type { Disturb } from '../disturbances/disturbance.ts'
import type { Refusal } from '../errors.ts'
import type { Reply } from '../reply.ts'

/** What a script says about one answer. Whatever it leaves out is as the gateway would have it. */
export interface Step {
  /** An error of the contract, in place of an answer. */
  readonly refusal?: Refusal
  /** The text, cut by `stop` and the limits of the request as every text of a model is. */
  readonly text?: string
  /** The content chunks of a stream; joined they are the text. */
  readonly pieces?: readonly string[]
  /** Milliseconds before each content chunk, and after the last one before the finish. */
  readonly pauses?: readonly number[]
  readonly finish?: Reply['finish']
  readonly usage?: Reply['usage'] | 'unknown'
  readonly created?: Reply['created']
  /** A breach of the contract: the script has marked it as a fault. */
  readonly fault?: (behaviour: Behaviour) => Behaviour
  readonly disturbances?: readonly Disturb[]
}
