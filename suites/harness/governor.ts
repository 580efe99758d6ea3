/** One place where requests wait their turn: concurrency, pace and the budget of a run. */

export interface Limits {
  /** The most requests that the run may send. */
  readonly requests: number
  /** Requests a second; Infinity for no pace at all. */
  readonly rate: number
  readonly concurrency: number
}

/** Milliseconds that a run waits for limits in all, before it leaves the rest inconclusive. */
const LONGEST_HOLD = 300_000

/** Thrown instead of sending one request more than the budget allows. */
export class BudgetSpent extends Error {
  constructor(limit: number) {
    super(`the budget of ${limit} requests is spent`)
  }
}

export class Governor {
  #limits: Limits
  #sent = 0
  #running = 0
  #next = 0
  #heldUntil = 0
  #held = 0
  #concurrency: number
  #waiting: (() => void)[] = []

  constructor(limits: Limits) {
    this.#limits = limits
    this.#concurrency = limits.concurrency
  }

  /** Requests sent so far. */
  get sent(): number {
    return this.#sent
  }

  get left(): number {
    return this.#limits.requests - this.#sent
  }

  get spent(): boolean {
    return this.#sent >= this.#limits.requests
  }

  /** Runs `send` when there is a place for it. @throws BudgetSpent */
  async admit<T>(send: () => Promise<T>): Promise<T> {
    if (this.spent) throw new BudgetSpent(this.#limits.requests)
    this.#sent += 1
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
    const now = performance.now()
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
    for (let held = this.#heldUntil - performance.now(); held > 0; held = this.#heldUntil - performance.now()) {
      await new Promise((go) => setTimeout(go, held))
    }
    if (!Number.isFinite(this.#limits.rate)) return
    const now = performance.now()
    const at = Math.max(now, this.#next)
    this.#next = at + 1000 / this.#limits.rate
    if (at > now) await new Promise((go) => setTimeout(go, at - now))
  }
}
