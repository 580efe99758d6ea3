import { Cells } from './cells.ts'
import { addCells } from './sums.ts'

/** The number of closed projects that keep their own cells, since unfinished responses may still be booked there. */
const MAX = 1_000

/** The usage of closed projects, so that no sum over all projects ever decreases. */
export class ClosedProjects {
  readonly #latest: Cells[] = []
  readonly #earlier = new Cells()

  add(cells: Cells): void {
    this.#latest.push(cells)
    if (this.#latest.length > MAX) addCells(this.#earlier, this.#latest.shift() as Cells)
  }

  /** Their sum at this time. */
  sum(): Cells {
    return [this.#earlier, ...this.#latest].reduce(addCells, new Cells())
  }
}
