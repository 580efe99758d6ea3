/** One place where requests wait their turn: concurrency, pace and the budget of a run. */

export interface Limits {
  /** The most requests that the run may send. */
  readonly requests: number
  /** Requests a second; Infinity for no pace at all. */
  readonly rate: number
  readonly concurrency: number
}

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
  #waiting: (() => void)[] = []

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Requests sent so far. */
  get sent(): number {
    return this.#sent
  }

  get spent(): boolean {
    return this.#sent >= this.#limits.requests
  }

  /** Runs `send` when there is a place for it. @throws BudgetSpent */
  async admit<T>(send: () => Promise<T>): Promise<T> {
    if (this.spent) throw new BudgetSpent(this.#limits.requests)
    this.#sent += 1
    if (this.#running >= this.#limits.concurrency) await new Promise<void>((go) => this.#waiting.push(go))
    else this.#running += 1
    try {
      await this.#pace()
      return await send()
    } finally {
      const go = this.#waiting.shift()
      if (go) go()
      else this.#running -= 1
    }
  }

  async #pace(): Promise<void> {
    if (!Number.isFinite(this.#limits.rate)) return
    const now = performance.now()
    const at = Math.max(now, this.#next)
    this.#next = at + 1000 / this.#limits.rate
    if (at > now) await new Promise((go) => setTimeout(go, at - now))
  }
}
