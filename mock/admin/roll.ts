import type { Project } from '../accounts.ts'
import { Cells } from '../metering/cells.ts'
import { addCells } from '../metering/sums.ts'
import type { Administered } from './administered.ts'

/** No project can be called so. */
const OTHER = '(other)'
const NOBODY = '(none)'

/** What one label of the metrics has counted, copied at one moment. */
export interface Row {
  readonly project: string
  readonly cells: Cells
}

/**
 * Under which label each project is counted. Of the projects that were opened while the mock runs only so many
 * have a label of their own; those beyond, and those that are closed, are summed. A label once given stays, so
 * that no counter falls.
 */
export class Roll {
  readonly #mock: Administered
  readonly #most: number
  readonly #labels = new WeakMap<Project, string>()

  constructor(mock: Administered, most = 100) {
    this.#mock = mock
    this.#most = most
  }

  rows(): Row[] {
    const { accounts, nobody } = this.#mock
    const rows = new Map([[OTHER, accounts.closed.sum()]])
    const count = (label: string, cells: Cells): void => {
      rows.set(label, addCells(rows.get(label) ?? new Cells(), cells))
    }
    this.#label()
    for (const project of accounts.projects) count(this.#labels.get(project) ?? project.name, project.cells)
    count(NOBODY, nobody)
    return [...rows].map(([project, cells]) => ({ project, cells }))
  }

  #label(): void {
    const { projects, configured } = this.#mock.accounts
    const minted = projects.filter((project) => !configured.has(project))
    let free = this.#most - minted.filter((project) => this.#labels.get(project) === project.name).length
    for (const project of minted)
      if (!this.#labels.has(project)) this.#labels.set(project, free-- > 0 ? project.name : OTHER)
  }
}
