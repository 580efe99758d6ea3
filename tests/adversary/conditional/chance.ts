/** Reproducible random numbers: the same words give the same numbers. */
import { createHash } from 'node:crypto'

export class Chance {
  readonly #words: string
  #turns = 0

  constructor(words: string) {
    this.#words = words
  }

  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#turns += 1
    const digest = createHash('sha256').update(`${this.#words} ${this.#turns}`).digest()
    return digest.readUIntBE(0, 6) / 2 ** 48
  }

  /** A random item, by weight. */
  pick<Item extends { readonly weight: number }>(items: readonly Item[]): Item {
    let left = this.next() * items.reduce((sum, { weight }) => sum + weight, 0)
    for (const item of items) {
      left -= item.weight
      if (left < 0) return item
    }
    const last = items.at(-1)
    if (!last) throw new RangeError('there is nothing to pick from')
    return last
  }
}
