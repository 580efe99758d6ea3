/** The rows of a run: a table with every pair of values (every three at depth 3), shuffled by the seed. */
import type { Depth } from '../catalogue/profiles.ts'
import { entryOf, kept } from '../http/compact.ts'
import { headerIn } from '../http/exchange.ts'
import { type Caller, callersOf, familyNames } from './callers.ts'
import { coveringRows, numberOf, valueCount } from './covering.ts'
import { callerIn, type Dimension, dimensionNames, dimensions, type Row } from './dimensions.ts'
import { orderOf, writingOf } from './writing.ts'

/** For each dimension, the index of the row's value. */
export type Places = Readonly<Record<Dimension, number>>

const tables = new Map<Depth, readonly Places[]>()

export const tableOf = (depth: Depth): readonly Places[] => entryOf(tables, depth, () => made(depth))

/** Each combination of `size` values of a row. */
function cellsOf(row: readonly number[], size: number): readonly string[] {
  const own = row.map((place, at) => `${at}=${place}`)
  return size === 1 ? own : own.flatMap((one, at) => own.slice(at + 1).map((other) => `${one} ${other}`))
}

function made(depth: Depth): readonly Places[] {
  // The largest dimensions first: the last ones need few additional rows.
  const names = dimensionNames.toSorted((a, b) => dimensions[b].length - dimensions[a].length)
  const sizes = names.map((name) => dimensions[name].length)
  const rows = coveringRows(sizes, depth)
  reuseMost(rows, names.indexOf('connection'), depth)
  return rows.map(
    (row) => Object.fromEntries(dimensionNames.map((name) => [name, row[names.indexOf(name)]])) as unknown as Places,
  )
}

/** A connection for each request is slow, and costly over TLS: only as many rows have it as its combinations need. */
function reuseMost(rows: readonly number[][], at: number, depth: Depth): void {
  const left = new Map<string, number>()
  const closing = rows.filter((row) => row[at] === 1).map((row) => ({ row, cells: cellsOf(row, depth - 1) }))
  const count = (cells: readonly string[], by: number): void => {
    for (const cell of cells) left.set(cell, (left.get(cell) ?? 0) + by)
  }
  for (const { cells } of closing) count(cells, 1)
  for (const { row, cells } of closing) {
    if (cells.some((cell) => left.get(cell) === 1)) continue
    count(cells, -1)
    row[at] = 0
  }
}

/** Indexes of the values of a row, cached as long as the row lives, since they are needed all the time. */
const valuesOf = kept((row: Row) => Uint16Array.from(dimensionNames, (name) => numberOf(name, row[name])))

/** Rows in the order of `spread`, as far as they were requested. */
interface Order {
  readonly rows: Row[]
  readonly rest: Iterator<Row>
}

/** Cached by their first row, so that later runs in the same process reuse them. */
const ordersOf = kept((_: readonly Row[]) => new Map<number, Order>())

/** The row at a position in the order that begins with the row `start`. */
export function rowAt(rows: readonly Row[], start: number, place: number): Row | undefined {
  const order = entryOf(ordersOf(rows), start, () => ({
    rows: [],
    rest: spread([...rows.slice(start), ...rows.slice(0, start)]),
  }))
  while (order.rows.length <= place) {
    const next = order.rest.next()
    if (next.done) break
    order.rows.push(next.value)
  }
  return order.rows[place]
}

/** The weight of a value of each dimension: the more values there are, the fewer rows have it. */
const weights = dimensionNames.map((name) => dimensions[name].length)

