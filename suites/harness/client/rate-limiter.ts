/** All requests of a run wait here for their turn, within concurrency, rate and budget. */
import type { Plan } from '../http/request.ts'
import { LARGE, type Limits } from '../target/limits.ts'
import { Budget, bytesOf } from './budget.ts'
import { Turns } from './turns.ts'

/** A clock in milliseconds. Tests replace it. */
export interface Clock {
  now(): number
  sleep(milliseconds: number): Promise<void>
}

export const realClock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds) => new Promise((go) => setTimeout(go, milliseconds)),
}

/** Milliseconds that a run waits for limits in total. After that, limited requests stay inconclusive. */
const MAX_HOLD = 300_000

/** Minimum rates in requests per second, and factors to speed up: for a limit that is rarely met, and for a low one. */
const LIMIT = { rare: { slowest: 10, faster: 2 }, low: { slowest: 0.5, faster: 1.25 } }

/** A limit is low after a wait of this many milliseconds: a burst would use up its requests per minute at once. */
const LONG_WAIT = 10_000

/** A limit is also low if it was met this often in a row after fewer than this number of requests. */
const LOW = { times: 10, requests: 6 }

/** The new rate as a share of the rate at which a limit was reached, so that the next second stays below the limit. */
const MARGIN = 0.75

/** After this number of requests without a limit, a run that was slowed down speeds up. */
const RECOVERED = 40

export interface Turn<T> {
  /** Throws if nothing further may be sent, so that no request waits in vain. */
  readonly open?: () => void
  /** Awaited when it is the request's turn; if it throws, the error is thrown and the request is not sent. */
  readonly ready?: () => Promise<void>
  /** Whether the request is a follow-up, which uses that part of the budget. */
  readonly isFollowUp?: boolean
  /** Whether the outcome shows that a limit was reached. */
  readonly isLimited?: (outcome: T) => boolean
}

export class RateLimiter {
  readonly budget: Budget
  readonly #clock: Clock
  readonly #fullRate: number
  #rate: number
  /** When the last pause ended, and the number of requests since then that reached no limit. */
  #resumedAt: number | undefined
  #passed = 0
  /** How often in a row a limit was met after few requests. */
  #soon = 0
  readonly #largeBodies = new Turns(1)
  #running = 0
  #next = 0
  #heldUntil = 0
  #held = 0
  #concurrency: number
  #waiting: (() => void)[] = []
  /** Requests in flight. */
  #inFlight = 0
  /** Calls of `alone` that run or wait; while there are any, no other request begins. */
  #alone = 0
  readonly #aloneTurns = new Turns(1)
  /** Called when a request or a call of `alone` ends. */
  #onEnd: (() => void)[] = []

  constructor(limits: Limits, clock: Clock = realClock) {
    this.#clock = clock
    this.budget = new Budget(limits)
    this.#fullRate = limits.rate
    this.#rate = limits.rate
    this.#concurrency = limits.concurrency
  }

  /** The maximum number of requests in flight. */
  get lanes(): number {
    return this.#concurrency
  }

  /**
   * Runs `send` when there is a free lane.
   *
   * @throws BudgetSpent, and what `ready` throws
   */
  async admit<T>(plan: Plan, send: () => Promise<T>, turn: Turn<T> = {}): Promise<T> {
    const inTurn = (): Promise<T> => this.#inTurn(plan, send, turn)
    // Several large bodies at once would share the bandwidth, and all would miss their deadlines.
    return bytesOf(plan) <= LARGE ? inTurn() : this.#largeBodies.take(inTurn)
  }

  /** Runs `work` while no other request is in flight; it sends by `keepingPace`. Calls run one after the other. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    this.#alone += 1
    return this.#aloneTurns.take(async () => {
      try {
        await this.#until(() => this.#inFlight === 0)
        return await work()
      } finally {
        this.#alone -= 1
        this.#wake()
      }
    })
  }

  /** Sends at the pace of the run, for requests that need no lane. @throws BudgetSpent, and what `ready` throws */
  async keepingPace<T>(
    plan: Plan,
    send: () => Promise<T>,
    { ready, isFollowUp }: Pick<Turn<T>, 'ready' | 'isFollowUp'> = {},
  ): Promise<T> {
    await this.#pace()
    await ready?.()
    this.budget.take(plan, isFollowUp)
    return send()
  }

