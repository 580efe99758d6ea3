/** Draws mutants evenly from the groups, with a limit for each file. */
import { createHash } from 'node:crypto'
import { MAX_PER_FILE, type Mutant } from './instrument.ts'

/** Shuffles items in an order that depends only on their names and the seed. */
export function shuffled<Item>(items: readonly Item[], nameOf: (item: Item) => string, seed: number): Item[] {
  const rank = (item: Item): string =>
    createHash('sha256')
      .update(`${seed} ${nameOf(item)}`)
      .digest('hex')
  return items
    .map((item) => [rank(item), item] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, item]) => item)
}

export function drawn(mutants: readonly Mutant[], sample: number, seed: number): Mutant[] {
  const ofFile = new Map<string, number>()
  const few = shuffled(mutants, ({ place, change }) => `${place} ${change}`, seed).filter(({ path }) => {
    const count = (ofFile.get(path) ?? 0) + 1
    ofFile.set(path, count)
    return count <= MAX_PER_FILE
  })
  const lists = Object.values(Object.groupBy(few, ({ group }) => group))
  const turns = Array.from({ length: few.length }, (_, turn) => lists.flatMap((list = []) => list[turn] ?? []))
  return turns.flat().slice(0, sample)
}
