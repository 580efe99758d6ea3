/**
 * Chooses which of the possible requests to send: each time the one whose cells add most to those already shown. The
 * cells of a request are the family of its invalid value, the location of that value, and each pair of these.
 */
import { createHash } from 'node:crypto'
import { entryOf } from '../http/compact.ts'

/** A separate seed for each name, so that filters do not change what is generated. */
export function seedFor(seed: number, name: string): number {
  return createHash('sha256').update(`${seed} ${name}`).digest().readInt32BE()
}

/** Items in an order that the seed draws by their names. */
export const inDrawnOrder = <Item>(items: readonly Item[], seed: number, nameOf: (item: Item) => string): Item[] =>
  items
    .map((item) => ({ item, drawn: seedFor(seed, nameOf(item)) }))
    .sort((one, other) => one.drawn - other.drawn)
    .map(({ item }) => item)

/** The cells of a request, as texts. Equal texts are the same cell. */
export interface Cells {
  /** Families that the chosen requests have to show, from coarse to fine. They count more than all other cells. */
  readonly first?: readonly string[]
  /** Cells to show after the first of `first`, before any further variety. */
  readonly second?: readonly string[]
  /** Where a request shows its family: a coarse family needs each of these locations, a fine one at least one. */
  readonly others?: readonly string[]
}

const WEIGHTS = { first: 1000, second: 800, other: 20, withFirst: 50, pair: 1 } as const

/** The cells of a candidate, with a number for each text. */
type Numbered = { readonly [Part in keyof Cells]-?: readonly number[] }

/** Visits each cell, with its worth. @param texts the number of texts of all candidates */
function eachCell(cells: Numbered, texts: number, visit: (cell: number, worth: number) => void): void {
  const { first, second, others } = cells
  const both = (one: number, other: number): number => (one + 1) * texts + other
  for (const one of second) visit(one, WEIGHTS.second)
  for (let at = 0; at < first.length; at += 1) {
    const one = first[at] as number
    visit(one, WEIGHTS.first / (at + 1))
    for (const other of others) visit(both(one, other), at === 0 ? WEIGHTS.withFirst : WEIGHTS.pair)
  }
  for (let at = 0; at < others.length; at += 1) {
    const one = others[at] as number
    visit(one, WEIGHTS.other)
    for (let next = at + 1; next < others.length; next += 1) visit(both(one, others[next] as number), WEIGHTS.pair)
  }
}

/** Chooses `size` candidates, each time the one that adds most. The same candidates always give the same choice. */
export function spreadOver<Item>(candidates: readonly Item[], size: number, cellsOf: (item: Item) => Cells): Item[] {
  const texts = new Map<string, number>()
  const numbered = (own: readonly string[] = []): number[] => own.map((text) => entryOf(texts, text, () => texts.size))
  const numberedCells = candidates.map(cellsOf).map(
    ({ first, second, others }): Numbered => ({
      first: numbered(first),
      second: numbered(second),
      others: numbered(others),
    }),
  )
  const covered = new Set<number>()
  /** The worth of the cells that no chosen candidate covers. */
  const worthOf = (own: Numbered): number => {
    let sum = 0
    eachCell(own, texts.size, (cell, worth) => {
      if (!covered.has(cell)) sum += worth
    })
    return sum
  }
  /** The worth of each candidate when it was last computed: an upper bound of its worth now. */
  const atMost = numberedCells.map(() => Number.POSITIVE_INFINITY)
  const left = new Set(candidates.keys())
  const chosen: Item[] = []
  while (chosen.length < size && left.size > 0) {
    let [best, most] = [-1, -1]
    for (const at of left) {
      if ((atMost[at] as number) <= most) continue
      const worth = worthOf(numberedCells[at] as Numbered)
      atMost[at] = worth
      if (worth > most) [best, most] = [at, worth]
    }
    left.delete(best)
    chosen.push(candidates[best] as Item)
    eachCell(numberedCells[best] as Numbered, texts.size, (cell) => covered.add(cell))
  }
  return chosen
}
