/**
 * Which requests are sent of all that could be: each next one shows most of what has not been shown yet. What a request
 * shows are its cells: the family of its bad value first, then what it meets, then every two of these together.
 */
import { createHash } from 'node:crypto'

/** A separate seed for each name, so that filters do not change what is generated. */
export function seedFor(seed: number, name: string): number {
  return createHash('sha256').update(`${seed} ${name}`).digest().readInt32BE()
}

/** What a request shows. The same text is the same thing. */
export interface Shown {
  /** What each of the requests is to show, from the coarse to the fine: it counts more than all others. */
  readonly first: readonly string[]
  /** What has to be shown after the first of `first`, before any further variety. */
  readonly due: readonly string[]
  /** Where it shows that: the coarse meets each of these, the fine at least one. */
  readonly others: readonly string[]
}

const WEIGHTS = { first: 1000, due: 800, other: 20, met: 50, pair: 1 } as const

/** What a candidate shows, with a number for each text. */
type Numbered = { readonly [Part in keyof Shown]: readonly number[] }

/** Numbers of texts. */
class Texts {
  readonly #numbers = new Map<string, number>()

  get count(): number {
    return this.#numbers.size
  }

  in({ first, due, others }: Shown): Numbered {
    return { first: this.#of(first), due: this.#of(due), others: this.#of(others) }
  }

  #of(texts: readonly string[]): readonly number[] {
    return texts.map((text) => {
      const number = this.#numbers.get(text) ?? this.#numbers.size
      this.#numbers.set(text, number)
      return number
    })
  }
}

/** The cells of what is shown, with what each of them is worth. @param texts how many there are of all candidates */
function eachCell(shown: Numbered, texts: number, see: (cell: number, worth: number) => void): void {
  const { first, due, others } = shown
  const both = (one: number, other: number): number => (one + 1) * texts + other
  for (const one of due) see(one, WEIGHTS.due)
  for (let at = 0; at < first.length; at += 1) {
    const one = first[at] as number
    see(one, WEIGHTS.first / (at + 1))
    for (const other of others) see(both(one, other), at === 0 ? WEIGHTS.met : WEIGHTS.pair)
  }
  for (let at = 0; at < others.length; at += 1) {
    const one = others[at] as number
    see(one, WEIGHTS.other)
    for (let next = at + 1; next < others.length; next += 1) see(both(one, others[next] as number), WEIGHTS.pair)
  }
}

/** As many of the candidates as are wanted, in the order in which they show most; the same for equal candidates. */
export function spreadOver<Item>(candidates: readonly Item[], size: number, shown: (item: Item) => Shown): Item[] {
  const texts = new Texts()
  const shownBy = candidates.map((item) => texts.in(shown(item)))
  const met = new Set<number>()
  /** What a candidate shows that is not met yet. */
  const worthOf = (own: Numbered): number => {
    let sum = 0
    eachCell(own, texts.count, (cell, worth) => {
      if (!met.has(cell)) sum += worth
    })
    return sum
  }
  /** What each candidate was worth when that was last worked out: never less than what it is worth now. */
  const atMost = shownBy.map(() => Number.POSITIVE_INFINITY)
  const left = new Set(candidates.keys())
  const chosen: Item[] = []
  while (chosen.length < size && left.size > 0) {
    let [best, most] = [-1, -1]
    for (const at of left) {
      if ((atMost[at] as number) <= most) continue
      const worth = worthOf(shownBy[at] as Numbered)
      atMost[at] = worth
      if (worth > most) [best, most] = [at, worth]
    }
    left.delete(best)
    chosen.push(candidates[best] as Item)
    eachCell(shownBy[best] as Numbered, texts.count, (cell) => met.add(cell))
  }
  return chosen
}
