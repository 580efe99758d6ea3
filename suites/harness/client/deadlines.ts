/** Ends an exchange of which one stage takes longer than its deadline. */
import type { Failure } from '../http/exchange.ts'
import type { Deadlines } from '../target/limits.ts'
import type { Budget } from './budget.ts'

/** Watches one exchange, from when it is sent. */
export class Watch {
  readonly #deadlines: Deadlines
  readonly #report: (failure: Failure) => void
  readonly #whole: ReturnType<typeof setTimeout>
  #stage: 'connect' | 'headers' | 'body' = 'connect'
  /** For the current stage of the exchange; none while only the total counts. */
  #part: ReturnType<typeof setTimeout> | undefined
  #over = false

  /** @param report called with the stage that took too long; never after `end` */
  constructor(deadlines: Deadlines, budget: Budget | undefined, report: (failure: Failure) => void) {
    this.#deadlines = deadlines
    this.#report = report
    const { connect, timeout } = deadlines
    const left = budget?.timeLeft ?? Number.POSITIVE_INFINITY
    this.#whole = setTimeout(
      () => {
        if (left < timeout) report({ stage: 'budget', code: 'BUDGET', message: 'the time of the run is spent' })
        else this.#late(`no complete response within ${timeout} ms`)
      },
      Math.max(0, Math.min(timeout, left)),
    )
    if (connect < timeout) this.#allow(connect, `no connection within ${connect} ms`)
  }

  /** What the exchange waits for. */
  get stage(): 'connect' | 'headers' | 'body' {
    return this.#stage
  }

  get over(): boolean {
    return this.#over
  }

  /** The request is sent. */
  connected(): void {
    this.#stage = 'headers'
    clearTimeout(this.#part)
  }

  /** The head of the response was received, or a piece of its body. */
  moved(): void {
    this.#stage = 'body'
    const { idle, timeout } = this.#deadlines
    if (idle < timeout) this.#allow(idle, `nothing more of the body for ${idle} ms`)
  }

  /** The exchange is over; the watch is as well. */
  end(): void {
    this.#over = true
    clearTimeout(this.#whole)
    clearTimeout(this.#part)
  }

  #allow(milliseconds: number, message: string): void {
    clearTimeout(this.#part)
    this.#part = setTimeout(() => this.#late(message), milliseconds)
  }

  #late(message: string): void {
    this.#report({ stage: this.#stage, code: 'TIMEOUT', message })
  }
}
