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

/** The cells of what is shown, with what each of them is worth. */
function* cellsOf({ first, due, others }: Shown): Generator<readonly [cell: string, worth: number]> {
  for (const one of due) yield [one, WEIGHTS.due]
  for (const [at, one] of first.entries()) {
    yield [one, WEIGHTS.first / (at + 1)]
    for (const other of others) yield [`${one} + ${other}`, at === 0 ? WEIGHTS.met : WEIGHTS.pair]
  }
  for (const [at, one] of others.entries()) {
    yield [one, WEIGHTS.other]
    for (const other of others.slice(at + 1)) yield [`${one} + ${other}`, WEIGHTS.pair]
  }
}

/** As many of the candidates as are wanted, in the order in which they show most; the same for equal candidates. */
export function spreadOver<Item>(candidates: readonly Item[], size: number, shown: (item: Item) => Shown): Item[] {
  const left = candidates.map((item) => ({ item, cells: [...cellsOf(shown(item))] }))
  const met = new Set<string>()
  const chosen: Item[] = []
  while (chosen.length < size && left.length > 0) {
    let [best, most] = [0, -1]
    for (const [at, { cells }] of left.entries()) {
      let fresh = 0
      for (const [cell, worth] of cells) if (!met.has(cell)) fresh += worth
      if (fresh > most) [best, most] = [at, fresh]
    }
    const [next] = left.splice(best, 1)
    if (!next) break
    chosen.push(next.item)
    for (const [cell] of next.cells) met.add(cell)
  }
  return chosen
}
