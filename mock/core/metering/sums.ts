/**
 * Sums that stay exact even if many completions report 9223372036854775807 tokens (contract 2.5): three cells of 50
 * bits. All but astronomical sums fit into the first cell, and need only one addition.
 */
import { CELL, CELLS, Cells } from './cells.ts'

/** A non-negative integer: a bigint if a double cannot represent it exactly. */
export type Count = number | bigint

const BITS = 50n
const LIMB = 2 ** 50
const MASK = BigInt(LIMB) - 1n

/** Adds to the sum that begins at a cell. */
export function addTo(cells: Cells, at: number, amount: Count): void {
  if (typeof amount === 'number' && amount < LIMB) {
    const low = cells.get(at) + amount
    if (low < LIMB) {
      cells.values[at] = low
      return
    }
  }
  const sum = whole(cells, at) + BigInt(amount)
  cells.values[at] = Number(sum & MASK)
  cells.values[at + 1] = Number((sum >> BITS) & MASK)
  cells.values[at + 2] = Number(sum >> (BITS * 2n))
}

/** The sum that begins at a cell. */
export const sumAt = (cells: Cells, at: number): Count => short(whole(cells, at))

/** Adds the counters of `from` to those of `to`, except quota windows. Nothing else may write to `to` meanwhile. */
export function addCells(to: Cells, from: Cells): Cells {
  return from.locked(() => {
    for (let cell: number = CELL.requests; cell < CELL.promptTokens; cell++) to.add(cell, from.get(cell))
    for (const sum of [CELL.promptTokens, CELL.completionTokens, CELL.price]) addTo(to, sum, sumAt(from, sum))
    for (let cell: number = CELL.openStreams; cell < CELLS; cell++) to.add(cell, from.get(cell))
    return to
  })
}

export function plus(one: Count, other: Count): Count {
  const sum = Number(one) + Number(other)
  return Number.isSafeInteger(sum) ? sum : BigInt(one) + BigInt(other)
}

export function times(one: Count, other: Count): Count {
  const product = Number(one) * Number(other)
  return Number.isSafeInteger(product) ? product : BigInt(one) * BigInt(other)
}

function whole(cells: Cells, at: number): bigint {
  const [low, middle, high] = [cells.get(at), cells.get(at + 1), cells.get(at + 2)]
  return BigInt(low) + (BigInt(middle) << BITS) + (BigInt(high) << (BITS * 2n))
}

/** Converts to a number if that is exact. */
export const short = (sum: bigint): Count => (sum <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(sum) : sum)

/** The number of closed projects that keep separate cells, because their open responses may still be booked there. */
const MAX = 1_000

/** The usage of closed projects, so that no sum over all projects ever decreases. */
export class ClosedProjects {
  readonly #latest: Cells[] = []
  readonly #earlier = new Cells()

  add(cells: Cells): void {
    this.#latest.push(cells)
    if (this.#latest.length > MAX) addCells(this.#earlier, this.#latest.shift() as Cells)
  }

  /** The current sum of all closed projects. */
  sum(): Cells {
    return [this.#earlier, ...this.#latest].reduce(addCells, new Cells())
  }
}
