/** A table of dresses in which every pair of values of two dimensions occurs; every three at depth 3. */
import covertable from 'covertable'
import type { Depth } from '../catalogue/profiles.ts'
import { grown } from './covering.ts'
import { type Dimension, dimensionNames, dimensions, type Row } from './dimensions.ts'

/** Numbers of values, by dimension. */
type Places = Readonly<Record<Dimension, number>>

const tables = new Map<Depth, readonly Places[]>()

/** Dimensions that the library starts from: more of them would take it seconds. The others are grown on them. */
const FIRST = ['accept', 'accept-encoding', 'client', 'tracing'] as const satisfies readonly Dimension[]

/** The table as places of values. It is the same for every seed and costs time, so it is made once. */
function placesOf(depth: Depth): readonly Places[] {
  let table = tables.get(depth)
  if (!table) {
    table = placed(depth)
    tables.set(depth, table)
  }
  return table
}

function placed(depth: Depth): readonly Places[] {
  const isFirst = (name: Dimension): boolean => (FIRST as readonly Dimension[]).includes(name)
  const others = dimensionNames.filter((name) => !isFirst(name))
  // From the largest on: few rows are needed for what comes last.
  const names = [...FIRST, ...others.toSorted((a, b) => dimensions[b].length - dimensions[a].length)]
  const factors = Object.fromEntries(FIRST.map((name) => [name, [...dimensions[name].keys()]]))
  const start = covertable.make(factors, { length: depth }) as unknown as Record<string, number>[]
  const rows = start.map((row) => FIRST.map((name) => row[name] as number))
  const sizes = names.map((name) => dimensions[name].length)
  return grown(rows, sizes, depth).map(
    (row) => Object.fromEntries(names.map((name, at) => [name, row[at]])) as unknown as Places,
  )
}

/** Names of the values of a row. Rows live as long as their run, and are asked for their values all the time. */
const named = new WeakMap<Row, readonly string[]>()

function valuesOf(row: Row): readonly string[] {
  let values = named.get(row)
  if (!values) {
    values = dimensionNames.map((name) => `${name} ${row[name]}`)
    named.set(row, values)
  }
  return values
}

/** Rows in the order of `spread`, as far as somebody has asked for them. */
interface Order {
  readonly rows: Row[]
  readonly rest: Iterator<Row>
}

/** By the row that they begin with: what was worked out for one run serves the next one. */
const orders = new WeakMap<readonly Row[], Map<number, Order>>()

/** The row at a place of the order that begins with the row `start`. */
export function rowAt(rows: readonly Row[], start: number, place: number): Row | undefined {
  const known = orders.get(rows) ?? new Map<number, Order>()
  orders.set(rows, known)
  const order = known.get(start) ?? { rows: [], rest: spread([...rows.slice(start), ...rows.slice(0, start)]) }
  known.set(start, order)
  while (order.rows.length <= place) {
    const next = order.rest.next()
    if (next.done) break
    order.rows.push(next.value)
  }
  return order.rows[place]
}

/** The same rows, from the first on, in an order in which few of them hold as many values as possible. */
function* spread(rows: readonly Row[]): Generator<Row> {
  const left = [...rows]
  let met = new Set<string>()
  while (left.length > 0) {
    let [best, most] = [0, 0]
    for (const [at, row] of left.entries()) {
      let fresh = 0
      for (const value of valuesOf(row)) if (!met.has(value)) fresh += 1
      if (fresh > most) [best, most] = [at, fresh]
    }
    // Every value has been met: from here on they are met once more.
    if (most === 0) {
      met = new Set()
      continue
    }
    const [row] = left.splice(best, 1)
    if (!row) return
    for (const value of valuesOf(row)) met.add(value)
    yield row
  }
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

/** The number of a value that stands in the most rows. */
function commonest(table: readonly Places[], name: Dimension): number {
  const counts = dimensions[name].map((_, place) => table.filter((row) => row[name] === place).length)
  return counts.indexOf(Math.max(...counts))
}

/** A connection for each request is slow, and dear over TLS: the table is read so that few rows ask for it. */
const oftenReused = (table: readonly Places[]): number[] => (commonest(table, 'connection') === 0 ? [0, 1] : [1, 0])

/** What was drawn last: one run after the other of the same process mostly has the same seed. */
let last: { readonly seed: number; readonly depth: Depth; readonly rows: readonly Row[] } | undefined

/** The rows of a seed. Which value stands where is drawn; that every pair occurs does not depend on it. */
export function rowsOf(seed: number, depth: Depth = 2): readonly Row[] {
  if (last?.seed !== seed || last.depth !== depth) last = { seed, depth, rows: drawn(seed, depth) }
  return last.rows
}

function drawn(seed: number, depth: Depth): readonly Row[] {
  const table = placesOf(depth)
  const orders = dimensionNames.map(
    (name, salt) =>
      [name, name === 'connection' ? oftenReused(table) : shuffled(dimensions[name].length, seed, salt)] as const,
  )
  const rows = table.map(
    (places) =>
      Object.fromEntries(orders.map(([name, order]) => [name, dimensions[name][order[places[name]] as number]])) as Row,
  )
  return [...spread(rows)]
}
