/** Rounds in which the checks of a phase draw further requests, so that only the seed decides which ones are sent. */

/** Requests to leave for others; explanations of failures leave none, since they have a separate budget. */
type Reserve = number | 'to explain'

interface Waiting {
  readonly check: string
  readonly reserve: Reserve
  /** Requests that the check still wants to draw, including those of this draw. */
  readonly left: number
  /** Requests of this draw. */
  readonly size: number
  readonly go: (mayDraw: boolean) => void
}

/** Requests that a run draws as far as its budget allows. */
export interface Drawn {
  readonly sent: number
  /** Not sent: the budget did not allow them. */
  readonly left_out: number
}

/**
 * Checks of one phase run concurrently and share the remaining budget. A round begins when all running checks wait for
 * it. It grants draws in the order of check names, so that the speed of responses decides nothing.
 *
 * @example
 * await rounds.during(async () => { while (await rounds.next('request-n.generated', 100, 5)) await send() })
 */
export class Rounds {
  readonly #mayDraw: (check: string, reserve: Reserve) => boolean
  #running = 0
  #drawn: Drawn = { sent: 0, left_out: 0 }
  #waiting: Waiting[] = []

  /** @param mayDraw whether a check may send another request and leave `reserve` requests for others */
  constructor(mayDraw: (check: string, reserve: Reserve) => boolean) {
    this.#mayDraw = mayDraw
  }

  /** The draws so far; undefined if the budget allowed all draws. */
  get drawn(): Drawn | undefined {
    return this.#drawn.left_out === 0 ? undefined : this.#drawn
  }

  /** Runs a check. The rounds of other checks wait until it asks for a round or ends. */
  async during(work: () => Promise<void>): Promise<void> {
    this.#running += 1
    try {
      await work()
    } finally {
      this.#running -= 1
      this.#begin()
    }
  }

  /** Waits for the next round. @returns whether the budget allows the check another draw in it */
  next(check: string, reserve: Reserve, left: number, size = 1): Promise<boolean> {
    return new Promise((go) => {
      this.#waiting.push({ check, reserve, left, size, go })
      // Checks that start in the same turn of the event loop take part from the first round on.
      queueMicrotask(() => this.#begin())
    })
  }

  #begin(): void {
    if (this.#waiting.length < this.#running) return
    const round = this.#waiting.toSorted((a, b) => (a.check < b.check ? -1 : 1))
    this.#waiting = []
    for (const [at, { check, reserve, left, size, go }] of round.entries()) {
      const mayDraw = this.#mayDraw(check, reserve === 'to explain' ? reserve : reserve + at)
      const { sent, left_out } = this.#drawn
      this.#drawn = mayDraw ? { sent: sent + size, left_out } : { sent, left_out: left_out + left }
      go(mayDraw)
    }
  }
}
