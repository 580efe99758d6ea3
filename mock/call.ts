import type { Project } from './accounts.ts'
import type { Behaviour } from './behaviour.ts'
import type { JsonObject } from './body.ts'
import type { Disturb } from './disturbances/disturbance.ts'
import type { RequestHead } from './exchange.ts'
import type { Problem } from './problems.ts'
import type { Claim } from './quota.ts'
import type { Operation } from './routes.ts'

/** What is known of one request so far. Behaviours look at it to decide; nothing keeps it. */
export interface Call {
  readonly head: RequestHead
  /** Which request of this gateway it is, from 1. */
  readonly number: number
  /** When its head arrived, in milliseconds since the epoch on the gateway's clock. */
  readonly at: number
  /** What decides on it: the gateway's own behaviour, unless its project or a script has another one. */
  behaviour: Behaviour
  operation: Operation | undefined
  project: Project | undefined
  /** The text of the body and its size in bytes, once it is there. */
  text: string | undefined
  bytes: number
  body: JsonObject | undefined
  /** What is wrong with the body, when it was refused for that. */
  problems: readonly Problem[]
  /** Whether the answer is a stream. */
  streams: boolean
  /** What of its project's quotas it holds: tokens, and a place among the completions under way. */
  claim: Claim | undefined
  leave: (() => void) | undefined
  /** The text of the model or the script, as it was before anything happened to it. */
  said: string | undefined
  /** What goes wrong on the way of the answer, in order. */
  disturbances: readonly Disturb[]
}
