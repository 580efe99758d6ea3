/** The faults of the mock by family, which is the file that declares them, and pairs of two families, drawn by a seed. */
import * as tables from '../../../mock/deviations/faults/index.ts'
import { type Fault, listFaults } from '../../../mock/index.ts'
import { seedFor } from '../../../suites/harness/arbitraries/draws.ts'
import { covers } from '../../prove/outcome.ts'

export type Pair = readonly [Fault, Fault]

/** The family of each fault, by its name. */
const familyOf: ReadonlyMap<string, string> = new Map(
  Object.entries(tables).flatMap(([family, table]) =>
    table()
      .flat()
      .map(({ name }) => [name, family] as const),
  ),
)

/** Whether a requirement shows this fault but not the other one. */
const isApartFrom = (fault: Fault, other: Fault): boolean => fault.breaks.some((id) => !covers(other.breaks, id))

/** Draws `count` pairs of faults from different families, each with a requirement that shows only that fault. */
export function drawnPairs(count: number, seed: number): Pair[] {
  const all = listFaults()
  const lost = all.filter(({ name }) => !familyOf.has(name))
  if (lost.length > 0) throw new Error(`no family for ${lost.map(({ name }) => name).join(', ')}`)
  const kinds = [...Map.groupBy(all, ({ name }) => familyOf.get(name) as string).values()]
  const drawn = <T>(from: readonly T[], what: string): T => from[Math.abs(seedFor(seed, what)) % from.length] as T
  const pairs = new Map<string, Pair>()
  // Draw the families first, so that large families are not favoured.
  for (let at = 0; pairs.size < count; at += 1) {
    const [one, other] = [drawn(kinds, `one ${at}`), drawn(kinds, `other ${at}`)]
    if (one === other) continue
    const pair = [drawn(one, `fault ${at}`), drawn(other, `second fault ${at}`)] as const
    const name = pair.map((fault) => fault.name).sort()
    if (isApartFrom(pair[0], pair[1]) && isApartFrom(pair[1], pair[0])) pairs.set(name.join(), pair)
  }
  return [...pairs.values()]
}
