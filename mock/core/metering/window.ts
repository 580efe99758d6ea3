import type { Clock } from '../time/clock.ts'
import type { Cells } from './cells.ts'

const MINUTE = 60_000

/** No wait helps: the request needs more than a whole window allows. */
export const NEVER: number = Number.POSITIVE_INFINITY

/** A limit, and how much of it is used. */
export interface Standing {
  readonly limit: number
  readonly used: number
}

/** A budget for each minute. A window begins when something is taken after the last one has ended. */
export class Window {
  readonly #limit: number
  readonly #cells: Cells
  readonly #opened: number
  readonly #used: number
  readonly #clock: Clock
  #takenFrom = 0

  /** Its two cells begin at `at`. */
  constructor(limit: number, cells: Cells, at: number, clock: Clock) {
    this.#limit = limit
    this.#cells = cells
    this.#opened = at
    this.#used = at + 1
    this.#clock = clock
  }

  /** Takes from the window. Otherwise says how many seconds to wait: at least 1 (contract 7.4), or NEVER. */
  // keeps: retry-after, retry-after-enough
  take(amount: number): number | undefined {
    if (amount > this.#limit) return NEVER
    this.#cells.enter()
    const { values } = this.#cells
    const now = this.#clock.now()
    if (values[this.#used] === 0 || now - this.#cells.get(this.#opened) >= MINUTE) {
      values[this.#opened] = now
      values[this.#used] = 0
    }
    const used = this.#cells.get(this.#used) + amount
    const fits = used <= this.#limit
    if (fits) values[this.#used] = used
    this.#takenFrom = this.#cells.get(this.#opened)
    this.#cells.leave()
    return fits ? undefined : Math.max(1, Math.ceil((this.#takenFrom + MINUTE - now) / 1000))
  }

  /** What may be taken in a window, and what has been taken from the one that is open. */
  get standing(): Standing {
    this.#cells.enter()
    const isOver = this.#clock.now() - this.#cells.get(this.#opened) >= MINUTE
    const used = isOver ? 0 : this.#cells.get(this.#used)
    this.#cells.leave()
    return { limit: this.#limit, used }
  }

  /** The start of the window of the last `take`; `giveBack` needs it. */
  get takenFrom(): number {
    return this.#takenFrom
  }

  /** Gives back what was taken from the window that began at `takenFrom`, unless that window is over. */
  giveBack(amount: number, takenFrom: number): void {
    this.#cells.enter()
    if (this.#cells.get(this.#opened) === takenFrom) this.#cells.add(this.#used, -amount)
    this.#cells.leave()
  }
}
