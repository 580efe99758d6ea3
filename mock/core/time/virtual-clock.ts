import { type Clock, realNow, realTimer, turn } from './clock.ts'
import { type Duration, milliseconds } from './duration.ts'

interface Pending {
  readonly fireAt: number
  readonly callback: () => void
  cancel: (() => void) | undefined
}

/** Turns of the event loop in which the other side can receive and handle what was sent at one clock time. */
const TURNS = 5

/**
 * A clock that follows system time and can be advanced; timers that become ready then fire in order. While frozen, it
 * moves only when it is advanced.
 * @example
 * const clock = new VirtualClock()
 * clock.freeze()
 * await clock.advance('1m')
 */
export class VirtualClock implements Clock {
  #ahead = 0
  #frozen: number | undefined
  #advancing: Promise<void> = Promise.resolve()
  readonly #pending = new Set<Pending>()

  /** Milliseconds since the epoch. */
  now(): number {
    return this.#frozen ?? realNow() + this.#ahead
  }

  /** Whether the clock is frozen. */
  get frozen(): boolean {
    return this.#frozen !== undefined
  }

  after(wait: number, callback: () => void): () => void {
    const pending: Pending = { fireAt: this.now() + wait, callback, cancel: undefined }
    this.#pending.add(pending)
    this.#arm(pending)
    return () => this.#drop(pending)
  }

  /** Freezes the clock at a time in milliseconds since the epoch; default: now. */
  freeze(at: number = this.now()): void {
    if (!Number.isFinite(at)) throw new RangeError(`${at} must be milliseconds since the epoch.`)
    this.#frozen = at
    for (const pending of this.#pending) this.#arm(pending)
  }

  /** Continues from the frozen time. */
  resume(): void {
    if (this.#frozen === undefined) return
    this.#ahead = this.#frozen - realNow()
    this.#frozen = undefined
    for (const pending of this.#pending) this.#arm(pending)
  }

  /**
   * Advances the clock, by milliseconds or a text such as `60s`. Resolves after all timers up to that time have fired
   * and connections in this process have had time to react. A second call waits for the first. @throws RangeError when
   * `by` is not a duration
   */
  async advance(by: Duration): Promise<void> {
    const span = milliseconds(by)
    this.#advancing = this.#advancing.then(() => this.#forward(span))
    await this.#advancing
  }

  async #forward(span: number): Promise<void> {
    const goesOn = this.#frozen === undefined
    // A response to a recent request may still be in transit.
    await turns()
    const end = this.now() + span
    this.freeze()
    for (let fireAt = this.#nextUntil(end); fireAt !== undefined; fireAt = this.#nextUntil(end)) {
      this.#frozen = Math.max(this.now(), fireAt)
      for (const pending of this.#pending) if (pending.fireAt <= fireAt) this.#happen(pending)
      await turns()
    }
    this.#frozen = end
    if (goesOn) this.resume()
  }

  /** The earliest time of a pending timer, if it is not after `end`. */
  #nextUntil(end: number): number | undefined {
    let next: number | undefined
    for (const { fireAt } of this.#pending) if (fireAt <= end && (next === undefined || fireAt < next)) next = fireAt
    return next
  }

  #happen(pending: Pending): void {
    this.#drop(pending)
    pending.callback()
  }

  /** Starts a system timer. While the clock is frozen, only timers for now fire; the others wait for `advance`. */
  #arm(pending: Pending): void {
    pending.cancel?.()
    const wait = Math.max(0, pending.fireAt - this.now())
    pending.cancel = this.#frozen !== undefined && wait > 0 ? undefined : realTimer(wait, () => this.#happen(pending))
  }

  #drop(pending: Pending): void {
    pending.cancel?.()
    this.#pending.delete(pending)
  }
}

async function turns(): Promise<void> {
  for (let count = 0; count < TURNS; count++) await turn()
}
