/**
 * Shows the progress of a run: one line that changes on a terminal, and a line every few seconds in a log or on a
 * terminal that cannot erase.
 */

export interface Step {
  readonly done: number
  readonly total: number
  readonly requests: number
}

interface Output {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** Milliseconds between two lines of a log. */
const LOG_EVERY = 5000
/** Milliseconds between two changes of the line on a terminal. */
const TERMINAL_EVERY = 80
const ERASE = '\r\u001b[K'

export class Progress {
  readonly #output: Output
  readonly #now: () => number
  readonly #live: boolean
  #last: number
  #shown = false

  constructor(output: Output, now: () => number = () => performance.now(), env = process.env) {
    this.#output = output
    this.#now = now
    this.#live = output.isTTY === true && env.TERM !== 'dumb'
    // A short run writes no line into a log.
    this.#last = this.#live ? Number.NEGATIVE_INFINITY : now()
  }

  /** Says what begins. */
  begin(what: string): void {
    if (this.#live) this.#show(`${what} …`)
    else this.#output.write(`${what}\n`)
  }

  step({ done, total, requests }: Step): void {
    const now = this.#now()
    if (now - this.#last < (this.#live ? TERMINAL_EVERY : LOG_EVERY)) return
    this.#last = now
    const line = `${done} of ${total} checks, ${requests} requests`
    if (this.#live) this.#show(line)
    else this.#output.write(`${line}\n`)
  }

  /** Clears the line. */
  end(): void {
    if (this.#shown) this.#output.write(ERASE)
    this.#shown = false
  }

  #show(line: string): void {
    this.#shown = true
    this.#output.write(`${ERASE}${line.slice(0, (this.#output.columns ?? 80) - 1)}`)
  }
}
