/**
 * Mistakes in a target file that its keys and their catalogs show, found before anything is judged. A key counts as
 * wrong only if both operations agree. If they disagree, the gateway breaks the contract, and the checks find that.
 */

import type { Exchange } from '../http/exchange.ts'
import type { KeyRole } from '../http/key-forms.ts'
import { complete } from '../http/request.ts'
import { listedIds, recognise } from '../http/response.ts'
import { accepted } from '../judge/attempts.ts'
import { promises } from '../judge/states.ts'
import { someOf } from '../reachability/catalog.ts'
import { type State, states } from '../target/states.ts'
import { listOf } from './context/lists.ts'
import { plainBody, unknownModel } from './plain-body.ts'
import type { Session } from './session/session.ts'
import type { Stop } from './stop.ts'
import { forValid } from './trial.ts'

/** What is known of the valid key. */
interface Known {
  readonly listed: readonly string[]
  readonly model?: string
  /** Requests are sent on new connections. */
  readonly fresh?: true | undefined
}

/** The maximum number of models of a list to try. */
const ASKED = 2

/** The first mistake that makes verdicts of the profile full wrong; smaller profiles use only the valid key. */
export async function mistakeIn(session: Session, known: Known): Promise<Stop | undefined> {
  if (session.profile !== 'full') return undefined
  const { keys, provoke } = session.target
  const own = states.filter((state) => provoke[state]?.role === state)
  const keyOf = (role: KeyRole) => (by: Known) => wrongKey(session, role, by)
  const looks: readonly ((by: Known) => Promise<Stop | undefined>)[] = [
    ...(keys.second === undefined ? [] : [keyOf('second'), (by: Known) => wrongForeign(session, by)]),
    ...(keys.empty === undefined ? [] : [keyOf('empty'), (by: Known) => modelsOfEmpty(session, by)]),
    ...own.map(keyOf),
  ]
  for (const look of looks) {
    const stop = await look(known)
    // A gateway that keeps using the first key of a connection looks the same, but not on a new connection.
    if (stop && (await look({ ...known, fresh: true }))) return stop
  }
  return undefined
}

const isState = (role: KeyRole): role is State => (states as readonly KeyRole[]).includes(role)
const nameOf = (role: KeyRole): string => (isState(role) ? `provoke.${role}.key` : `keys.${role}`)

/** Sends a plain completion with the key of a role. */
function call(session: Session, role: KeyRole, model: string, fresh?: true): Promise<Exchange> {
  const body = plainBody(model, session.target.limits.maxTokens, session.seed)
  const plan = { ...complete(body, { role }), ...(fresh && { fresh }) }
  return session.ask({ name: `call-of-${role}${fresh ? '-alone' : ''}` }, plan, { ...forValid, attempts: 3 })
}

/** A key that the gateway does not know, or whose account is disabled although it has to be enabled. */
async function wrongKey(
  session: Session,
  role: KeyRole,
  { model = unknownModel(session.seed), fresh }: Known,
): Promise<Stop | undefined> {
  const status = (await listOf(session, role, fresh)).response?.status
  if (status !== 401 && (status !== 403 || role === 'disabled')) return undefined
  const { response } = await call(session, role, model, fresh)
  if (response?.status !== status || (isState(role) && promises(response, role))) return undefined
  const what = status === 401 ? 'is rejected with 401, like an unknown key' : 'belongs to a disabled account (403)'
  return {
    reason: `${nameOf(role)} ${what}, on both operations`,
    mend: FIXES[role] ?? 'Use the right key, or remove it.',
  }
}

const FIXES: Readonly<Partial<Record<KeyRole, string>>> = {
  second: 'Use an enabled key of another project, or remove keys.second.',
  empty: 'Use an enabled key of a project without models, or remove keys.empty.',
  disabled: 'Use the complete, unrevoked key of a disabled account, or remove provoke.disabled.',
  limited: 'Use an enabled key of a project with a small limit, or remove provoke.limited.',
}

/** A `models.foreign` that the second key may not call, or that the valid key may call. */
async function wrongForeign(session: Session, { listed, fresh }: Known): Promise<Stop | undefined> {
  const { foreign } = session.target.models
  const list = await listOf(session, 'second', fresh)
  if (foreign === undefined || recognise(list) !== 'list' || listed.length === 0) return undefined
  const theirs = listedIds(list)
  const choice = theirs.filter((id) => !listed.includes(id))
  const mend =
    choice.length > 0
      ? `Name a model that only keys.second lists${someOf(choice)}.`
      : 'keys.second lists no model that keys.valid lacks: use a key of another project, or remove models.foreign.'
  if (listed.includes(foreign) && (await isCallable(session, 'valid', foreign, fresh)))
    return { reason: `models.foreign, ${foreign}, is a model of keys.valid: it is listed and callable`, mend }
  if (!theirs.includes(foreign) && accepted(await call(session, 'second', foreign, fresh)) !== 'yes')
    return { reason: `models.foreign, ${foreign}, is not in the list of keys.second`, mend }
  return undefined
}

/** A model that the key of the empty project lists and may call. */
async function modelsOfEmpty(session: Session, { fresh }: Known): Promise<Stop | undefined> {
  for (const id of listedIds(await listOf(session, 'empty', fresh)).slice(0, ASKED))
    if (await isCallable(session, 'empty', id, fresh))
      return {
        reason: `keys.empty belongs to a project with models: it lists ${id} and may call it`,
        mend: FIXES.empty ?? '',
      }
  return undefined
}

/** Whether a key may call a listed model, even if the model is currently unavailable or limited. */
async function isCallable(session: Session, role: KeyRole, model: string, fresh?: true): Promise<boolean> {
  const exchange = await call(session, role, model, fresh)
  return accepted(exchange) === 'yes' || [429, 503].includes(exchange.response?.status ?? 0)
}
