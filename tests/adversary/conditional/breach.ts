/** A drawn breach as a mutation of the layer, which counts how often it has shown. */
import type { Ask } from '../red-team/layer/ask.ts'
import { holds } from '../red-team/layer/conditions.ts'
import type { Mutation } from '../red-team/layer/mutation.ts'
import type { Reply } from '../red-team/layer/reply.ts'
import type { Moment } from './conditions/index.ts'
import type { Draw } from './draw.ts'

export interface Breach extends Mutation {
  /** How often it has shown. */
  readonly times: number
}

/** A catalog of twelve models, and all of them but one answer. */
const GATEWAY = { catalogSize: 'many', listOrder: 'chat-first' } as const

const printOf = ({ status, headers, body }: Reply): string =>
  `${status} ${JSON.stringify(headers)} ${body.toString('latin1')}`

export function breachOf({ kind, deviation, conditions }: Draw): Breach {
  /** Requests that are on their way, with how many others there were when they came. */
  const open = new Map<Ask, Omit<Moment, 'before'>>()
  const onConnection = new Map<string, number>()
  let before = 0
  let times = 0
  return {
    freedoms: GATEWAY,
    get times() {
      return times
    },
    ask(ask) {
      const earlier = onConnection.get(ask.connection) ?? 0
      onConnection.set(ask.connection, earlier + 1)
      open.set(ask, { others: open.size, onConnection: earlier })
      return undefined
    },
    reply(reply, ask) {
      const { others = 0, onConnection: earlier = 0 } = open.get(ask) ?? {}
      open.delete(ask)
      if (!holds(() => kind.when(ask, reply))) return
      const moment: Moment = { before, others, onConnection: earlier }
      before += 1
      if (!conditions.every(({ when }) => holds(() => when(ask, moment)))) return
      const plain = printOf(reply)
      deviation.change(reply, ask)
      if (printOf(reply) !== plain) times += 1
    },
  }
}
