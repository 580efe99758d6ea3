/** The rows of a run: the table with its values shuffled by the seed, in an order in which few rows show much. */
import type { Depth } from '../catalogue/profiles.ts'
import { numberOf, valueCount } from './cells.ts'
import { type Dimension, dimensionNames, dimensions, type Row } from './dimensions.ts'
import { type Places, tableOf } from './table.ts'

/** Numbers of the values of a row. Rows live as long as their run, and are asked for their values all the time. */
const values = new WeakMap<Row, Uint16Array>()

function valuesOf(row: Row): Uint16Array {
  const known = values.get(row) ?? Uint16Array.from(dimensionNames, (name) => numberOf(name, row[name]))
  values.set(row, known)
  return known
}

/** Rows in the order of `spread`, as far as they were requested. */
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
  const met = new Uint8Array(valueCount)
  while (left.length > 0) {
    let best = 0
    let most = 0
    for (let at = 0; at < left.length; at += 1) {
      const own = valuesOf(left[at] as Row)
      let fresh = 0
      for (let place = 0; place < own.length; place += 1) if (met[own[place] as number] === 0) fresh += 1
      if (fresh > most) {
        best = at
        most = fresh
      }
    }
    // Every value has been met: from here on they are met once more.
    if (most === 0) {
      met.fill(0)
      continue
    }
    const [row] = left.splice(best, 1)
    if (!row) return
    for (const value of valuesOf(row)) met[value] = 1
    yield row
  }
}

/** Numbers below `size` in a separate order for each seed. */
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

/** The number of a value that is in the most rows. */
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
  const table = tableOf(depth)
  const orders = dimensionNames.map(
    (name, salt) =>
      [name, name === 'connection' ? oftenReused(table) : shuffled(dimensions[name].length, seed, salt)] as const,
  )
  const rows = table.map(
    (places, turn) =>
      ({
        ...Object.fromEntries(orders.map(([name, order]) => [name, dimensions[name][order[places[name]] as number]])),
        turn,
      }) as Row,
  )
  return [...spread(rows)]
}
