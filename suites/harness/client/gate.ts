/** Holds requests back until several of them have their turn, so that they are sent at the same time. */

/** Milliseconds after which the waiting requests are sent anyway: others may be slow, or may never be sent. */
const MAX_LENGTH = 5000

export class Gate {
  readonly #width: number
  /** The number of requests that have not arrived yet. */
  #expected: number
  #waiting: (() => void)[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  /**
   * @param members the number of requests to expect
   * @param lanes requests that may be in flight at the same time; if there are fewer lanes, members go in groups
   */
  constructor(members: number, lanes: number) {
    this.#expected = members
    this.#width = Math.min(members, lanes)
  }

  /** Resolves when a whole group is waiting. */
  async pass(): Promise<void> {
    this.#expected -= 1
    const opened = new Promise<void>((go) => this.#waiting.push(go))
    if (this.#waiting.length >= this.#width || this.#expected <= 0) this.#open()
    else this.#timer ??= setTimeout(() => this.#open(), MAX_LENGTH)
    await opened
  }

  #open(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const go of this.#waiting.splice(0)) go()
  }
}
