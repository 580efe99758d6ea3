/**
 * What requests have met of the space. This number of values in one request is a cell. Cells are numbers,
 * since a run counts thousands of them for each request that it chooses.
 */
import { type Dimension, dimensionNames, dimensions, type Row } from './dimensions.ts'

/** Numbers of values; last the one that is in no row of the table. */
const numbers = new Map<Dimension, Map<string, number>>()

let count = 0
for (const dimension of dimensionNames)
  numbers.set(dimension, new Map(dimensions[dimension].map((value) => [value, count++])))
numbers.get('text')?.set('long', count++)

const ALL = count

/** How many values there are. */
export const valueCount = ALL

export const numberOf = (dimension: Dimension, value: string): number => numbers.get(dimension)?.get(value) as number

/** By row and by dimensions that show: few of them are asked for their cells again and again, in every run. */
const known = new WeakMap<Row, Map<readonly Dimension[], Uint32Array[]>>()

/**
 * The cells of a request: every `size` of its values together.
 *
 * @param shown the dimensions that show in it; the same array for the same dimensions
 */
function cellsOf(row: Row, shown: readonly Dimension[], size: number): Uint32Array {
  let ofRow = known.get(row)
  if (!ofRow) known.set(row, (ofRow = new Map()))
  let bySize = ofRow.get(shown)
  if (!bySize) ofRow.set(shown, (bySize = []))
  return (bySize[size] ??= cellsIn(row, shown, size))
}

function cellsIn(row: Row, shown: readonly Dimension[], size: number): Uint32Array {
  const own = shown.map((dimension) => numberOf(dimension, row[dimension]))
  const cells: number[] = []
  const extend = (cell: number, held: number, from: number): void => {
    for (let at = from; at < own.length; at += 1) {
      const longer = cell * ALL + (own[at] as number)
      if (held + 1 === size) cells.push(longer)
      else extend(longer, held + 1, at + 1)
    }
  }
  extend(0, 0, 0)
  return Uint32Array.from(cells)
}

/** Cells that have been met. */
export class MetCells {
  readonly #size: number
  readonly #cells: Uint8Array
  readonly #values = new Uint8Array(ALL)

  /** @param size values of each cell */
  constructor(size: number) {
    this.#size = size
    this.#cells = new Uint8Array(ALL ** size)
  }

  add(row: Row, shown: readonly Dimension[]): void {
    cellsOf(row, shown, 1).forEach((value) => {
      this.#values[value] = 1
    })
    cellsOf(row, shown, this.#size).forEach((cell) => {
      this.#cells[cell] = 1
    })
  }

  /** Whether the value is in a cell that was met. */
  hasValue(dimension: Dimension, value: string): boolean {
    return this.#values[numberOf(dimension, value)] === 1
  }

  /** How many cells of a request are met by none yet. */
  countFresh(row: Row, shown: readonly Dimension[]): number {
    const own = cellsOf(row, shown, this.#size)
    let fresh = 0
    for (let at = 0; at < own.length; at += 1) if (this.#cells[own[at] as number] === 0) fresh += 1
    return fresh
  }
}
