/** Model lists by the key that requests them. */

import { entryOf, kept } from '../../http/compact.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { KeyRole } from '../../http/key-forms.ts'
import { listModels, sentRequest } from '../../http/request.ts'
import { listedIds, recognise } from '../../http/response.ts'
import { NothingFurther } from '../session/exchange-log.ts'
import type { Session } from '../session/session.ts'
import { once } from '../trial.ts'

const askedIn = kept((_: Session) => new Map<string, Promise<Exchange>>())

/** The model list of a key, requested once per run for all checks. `fresh` requests it on a new connection. */
export async function listOf(session: Session, role: KeyRole, fresh?: true): Promise<Exchange> {
  const name = `catalog-of-${role}${fresh ? '-alone' : ''}`
  return entryOf(askedIn(session), name, () =>
    session.ask({ name }, { ...listModels({ role }), ...(fresh && { fresh }) }, once),
  )
}

/** The maximum number of lists to request until one names a model. */
export const LISTS = 8

/**
 * Requests every list again after a failure, until one names all models of the earlier ones. A 404 does not count if the
 * catalog has lost the model. In a replay, the record decides.
 */
export async function listAgain(session: Session, hasFailed: boolean): Promise<void> {
  const roles = session.target.keys.second === undefined ? (['valid'] as const) : (['valid', 'second'] as const)
  try {
    for (const role of roles) await listUntilWhole(session, role, hasFailed)
  } catch (error) {
    if (!(error instanceof NothingFurther)) throw error
  }
}

async function listUntilWhole(session: Session, role: KeyRole, hasFailed: boolean): Promise<void> {
  const known = [...everListed(session, role)]
  const named = { name: `list-of-${role}-again` }
  for (let turn = 1; turn <= LISTS && session.live.limiter.budget.hasRoomFor('to explain'); turn += 1) {
    if (!session.asksAgain(named, !hasFailed)) return
    const ids = new Set(listedIds(await session.ask(named, listModels({ role }), once, { isFollowUp: true })))
    if (known.every((id) => ids.has(id))) return
  }
}

/** The ids that any list of a key has named so far. */
export function everListed(session: Session, role: KeyRole): ReadonlySet<string> {
  return new Set(listsOf(session, role).flat())
}

/** The model lists that the run has received with a key so far, each as its ids. */
export function listsOf(session: Session, role: KeyRole): readonly (readonly string[])[] {
  const [, key] = sentRequest(listModels({ role })).headers[0] ?? []
  return session.exchanges
    .filter(({ request }) => request.path === '/v1/models' && request.headers.some(([, value]) => value === key))
    .filter((exchange) => recognise(exchange) === 'list')
    .map(listedIds)
}
