/** The table in which every pair of values of two dimensions occurs; every three at depth 3. It is the same for every seed. */
import type { Depth } from '../catalogue/profiles.ts'
import { coveringRows } from './covering.ts'
import { type Dimension, dimensionNames, dimensions } from './dimensions.ts'

/** Which value of each dimension is in a row, by its index among the values of that dimension. */
export type Places = Readonly<Record<Dimension, number>>

const tables = new Map<Depth, readonly Places[]>()

export function tableOf(depth: Depth): readonly Places[] {
  const table = tables.get(depth) ?? made(depth)
  tables.set(depth, table)
  return table
}

function made(depth: Depth): readonly Places[] {
  // From the largest on: few rows are needed for what comes last.
  const names = dimensionNames.toSorted((a, b) => dimensions[b].length - dimensions[a].length)
  const sizes = names.map((name) => dimensions[name].length)
  return coveringRows(sizes, depth).map(
    (row) => Object.fromEntries(dimensionNames.map((name) => [name, row[names.indexOf(name)]])) as unknown as Places,
  )
}
