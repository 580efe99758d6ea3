import type { Clock } from './clock.ts'

const MINUTE = 60_000

/** Requests a minute, in windows that begin with the first request after the last window ended. */
export class Quota {
  readonly #limit: number
  readonly #clock: Clock
  #opened = Number.NEGATIVE_INFINITY
  #used = 0

  constructor(requestsPerMinute: number, clock: Clock) {
    this.#limit = requestsPerMinute
    this.#clock = clock
  }

  /** Takes one request from the window. Otherwise says how many seconds to wait: at least 1 (contract 7.4). */
  take(): number | undefined {
    const now = this.#clock.now()
    if (now - this.#opened >= MINUTE) {
      this.#opened = now
      this.#used = 0
    }
    if (this.#used < this.#limit) {
      this.#used++
      return undefined
    }
    return Math.max(1, Math.ceil((this.#opened + MINUTE - now) / 1000))
  }
}
