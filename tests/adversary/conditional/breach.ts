/** A drawn breach as a mutation of the layer, which counts how often it has shown. */
import { holds } from '../red-team/layer/conditions.ts'
import type { Mutation } from '../red-team/layer/mutation.ts'
import type { Reply } from '../red-team/layer/reply.ts'
import type { Timing } from './conditions/index.ts'
import { Courses } from './courses.ts'
import type { Draw } from './draw.ts'

export interface Breach extends Mutation {
  /** How often it has shown. */
  readonly times: number
}

/** A catalog of twelve models, and all of them but one respond. */
export const GATEWAY = { catalogSize: 'many', listOrder: 'chat-first' } as const

const printOf = ({ status, headers, body }: Reply): string =>
  `${status} ${JSON.stringify(headers)} ${body.toString('latin1')}`

export function breachOf({ kind, deviation, conditions }: Draw): Breach {
  const courses = new Courses()
  let before = 0
  let times = 0
  return {
    freedoms: GATEWAY,
    get times() {
      return times
    },
    ask: (ask) => courses.open(ask),
    reply(reply, ask) {
      const course = courses.close(ask)
      if (!holds(() => kind.when(ask, reply))) return
      const timing: Timing = { ...course, before }
      before += 1
      if (!conditions.every(({ when }) => holds(() => when(ask, timing)))) return
      const plain = printOf(reply)
      deviation.change(reply, ask)
      if (printOf(reply) !== plain) times += 1
    },
  }
}
