/**
 * Shows the progress of a run. On a terminal it is a bar; in a log, or on a terminal that cannot erase, a line every few
 * seconds.
 */
import { counted } from '../wording/counted.ts'

export interface Step {
  readonly done: number
  readonly total: number
  readonly requests: number
  /** The number of checks with failures so far. */
  readonly failed: number
}

interface Output {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** The minimum of milliseconds between two lines of a log. */
const LOG_EVERY = 10_000
/** The minimum of milliseconds between two updates of the line on a terminal. */
const TERMINAL_EVERY = 80
const ERASE = '\r\u001b[K'

/** The maximum and minimum width of the bar, and the width of the text next to it. */
const BAR = 20
const SHORTEST = 8
const WORDS = 64

/** No estimate is shown before this fraction of the run, and this many milliseconds. */
const EARLY = 0.05
const SOON = 2000

export class Progress {
  readonly #output: Output
  readonly #now: () => number
  readonly #live: boolean
  #last: number
  #began: number
  #expected: number | undefined
  #shown = false

  constructor(output: Output, now: () => number = () => performance.now(), env = process.env) {
    this.#output = output
    this.#now = now
    this.#live = output.isTTY === true && env.TERM !== 'dumb'
    this.#began = now()
    // In a log, wait before the first progress line, so that a short run writes none.
    this.#last = this.#live ? Number.NEGATIVE_INFINITY : this.#began
  }

  /**
   * Announces the run.
   * @param expected the usual number of requests of such a run; undefined if unknown
   */
  begin(what: string, expected?: number): void {
    this.#expected = expected
    this.#began = this.#now()
    if (this.#live) this.#show(`${what} …`)
    else this.#output.write(`${what}\n`)
  }

  step(step: Step): void {
    const now = this.#now()
    if (now - this.#last < (this.#live ? TERMINAL_EVERY : LOG_EVERY)) return
    this.#last = now
    const share = this.#shareOf(step)
    const line = this.#wordsFor(step, share)
    if (this.#live) this.#show(`${barOf(share, (this.#output.columns ?? 80) - WORDS)}${line}`)
    else this.#output.write(`${line}\n`)
  }

  /** Clears the line. */
  end(): void {
    if (this.#shown) this.#output.write(ERASE)
    this.#shown = false
  }

  /** The finished fraction of the run. It counts requests if their number is known, because checks differ in length. */
  #shareOf({ done, total, requests }: Step): number {
    if (done >= total) return 1
    const expected = this.#expected
    return expected === undefined ? done / total : Math.min(0.99, requests / expected)
  }

  #wordsFor({ done, total, requests, failed }: Step, share: number): string {
    const expected = this.#expected
    const isUsual = expected !== undefined && requests <= expected && done < total
    return [
      isUsual ? `${requests} of about ${counted(expected, 'request')}` : counted(requests, 'request'),
      // Omit this next to a bar, which already shows it: there is little space.
      ...(this.#live && isUsual ? [] : [`${done} of ${counted(total, 'check')}`]),
      ...(failed > 0 ? [`${counted(failed, 'check')} failed`] : []),
      ...this.#remaining(share, isUsual || expected === undefined),
    ].join(', ')
  }

  /** An estimate of the remaining time, if one is possible. */
  #remaining(share: number, isKnown: boolean): string[] {
    const elapsed = this.#now() - this.#began
    if (!isKnown || share < EARLY || share >= 1 || elapsed < SOON) return []
    const seconds = Math.ceil((elapsed * (1 - share)) / share / 1000)
    return [seconds < 100 ? `about ${seconds} s left` : `about ${Math.round(seconds / 60)} min left`]
  }

  #show(line: string): void {
    this.#shown = true
    this.#output.write(`${ERASE}${line.slice(0, (this.#output.columns ?? 80) - 1)}`)
  }
}

/** @param room the available characters; if they are too few, no bar is drawn */
function barOf(share: number, room: number): string {
  const width = Math.min(BAR, room)
  if (width < SHORTEST) return ''
  const full = Math.floor(share * width)
  return `[${'#'.repeat(full)}${'.'.repeat(width - full)}] `
}
