/** A table of dresses in which every pair of values of two dimensions occurs; every three at depth 3. */
import covertable from 'covertable'
import { type Dimension, dimensionNames, dimensions, type Row } from './dimensions.ts'

export type Depth = 2 | 3

/** Numbers of values, by dimension. */
type Places = Readonly<Record<Dimension, number>>

const tables = new Map<Depth, readonly Places[]>()

/** The table as places of values. It is the same for every seed and costs time, so it is made once. */
function placesOf(depth: Depth): readonly Places[] {
  let table = tables.get(depth)
  if (!table) {
    const factors = Object.fromEntries(dimensionNames.map((name) => [name, [...dimensions[name].keys()]]))
    table = covertable.make(factors, { length: depth }) as unknown as Places[]
    tables.set(depth, table)
  }
  return table
}

/** The same rows, from the first on, in an order in which few of them hold as many values as possible. */
export function spread(rows: readonly Row[]): Row[] {
  const left = [...rows]
  const sorted: Row[] = []
  let met = new Set<string>()
  while (left.length > 0) {
    const fresh = (row: Row): number => dimensionNames.filter((name) => !met.has(`${name} ${row[name]}`)).length
    const most = Math.max(...left.map(fresh))
    // Every value has been met: from here on they are met once more.
    if (most === 0) {
      met = new Set()
      continue
    }
    const [row] = left.splice(
      left.findIndex((each) => fresh(each) === most),
      1,
    )
    if (!row) break
    sorted.push(row)
    for (const name of dimensionNames) met.add(`${name} ${row[name]}`)
  }
  return sorted
}

/** Numbers below `size` in an order of their own for each seed. */
function shuffled(size: number, seed: number, salt: number): number[] {
  let state = (seed ^ Math.imul(salt + 1, 0x9e3779b1)) >>> 0
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const order = Array.from({ length: size }, (_, at) => at)
  for (let at = size - 1; at > 0; at -= 1) {
    const other = next(at + 1)
    const here = order[at] as number
    order[at] = order[other] as number
    order[other] = here
  }
  return order
}

/** The rows of a seed. Which value stands where is drawn; that every pair occurs does not depend on it. */
export function rowsOf(seed: number, depth: Depth = 2): readonly Row[] {
  const orders = dimensionNames.map((name, salt) => [name, shuffled(dimensions[name].length, seed, salt)] as const)
  const rows = placesOf(depth).map(
    (places) =>
      Object.fromEntries(orders.map(([name, order]) => [name, dimensions[name][order[places[name]] as number]])) as Row,
  )
  return spread(rows)
}
