/** Turns a drawn breach into a mutation of the layer that counts how often it occurs. */
import type { Ask } from '../red-team/layer/ask.ts'
import { holds } from '../red-team/layer/conditions.ts'
import { replyPrint } from '../red-team/layer/layer.ts'
import type { Mutation } from '../red-team/layer/mutation.ts'
import type { Timing } from './conditions/index.ts'
import type { Draw } from './draw.ts'

/** What is known about a request besides its kind. */
export type Course = Omit<Timing, 'before'>

/** Tracks concurrent requests, and earlier requests on the same connection. */
export class Courses {
  readonly #open = new Map<Ask, Course>()
  readonly #onConnection = new Map<string, number>()

  open(ask: Ask): undefined {
    const onConnection = this.#onConnection.get(ask.connection) ?? 0
    this.#onConnection.set(ask.connection, onConnection + 1)
    this.#open.set(ask, { others: this.#open.size, onConnection })
  }

  close(ask: Ask): Course {
    const course = this.#open.get(ask) ?? { others: 0, onConnection: 0 }
    this.#open.delete(ask)
    return course
  }
}

/** A mutation with the number of its occurrences. */
type Breach = Mutation & { readonly times: number }

/** A catalog of twelve models, all of which respond except one. */
export const GATEWAY = { catalogSize: 'many', listOrder: 'chat-first' } as const

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
      const plain = replyPrint(reply)
      deviation.change(reply, ask)
      if (replyPrint(reply) !== plain) times += 1
    },
  }
}
