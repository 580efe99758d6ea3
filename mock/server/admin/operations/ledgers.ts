import { Cells } from '../../../core/metering/cells.ts'
import { addEntries, Ledger, type LedgerEntry } from '../../../core/metering/ledger.ts'
import { addCells } from '../../../core/metering/sums.ts'
import type { Project } from '../../../core/types.ts'
import { StoreLost } from '../../store/connection.ts'
import { codeOf } from '../../store/probe.ts'
import type { SharedStore } from '../../store/shared-store.ts'
import { AdminError } from '../admin-error.ts'
import { type Operate, projectOf } from '../operation.ts'

/** Each project, those that are closed, and the sum of all. */
const readLedger: Operate = (_, { accounts, store }) => {
  const { projects } = accounts
  if (store) return readShared(projects, store)
  const closed = accounts.closed.sum()
  const copies = projects.map(({ name, cells }) => ({ name, cells: addCells(new Cells(), cells) }))
  return {
    projects: Object.fromEntries(copies.map(({ name, cells }) => [name, entryOf(cells)])),
    closed: entryOf(closed),
    total: entryOf([closed, ...copies.map(({ cells }) => cells)].reduce(addCells, new Cells())),
  }
}

const readProjectLedger: Operate = ({ parameters }, mock) => {
  const project = projectOf(mock, parameters)
  return mock.store ? inStore(mock.store, project) : project.ledger.snapshot()
}

/** The same, of all mocks that share the store, which drops projects that a reload removes. */
async function readShared(projects: readonly Project[], store: SharedStore): Promise<unknown> {
  const entries = await Promise.all(projects.map((project) => inStore(store, project)))
  return {
    projects: Object.fromEntries(projects.map(({ name }, at) => [name, entries[at]])),
    closed: entryOf(new Cells()),
    total: entries.reduce(addEntries, entryOf(new Cells())),
  }
}

async function inStore(store: SharedStore, project: Project): Promise<LedgerEntry> {
  try {
    return await store.ledger(project)
  } catch (error) {
    if (error instanceof StoreLost)
      throw new AdminError('store_unavailable', 'The store cannot be reached; try again later.')
    const message = `The store refuses to keep the ledger (${codeOf(error)}); check what else uses its keys.`
    throw new AdminError('store_unavailable', message)
  }
}

const entryOf = (cells: Cells): LedgerEntry => new Ledger(cells).snapshot()

export const ledgers = { readLedger, readProjectLedger }
