/** Seeded random numbers, fast enough for millions of draws. */
export class Draw {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A number from 0 up to 1, exclusive. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let drawn = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    drawn ^= drawn + Math.imul(drawn ^ (drawn >>> 7), drawn | 61)
    return ((drawn ^ (drawn >>> 14)) >>> 0) / 2 ** 32
  }

  /** An integer from 0 up to `bound`, exclusive. */
  below(bound: number): number {
    return Math.floor(this.fraction() * bound)
  }

  of<T>(things: readonly T[]): T {
    return things[this.below(things.length)] as T
  }
}
