import type { Accounts, Project } from '../gateway/accounts.ts'
import type { Reply } from './answers/compose.ts'
import type { Behaviour } from './contract-behaviour.ts'
import type { Disturb } from './disturbance.ts'
import type { Refusal } from './errors.ts'
import type { Answer, RequestHead } from './http.ts'
import type { Claim } from './metering/quota.ts'
import type { JsonObject } from './request/body.ts'
import type { Problem } from './request/problems.ts'
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

/** What a journal may ask the gateway that it serves. */
export interface Desk {
  readonly accounts: Accounts
  /** How many requests have begun so far. */
  readonly begun: number
}

/** Told of every answer when it is sealed, before the transport has it. Keeps nothing of a prompt, an answer or a key. */
export interface Journal {
  enter(call: Call, answer: Answer, desk: Desk): void
}
