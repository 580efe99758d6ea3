import { Cells } from './cells.ts'
import { addCells } from './sums.ts'

/** How many closed projects keep cells of their own: answers that were under way may still be booked there. */
const MOST = 1_000

/** The usage of closed projects, so that no sum over all projects ever falls. */
export class ClosedProjects {
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
