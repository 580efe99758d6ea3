/**
 * The table in which every pair of values of two dimensions occurs; every three at depth 3. It is the same for every seed and
 * costs time, so it is prepared.
 */
import { createRequire } from 'node:module'
import { type Preparation, prepared } from '../catalogue/prepared.ts'
import type { Depth } from '../catalogue/profiles.ts'
import { grown } from './covering.ts'
import { type Dimension, dimensionNames, dimensions } from './dimensions.ts'

const require = createRequire(import.meta.url)

/** Which value of each dimension stands in a row, by its place among the values of that dimension. */
export type Places = Readonly<Record<Dimension, number>>

/** Dimensions that the library starts from: more of them would take it seconds. The others are grown on them. */
const FIRST = ['accept', 'accept-encoding', 'client', 'tracing'] as const satisfies readonly Dimension[]

/** The rows, each with its places in the order of the dimensions. */
function made(depth: Depth): number[][] {
  const { make } = require('covertable') as typeof import('covertable')
  const isFirst = (name: Dimension): boolean => (FIRST as readonly Dimension[]).includes(name)
  const others = dimensionNames.filter((name) => !isFirst(name))
  // From the largest on: few rows are needed for what comes last.
  const names = [...FIRST, ...others.toSorted((a, b) => dimensions[b].length - dimensions[a].length)]
  const factors = Object.fromEntries(FIRST.map((name) => [name, [...dimensions[name].keys()]]))
  const start = make(factors, { length: depth }) as unknown as Record<string, number>[]
  const rows = start.map((row) => FIRST.map((name) => row[name] as number))
  const sizes = names.map((name) => dimensions[name].length)
  return grown(rows, sizes, depth).map((row) => dimensionNames.map((name) => row[names.indexOf(name)] as number))
}

const depths: readonly Depth[] = [2, 3]

function preparationOf(depth: Depth): Preparation {
  return {
    name: `table-${depth}.json`,
    of: ['table', 'covering', 'dimensions', 'texts', 'conversations'].map((name) => `suites/harness/space/${name}.ts`),
    by: 'covertable',
    make: () => JSON.stringify(made(depth)),
  }
}

/** All of them, for the package. */
export const preparedTables: readonly Preparation[] = depths.map(preparationOf)

const tables = new Map<Depth, readonly Places[]>()

export function tableOf(depth: Depth): readonly Places[] {
  let table = tables.get(depth)
  if (!table) {
    const rows = JSON.parse(prepared(preparationOf(depth))) as number[][]
    table = rows.map(
      (row) => Object.fromEntries(dimensionNames.map((name, at) => [name, row[at]])) as unknown as Places,
    )
    tables.set(depth, table)
  }
  return table
}
