import { Cells } from '../../../core/metering/cells.ts'
import { Ledger, type LedgerEntry } from '../../../core/metering/ledger.ts'
import { addCells } from '../../../core/metering/sums.ts'
import type { AdminRequest } from '../operation.ts'
import { type Administered, projectOf } from '../operation.ts'

/** Each project, those that are closed, and the sum of all. */
export function readLedger(_: AdminRequest, { accounts }: Administered): unknown {
  const { projects } = accounts
  const closed = accounts.closed.sum()
  const copies = projects.map(({ name, cells }) => ({ name, cells: addCells(new Cells(), cells) }))
  return {
    projects: Object.fromEntries(copies.map(({ name, cells }) => [name, entryOf(cells)])),
    closed: entryOf(closed),
    total: entryOf([closed, ...copies.map(({ cells }) => cells)].reduce(addCells, new Cells())),
  }
}

export function readProjectLedger({ parameters: { name = '' } }: AdminRequest, mock: Administered): LedgerEntry {
  return projectOf(mock, name).ledger.snapshot()
}

function entryOf(cells: Cells): LedgerEntry {
  return new Ledger(cells).snapshot()
}
