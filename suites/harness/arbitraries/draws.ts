/**
 * Which requests are sent of all that could be: each next one shows most of what has not been shown yet. What a request
 * shows are its cells: the family of its bad value first, then what it meets, then every two of these together.
 */
import { createHash } from 'node:crypto'

/** A seed of its own for each name, so that filters do not change what is generated. */
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

/** Above the texts that all candidates together show. */
const MOST_TEXTS = 2 ** 20

/** Numbers of texts, and of every two of them. */
class Cells {
  readonly #numbers = new Map<string, number>()

  of(text: string): number {
    const number = this.#numbers.get(text) ?? this.#numbers.size
    this.#numbers.set(text, number)
    return number
  }

  /** Below zero, where no text has its number. */
  both(one: number, other: number): number {
    return -1 - (one * MOST_TEXTS + other)
  }
}

/** The cells of what is shown, with what each of them is worth. */
function* cellsOf(shown: Shown, cells: Cells): Generator<readonly [cell: number, worth: number]> {
  const first = shown.first.map((text) => cells.of(text))
  const others = shown.others.map((text) => cells.of(text))
  for (const one of shown.due) yield [cells.of(one), WEIGHTS.due]
  for (const [at, one] of first.entries()) {
    yield [one, WEIGHTS.first / (at + 1)]
    for (const other of others) yield [cells.both(one, other), at === 0 ? WEIGHTS.met : WEIGHTS.pair]
  }
  for (const [at, one] of others.entries()) {
    yield [one, WEIGHTS.other]
    for (const other of others.slice(at + 1)) yield [cells.both(one, other), WEIGHTS.pair]
  }
}

/** As many of the candidates as are wanted, in the order in which they show most; the same for equal candidates. */
export function spreadOver<Item>(candidates: readonly Item[], size: number, shown: (item: Item) => Shown): Item[] {
  const cells = new Cells()
  const shownBy = candidates.map((item) => [...cellsOf(shown(item), cells)])
  /** What each candidate shows that is not met yet, and what it loses with each cell that is met. */
  const fresh = shownBy.map((own) => own.reduce((sum, [, worth]) => sum + worth, 0))
  const holders = new Map<number, (readonly [at: number, worth: number])[]>()
  for (const [at, own] of shownBy.entries())
    for (const [cell, worth] of own) {
      const known = holders.get(cell)
      if (known) known.push([at, worth])
      else holders.set(cell, [[at, worth]])
    }
  const left = new Set(candidates.keys())
  const chosen: Item[] = []
  while (chosen.length < size && left.size > 0) {
    let [best, most] = [-1, -1]
    for (const at of left) {
      const worth = fresh[at] as number
      if (worth > most) [best, most] = [at, worth]
    }
    left.delete(best)
    chosen.push(candidates[best] as Item)
    for (const [cell] of shownBy[best] ?? []) {
      for (const [at, worth] of holders.get(cell) ?? []) fresh[at] = (fresh[at] as number) - worth
      holders.delete(cell)
    }
  }
  return chosen
}
