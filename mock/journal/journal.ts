import type { Call } from '../call.ts'
import type { Answer } from '../exchange.ts'

/** Told of every answer when it is sealed, before the transport has it. Keeps nothing of a prompt, an answer or a key. */
export interface Journal {
  enter(call: Call, answer: Answer): void
}