  /** Resolves once `holds` is true, which is tested whenever a request ends. */
  async #until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((go) => this.#onEnd.push(go))
  }

  #wake(): void {
    for (const go of this.#onEnd.splice(0)) go()
  }

  /** Sends at once, regardless of other requests. @throws BudgetSpent */
  urgent<T>(plan: Plan, send: () => Promise<T>): Promise<T> {
    this.budget.take(plan)
    return send()
  }

  async #inTurn<T>(plan: Plan, send: () => Promise<T>, { open, ready, isFollowUp, isLimited }: Turn<T>): Promise<T> {
    if (this.#running >= this.#concurrency) await new Promise<void>((go) => this.#waiting.push(go))
    else this.#running += 1
    try {
      open?.()
      this.budget.assertRoom(plan, isFollowUp)
      await this.#pace()
      await ready?.()
      await this.#until(() => this.#alone === 0)
      this.budget.take(plan, isFollowUp)
      this.#resumedAt ??= this.#clock.now()
      const outcome = await this.#counted(send)
      if (!isLimited?.(outcome)) this.#pass()
      return outcome
    } finally {
      const go = this.#running <= this.#concurrency ? this.#waiting.shift() : undefined
      if (go) go()
      else this.#running -= 1
    }
  }

  async #counted<T>(send: () => Promise<T>): Promise<T> {
    this.#inFlight += 1
    try {
      return await send()
    } finally {
      this.#inFlight -= 1
      this.#wake()
    }
  }

  /**
   * Called when a limit was reached: nothing is sent for a while, and then the run has a lower rate and concurrency.
   *
   * @param fewer divides the concurrency
   * @returns false if the run would wait too long for limits in total
   */
  hold(milliseconds: number, fewer = 2): boolean {
    const now = this.#clock.now()
    const until = now + milliseconds
    if (this.#held + milliseconds > MAX_HOLD) return false
    // All requests in flight reach the same limit, so it counts once.
    if (now >= this.#heldUntil) {
      // A long wait is about the number of requests, not about how many are in flight.
      if (milliseconds < LONG_WAIT) this.#concurrency = Math.max(1, Math.floor(this.#concurrency / fewer))
      this.#held += milliseconds
      this.#slowDown(now, until)
    }
    this.#heldUntil = Math.max(this.#heldUntil, until)
    return true
  }

  /** Whether a low limit has slowed the run down. */
  get #isLow(): boolean {
    return this.#rate < Math.min(this.#fullRate, LIMIT.rare.slowest)
  }

  #pass(): void {
    this.#passed += 1
    if (this.#rate >= this.#fullRate || this.#passed < RECOVERED) return
    // A low limit may show only after a minute that the rate is too high.
    this.#rate = Math.min(this.#fullRate, this.#rate * (this.#isLow ? LIMIT.low : LIMIT.rare).faster)
    this.#resumedAt = this.#clock.now()
    this.#passed = 0
  }

  /** Lowers the rate to one that the target has accepted, or to half of the current rate if none is known. */
  #slowDown(now: number, until: number): void {
    this.#soon = this.#passed < LOW.requests ? this.#soon + 1 : 0
    const isLow = this.#isLow || until - now >= LONG_WAIT || this.#soon >= LOW.times
    const seconds = Math.max(1, ((isLow ? until : now) - (this.#resumedAt ?? now)) / 1000)
    const shown = this.#passed > 0 ? (this.#passed / seconds) * MARGIN : this.#rate / 2
    this.#rate = Math.min(this.#rate, Math.max((isLow ? LIMIT.low : LIMIT.rare).slowest, shown))
    this.#resumedAt = until
    this.#passed = 0
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
