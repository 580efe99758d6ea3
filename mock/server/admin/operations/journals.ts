import type { JournalEntry } from '../../../journal/entry.ts'
import { AdminError } from '../admin-error.ts'
import type { AdminRequest } from '../operation.ts'
import { type Administered, engineOf, projectOf } from '../operation.ts'

const USUAL = 100
const MAX = 1_000

export function readJournal({ query }: AdminRequest, mock: Administered): unknown {
  const { inquiry } = engineOf(mock)
  return { ...page(inquiry.entries(), query), forgotten: inquiry.forgotten() }
}

export function readProjectJournal({ parameters: { name = '' }, query }: AdminRequest, mock: Administered): unknown {
  const { inquiry } = engineOf(mock)
  const project = projectOf(mock, name)
  return { ...page(inquiry.entries(project), query), forgotten: inquiry.forgotten(project) }
}

export function readProjectRequests({ parameters: { name = '' }, query }: AdminRequest, mock: Administered): unknown {
  const { inquiry } = engineOf(mock)
  const project = projectOf(mock, name)
  const sent = inquiry.sent(project)
  if (!sent)
    throw new AdminError('bodies_not_kept', 'This mock keeps no bodies; start it with --journal-bodies to read them.')
  const { entries: requests, more } = page(sent, query)
  return { requests, more, forgotten: inquiry.forgotten(project) }
}

export function readVerdict(_: AdminRequest, mock: Administered): unknown {
  return engineOf(mock).inquiry.verdict()
}

export function readProjectVerdict({ parameters: { name = '' } }: AdminRequest, mock: Administered): unknown {
  const { inquiry } = engineOf(mock)
  return inquiry.verdict(projectOf(mock, name))
}

/** The first entries after a number; the number of the last one gives the next page. */
function page<E extends Pick<JournalEntry, 'number'>>(entries: readonly E[], query: URLSearchParams) {
  const after = whole(query, 'after', 0, 0, Number.MAX_SAFE_INTEGER)
  const limit = whole(query, 'limit', USUAL, 1, MAX)
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
