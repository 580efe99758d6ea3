import { Cells } from './cells.ts'
import { addCells } from './sums.ts'

/** Of how many projects the cells are kept: answers that were under way may still be booked in them. */
const MOST = 1_000

/** What projects have used that are no more, so that no sum over all projects ever falls. */
export class Closed {
  readonly #latest: Cells[] = []
  readonly #earlier = new Cells()

  add(cells: Cells): void {
    this.#latest.push(cells)
    if (this.#latest.length > MOST) addCells(this.#earlier, this.#latest.shift() as Cells)
  }

  /** Their sum at this moment. */
  sum(): Cells {
    return [this.#earlier, ...this.#latest].reduce(addCells, new Cells())
  }
}
