/** Where all requests of a run wait for their turn: concurrency, rate and budget. */
import type { Plan } from '../http/request.ts'
import type { Limits } from '../target/limits.ts'
import { Budget } from './budget.ts'

/** The time that a pace is kept by, in milliseconds. Tests put their own in its place. */
export interface Clock {
  now(): number
  sleep(milliseconds: number): Promise<void>
}

const realClock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds) => new Promise((go) => setTimeout(go, milliseconds)),
}

/** Milliseconds that a run waits for limits in all, before it leaves the rest inconclusive. */
const LONGEST_HOLD = 300_000

export class RateLimiter {
  readonly budget: Budget
  readonly #rate: number
  readonly #clock: Clock
  #running = 0
  #next = 0
  #heldUntil = 0
  #held = 0
  #concurrency: number
  #waiting: (() => void)[] = []

  constructor(limits: Limits, clock: Clock = realClock) {
    this.#clock = clock
    this.budget = new Budget(limits)
    this.#rate = limits.rate
    this.#concurrency = limits.concurrency
  }

  /** Runs `send` when it is its turn. @throws BudgetSpent */
  async admit<T>(plan: Plan, send: () => Promise<T>): Promise<T> {
    this.budget.take(plan)
    if (this.#running >= this.#concurrency) await new Promise<void>((go) => this.#waiting.push(go))
    else this.#running += 1
    try {
      await this.#pace()
      return await send()
    } finally {
      const go = this.#running <= this.#concurrency ? this.#waiting.shift() : undefined
      if (go) go()
      else this.#running -= 1
    }
  }

  /**
   * A limit of the target was met: nothing is sent for a while, and less at the same time from then on.
   *
   * @returns false when the run has waited long enough for limits already
   */
  hold(milliseconds: number): boolean {
    const now = this.#clock.now()
    const until = now + milliseconds
    if (this.#held + milliseconds > LONGEST_HOLD) return false
    // One limit is met by all requests on the way; it counts once.
    if (now >= this.#heldUntil) {
      this.#concurrency = Math.max(1, Math.floor(this.#concurrency / 2))
      this.#held += milliseconds
    }
    this.#heldUntil = Math.max(this.#heldUntil, until)
    return true
  }

  async #pace(): Promise<void> {
    const clock = this.#clock
    for (let held = this.#heldUntil - clock.now(); held > 0; held = this.#heldUntil - clock.now()) {
      await clock.sleep(held)
    }
    if (!Number.isFinite(this.#rate)) return
    const now = clock.now()
    const at = Math.max(now, this.#next)
    this.#next = at + 1000 / this.#rate
    if (at > now) await clock.sleep(at - now)
  }
}
