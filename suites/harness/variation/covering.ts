/**
 * Covering arrays, built by dimension. In each row, a new dimension gets the value with most new combinations;
 * new rows have the remaining ones. The combinations in requests are kept as cells: n values in one request.
 */
import { entryOf, kept } from '../http/compact.ts'
import { type Dimension, dimensionNames, dimensions, type Row } from './dimensions.ts'

/** Indexes of values; -1 for any. */
type Places = number[]

/** Groups of earlier dimensions, each with the index of its first cell. */
interface Group {
  readonly members: readonly number[]
  readonly start: number
}

const ANY = -1

/** @returns rows in which all `depth` values of different dimensions occur together. @param sizes numbers of values */
export function coveringRows(sizes: readonly number[], depth: number): number[][] {
  const rows: Places[] = []
  for (const at of sizes.keys()) grow(rows, sizes, at, depth)
  return rows.map((row, number) => row.map((place, at) => (place === ANY ? number % (sizes[at] as number) : place)))
}

function groupsBefore(sizes: readonly number[], at: number, size: number): { groups: Group[]; cells: number } {
  let chosen: number[][] = [[]]
  for (let held = 0; held < size; held += 1)
    chosen = chosen.flatMap((members) => {
      const from = (members.at(-1) ?? -1) + 1
      return Array.from({ length: at - from }, (_, step) => [...members, from + step])
    })
  let cells = 0
  const groups = chosen.map((members): Group => {
    const start = cells
    cells += members.reduce((product, member) => product * (sizes[member] as number), 1)
    return { members, start }
  })
  return { groups, cells }
}

/** The cell of a row in a group; undefined if one of its values is open. */
function cellOf(row: Places, { members, start }: Group, sizes: readonly number[]): number | undefined {
  let place = 0
  for (const member of members) {
    const value = row[member] as number
    if (value === ANY) return undefined
    place = place * (sizes[member] as number) + value
  }
  return start + place
}

/** Adds one dimension to the rows. */
function grow(rows: Places[], sizes: readonly number[], at: number, depth: number): void {
  const size = sizes[at] as number
  const { groups, cells } = groupsBefore(sizes, at, depth - 1)
  const met = new Uint8Array(cells * size)
  const used = new Array<number>(size).fill(0)
  for (const row of rows) {
    const own = groups.flatMap((group) => cellOf(row, group, sizes) ?? [])
    let [best, most] = [ANY, 0]
    for (let value = 0; value < size; value += 1) {
      let fresh = 0
      for (const cell of own) if (met[cell * size + value] === 0) fresh += 1
      const isBetter = fresh > most || (fresh === most && fresh > 0 && (used[value] as number) < (used[best] as number))
      if (isBetter) [best, most] = [value, fresh]
    }
    row.push(best)
    if (best === ANY) continue
    used[best] = (used[best] as number) + 1
    for (const cell of own) met[cell * size + best] = 1
  }
  addRest(rows, sizes, at, groups, met)
}

/** Puts the remaining combinations into open positions of rows, or into new rows. */
function addRest(
  rows: Places[],
  sizes: readonly number[],
  at: number,
  groups: readonly Group[],
  met: Uint8Array,
): void {
  const size = sizes[at] as number
  let open = rows.filter((row) => row.includes(ANY))
  for (const { members, start } of groups) {
    const count = members.reduce((product, member) => product * (sizes[member] as number), 1)
    for (let place = 0; place < count * size; place += 1) {
      if (met[start * size + place] === 1) continue
      const values: [dimension: number, value: number][] = [[at, place % size]]
      let rest = Math.floor(place / size)
      for (const member of members.toReversed()) {
        values.push([member, rest % (sizes[member] as number)])
        rest = Math.floor(rest / (sizes[member] as number))
      }
      const fits = (row: Places): boolean =>
        values.every(([dimension, value]) => row[dimension] === ANY || row[dimension] === value)
      let row = open.find(fits)
      if (!row) {
        row = new Array<number>(at + 1).fill(ANY)
        rows.push(row)
        open.push(row)
      }
      for (const [dimension, value] of values) row[dimension] = value
      if (!row.includes(ANY)) open = open.filter((other) => other !== row)
    }
  }
}

/** A number for each value; the value with the last number is in no row of the table. */
const numbers = new Map<Dimension, Map<string, number>>()

let count = 0
for (const dimension of dimensionNames)
  numbers.set(dimension, new Map(dimensions[dimension].map((value) => [value, count++])))
numbers.get('text')?.set('long', count++)

/** The number of values. */
export const valueCount = count

export const numberOf = (dimension: Dimension, value: string): number => numbers.get(dimension)?.get(value) as number

/** Cached by row and by visible dimensions: every run needs the cells of a few of them again and again. */
const knownOf = kept((_: Row) => new WeakMap<readonly Dimension[], Uint32Array[]>())

/**
 * The cells of a request: each combination of `size` of its values.
 *
 * @param shown the visible dimensions, always as the same array, which is a key of the cache
 */
function cellsOf(row: Row, shown: readonly Dimension[], size: number): Uint32Array {
  const bySize = entryOf(knownOf(row), shown, () => [])
  return (bySize[size] ??= cellsIn(row, shown, size))
}

function cellsIn(row: Row, shown: readonly Dimension[], size: number): Uint32Array {
  const own = shown.map((dimension) => numberOf(dimension, row[dimension]))
  const cells: number[] = []
  const extend = (cell: number, held: number, from: number): void => {
    for (let at = from; at < own.length; at += 1) {
      const longer = cell * valueCount + (own[at] as number)
      if (held + 1 === size) cells.push(longer)
      else extend(longer, held + 1, at + 1)
    }
  }
  extend(0, 0, 0)
  return Uint32Array.from(cells)
}

/** Cells that requests have covered. */
export class MetCells {
  readonly #size: number
  readonly #cells: Uint8Array
  readonly #values = new Uint8Array(valueCount)

  /** @param size the number of values in each cell */
  constructor(size: number) {
    this.#size = size
    this.#cells = new Uint8Array(valueCount ** size)
  }

  add(row: Row, shown: readonly Dimension[]): void {
    for (const value of cellsOf(row, shown, 1)) this.#values[value] = 1
    for (const cell of cellsOf(row, shown, this.#size)) this.#cells[cell] = 1
  }

  /** Whether the value is in a covered cell. */
  hasValue(dimension: Dimension, value: string): boolean {
    return this.#values[numberOf(dimension, value)] === 1
  }

  /** The number of cells of a request that none has covered yet. */
  countFresh(row: Row, shown: readonly Dimension[]): number {
    const own = cellsOf(row, shown, this.#size)
    let fresh = 0
    for (let at = 0; at < own.length; at += 1) if (this.#cells[own[at] as number] === 0) fresh += 1
    return fresh
  }
}
