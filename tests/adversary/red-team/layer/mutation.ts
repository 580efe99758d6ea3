/** What a row of the red team does to the exchanges between the harness and a conforming gateway. */
import type { IncomingMessage } from 'node:http'
import type { Freedoms } from '../../second-gateway/index.ts'
import type { Ask } from './ask.ts'
import type { Reply } from './reply.ts'

export interface Mutation {
  /** Switches of the gateway behind the layer. */
  readonly freedoms?: Partial<Freedoms>
  /** Milliseconds until an idle connection is closed. */
  readonly idle?: number
  /** Responds from the request's head alone. */
  readonly early?: (request: IncomingMessage) => Reply | undefined
  /** Changes the request, or responds instead of the gateway. */
  readonly ask?: (ask: Ask) => Reply | undefined
  readonly reply?: (reply: Reply, ask: Ask) => void
}

/** Combines several mutations, which are applied in order. */
export const both = (...all: readonly Mutation[]): Mutation => ({
  freedoms: Object.assign({}, ...all.map(({ freedoms }) => freedoms)),
  ask(ask) {
    for (const each of all) {
      const reply = each.ask?.(ask)
      if (reply) return reply
    }
    return undefined
  },
  reply(reply, ask) {
    for (const each of all) each.reply?.(reply, ask)
  },
})
