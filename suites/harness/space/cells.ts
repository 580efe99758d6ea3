/**
 * What requests have met of the space. So many values that stand in one request together are a cell. Cells are numbers,
 * since a run counts thousands of them for each request that it chooses.
 */
import { type Dimension, dimensionNames, dimensions, type Row } from './dimensions.ts'

const nameOf = (dimension: Dimension, value: string): string => `${dimension}: ${value}`

/** Numbers of values; last the one that stands in no row of the table. */
const numbers = new Map(
  [
    ...dimensionNames.flatMap((dimension) => dimensions[dimension].map((value) => nameOf(dimension, value))),
    nameOf('text', 'long'),
  ].map((name, at) => [name, at]),
)

const ALL = numbers.size

/** How many values there are. */
export const valueCount = ALL

export const numberOf = (dimension: Dimension, value: string): number => numbers.get(nameOf(dimension, value)) as number

/** By row and by dimensions that show: few of them are asked for their cells again and again, in every run. */
const known = new WeakMap<Row, Map<readonly Dimension[], number[][]>>()

/**
 * The cells of a request: every `size` of its values together.
 *
 * @param shown the dimensions that show in it; the same array for the same dimensions
 */
function cellsOf(row: Row, shown: readonly Dimension[], size: number): readonly number[] {
  const ofRow = known.get(row) ?? new Map<readonly Dimension[], number[][]>()
  known.set(row, ofRow)
  const bySize = ofRow.get(shown) ?? []
  ofRow.set(shown, bySize)
  const cells = bySize[size] ?? cellsIn(row, shown, size)
  bySize[size] = cells
  return cells
}

function cellsIn(row: Row, shown: readonly Dimension[], size: number): number[] {
  const own = shown.map((dimension) => numberOf(dimension, row[dimension]))
  let cells: (readonly [last: number, cell: number])[] = own.map((value, at) => [at, value])
  for (let held = 1; held < size; held += 1)
    cells = cells.flatMap(([last, cell]) =>
      own.slice(last + 1).map((value, at) => [last + 1 + at, cell * ALL + value] as const),
    )
  return cells.map(([, cell]) => cell)
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
    for (const value of cellsOf(row, shown, 1)) this.#values[value] = 1
    for (const cell of cellsOf(row, shown, this.#size)) this.#cells[cell] = 1
  }

  /** Whether the value stands in a cell that was met. */
  hasValue(dimension: Dimension, value: string): boolean {
    return this.#values[numberOf(dimension, value)] === 1
  }

  /** How many cells of a request are met by none yet. */
  countFresh(row: Row, shown: readonly Dimension[]): number {
    let fresh = 0
    for (const cell of cellsOf(row, shown, this.#size)) if (this.#cells[cell] === 0) fresh += 1
    return fresh
  }
}
