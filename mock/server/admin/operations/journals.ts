import type { JournalEntry } from '../../../journal/entry.ts'
import { AdminError } from '../admin-error.ts'
import { engineOf, type Operate, projectOf } from '../operation.ts'

const readJournal: Operate = ({ query }, mock) => {
  const { inquiry } = engineOf(mock)
  return { ...page(inquiry.entries(), query), forgotten: inquiry.forgotten() }
}

const readProjectJournal: Operate = ({ parameters, query }, mock) => {
  const { inquiry } = engineOf(mock)
  const project = projectOf(mock, parameters)
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

const readVerdict: Operate = (_, mock) => engineOf(mock).inquiry.verdict()

const readProjectVerdict: Operate = ({ parameters }, mock) =>
  engineOf(mock).inquiry.verdict(projectOf(mock, parameters))

/** The first entries after a number; the number of the last one gives the next page. */
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

export const journals = { readJournal, readProjectJournal, readProjectRequests, readVerdict, readProjectVerdict }
