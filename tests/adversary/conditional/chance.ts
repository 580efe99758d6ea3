/** Chance that can be repeated: the same words give the same numbers. */
import { createHash } from 'node:crypto'

export class Chance {
  readonly #words: string
  #turns = 0

  constructor(words: string) {
    this.#words = words
  }

  /** At least 0 and below 1. */
  next(): number {
    this.#turns += 1
    const digest = createHash('sha256').update(`${this.#words} ${this.#turns}`).digest()
    return digest.readUIntBE(0, 6) / 2 ** 48
  }

  /** One of these, by weight. */
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
