import { Cells } from '../../../core/metering/cells.ts'
import { addEntries, type LedgerEntry, ledgerIn } from '../../../core/metering/ledger.ts'
import { addCells } from '../../../core/metering/sums.ts'
import type { Project } from '../../../core/types.ts'
import type { JournalEntry } from '../../../journal/entry.ts'
import { StoreLost } from '../../store/connection.ts'
import { codeOf } from '../../store/probe.ts'
import type { SharedStore } from '../../store/shared-store.ts'
import { AdminError } from '../admin-error.ts'
import { engineOf, type Operate, projectOf } from '../operation.ts'

/** Reads the journal of the project in the path, or of all. */
const readJournal: Operate = ({ parameters, query }, mock) => {
  const { inquiry } = engineOf(mock)
  const project = parameters.name === undefined ? undefined : projectOf(mock, parameters)
  return { ...page(inquiry.entries(project), query), forgotten: inquiry.forgotten(project) }
}

const readProjectRequests: Operate = ({ parameters, query }, mock) => {
  const { inquiry } = engineOf(mock)
  const project = projectOf(mock, parameters)
  const sent = inquiry.sent(project)
  if (!sent)
    throw new AdminError('bodies_not_kept', 'This mock keeps no bodies; start it with --journal-bodies to read them.')
  const { entries: requests, more } = page(sent, query)
  return { requests, more, forgotten: inquiry.forgotten(project) }
}

/** Judges the clients of the project in the path, or of all. */
const readVerdict: Operate = ({ parameters }, mock) =>
  engineOf(mock).inquiry.verdict(parameters.name === undefined ? undefined : projectOf(mock, parameters))

/** The first entries after a number. The number of the last entry is the start of the next page. */
function page<E extends Pick<JournalEntry, 'number'>>(entries: readonly E[], query: URLSearchParams) {
  const after = whole(query, 'after', 0, 0, Number.MAX_SAFE_INTEGER)
  const limit = whole(query, 'limit', 100, 1, 1_000)
  const behind = entries.filter(({ number }) => number > after)
  return { entries: behind.slice(0, limit), more: behind.length > limit }
}

function whole(query: URLSearchParams, name: string, usual: number, least: number, most: number): number {
  const text = query.get(name)
  if (text === null) return usual
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= most) return value
  throw new AdminError('invalid_request', `${name} must be a whole number from ${least} to ${most}.`)
}

/** Returns the usage of each project, of closed projects, and in total. */
const readLedger: Operate = (_, { accounts, store }) => {
  const { projects } = accounts
  if (store) return readShared(projects, store)
  const closed = accounts.closed.sum()
  const copies = projects.map(({ name, cells }) => ({ name, cells: addCells(new Cells(), cells) }))
  return {
    projects: Object.fromEntries(copies.map(({ name, cells }) => [name, ledgerIn(cells)])),
    closed: ledgerIn(closed),
    total: ledgerIn([closed, ...copies.map(({ cells }) => cells)].reduce(addCells, new Cells())),
  }
}

const readProjectLedger: Operate = ({ parameters }, mock) => {
  const project = projectOf(mock, parameters)
  return mock.store ? inStore(mock.store, project) : ledgerIn(project.cells)
}

/** Returns the usage in all mocks that share the store. The store drops projects that a reload removes. */
async function readShared(projects: readonly Project[], store: SharedStore): Promise<unknown> {
  const entries = await Promise.all(projects.map((project) => inStore(store, project)))
  return {
    projects: Object.fromEntries(projects.map(({ name }, at) => [name, entries[at]])),
    closed: ledgerIn(new Cells()),
    total: entries.reduce(addEntries, ledgerIn(new Cells())),
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

export const records = {
  readJournal,
  readProjectJournal: readJournal,
  readProjectRequests,
  readVerdict,
  readProjectVerdict: readVerdict,
  readLedger,
  readProjectLedger,
}
