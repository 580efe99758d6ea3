import type { Accounts } from '../accounts.ts'
import type { Call } from '../call.ts'
import type { Answer } from '../exchange.ts'

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