/** The same rows in an order in which the first few contain every value: values of large dimensions come first. */
function* spread(rows: readonly Row[]): Generator<Row> {
  const left = [...rows]
  const met = new Uint8Array(valueCount)
  while (left.length > 0) {
    let best = 0
    let most = 0
    for (let at = 0; at < left.length; at += 1) {
      const own = valuesOf(left[at] as Row)
      let fresh = 0
      for (let place = 0; place < own.length; place += 1)
        if (met[own[place] as number] === 0) fresh += weights[place] as number
      if (fresh > most) {
        best = at
        most = fresh
      }
    }
    // Every value has occurred: start another round.
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

/** The numbers below `size`, shuffled by seed and salt. */
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

/** The last result: runs of the same process mostly have the same seed. */
let last: { readonly seed: number; readonly depth: Depth; readonly rows: readonly Row[] } | undefined

/** The rows of a seed. The order of values is drawn; every pair occurs in any order. */
export function rowsOf(seed: number, depth: Depth = 2): readonly Row[] {
  if (last?.seed !== seed || last.depth !== depth) last = { seed, depth, rows: drawn(seed, depth) }
  return last.rows
}

function drawn(seed: number, depth: Depth): readonly Row[] {
  const table = tableOf(depth)
  const orders = dimensionNames.map(
    (name, salt) => [name, name === 'connection' ? [0, 1] : shuffled(dimensions[name].length, seed, salt)] as const,
  )
  const taken = new Map<Row['client'], number>()
  const rows = table.map((places, turn) => {
    const row = {
      ...Object.fromEntries(orders.map(([name, order]) => [name, dimensions[name][order[places[name]] as number]])),
      turn,
    } as Row
    if (row.client === 'none') return row
    const before = taken.get(row.client) ?? seed % 2
    taken.set(row.client, before + 1)
    const [, ...others] = callersOf(row.client)
    return before % 2 === 0 ? row : { ...row, caller: others[(seed + 7 * (before >> 1)) % others.length]?.name }
  })
  return [...spread([...rows, ...wholeRows(rows, seed, depth)])]
}

/** The number of clients at depth 2 whose requests are kept as a whole: each row costs a valid control. */
const WHOLE = 2

/** A row with the values that a caller sends; undefined if one of them is too rare to be in its dimension. */
function wholeRow(caller: Caller, client: Row['client'], row: Row): Row | undefined {
  const { completion, stream } = caller.requests
  if (!completion) return undefined
  const body = JSON.parse(completion.body) as Readonly<Record<string, unknown>>
  const streamed = JSON.parse(stream?.body ?? '{}') as { readonly stream_options?: unknown }
  const { headers } = completion
  const head = {
    accept: headerIn(headers, 'accept') ?? 'none',
    'accept-encoding': headerIn(headers, 'accept-encoding') ?? 'none',
    'content-type': headerIn(headers, 'content-type') ?? '',
  }
  const isKnown = Object.entries(head).every(([name, value]) => dimensions[name as keyof typeof head].includes(value))
  if (!isKnown) return undefined
  return {
    ...row,
    ...head,
    client,
    caller: caller.name,
    spelling: 'of the client',
    connection: headerIn(headers, 'connection') === 'close' ? 'close' : 'reuse',
    framing: headerIn(headers, 'transfer-encoding') === undefined ? 'length' : 'chunked',
    writing: writingOf(completion.body),
    order: orderOf(Object.keys(body)),
    limit: 'max_completion_tokens' in body ? 'max_completion_tokens' : 'max_tokens',
    stream: body.stream === false ? 'false' : 'left out',
    include_usage: streamed.stream_options === undefined ? 'left out' : 'true',
  }
}

/** Rows of whole clients, first of those that are in no row of the table. Their content is from rows of the table. */
function wholeRows(rows: readonly Row[], seed: number, depth: Depth): readonly Row[] {
  const met = new Set(rows.map((row) => callerIn(row)?.name))
  const all = familyNames.flatMap((client) => callersOf(client).map((caller) => ({ client, caller })))
  const order = shuffled(all.length, seed, dimensionNames.length).flatMap((at) => all[at] ?? [])
  const sorted = order.toSorted((one, other) => Number(met.has(one.caller.name)) - Number(met.has(other.caller.name)))
  const whole = sorted.flatMap(({ client, caller }, at) => {
    const row = rows[at % rows.length]
    return (row && wholeRow(caller, client, row)) ?? []
  })
  return depth === 2 ? whole.slice(0, WHOLE) : whole
}
