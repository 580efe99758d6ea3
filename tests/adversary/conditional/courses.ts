/** Concurrent requests, and earlier ones on the same connection. */
import type { Ask } from '../red-team/layer/ask.ts'
import type { Timing } from './conditions/index.ts'

export type Course = Omit<Timing, 'before'>

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
