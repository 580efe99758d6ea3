/** The first questions of a run: can the target be reached, is the key good, and which model responds? */

import { mayBeTransient } from '../explain/transient.ts'
import { compact } from '../http/compact.ts'
import type { Exchange } from '../http/exchange.ts'
import { networkErrorOf } from '../http/network-errors.ts'
import { complete, listModels, type Plan } from '../http/request.ts'
import { isEmptyList, listedIds, recognise } from '../http/response.ts'
import { accepted, isSigned } from '../judge/attempts.ts'
import { mayBeNearby, mayBePathless, obstacleFor } from '../reachability/absence.ts'
import { type CatalogFault, EMPTY_CATALOG, unlistedChat } from '../reachability/catalog.ts'
import { nearbyAddresses } from '../reachability/elsewhere.ts'
import type { Obstacle } from '../reachability/obstacle.ts'
import { isGateway, showsContract } from '../reachability/responses.ts'
import { isModelId } from '../text/model-id.ts'
import { callersFor } from '../variation/as-caller.ts'
import { plainBody, unknownModel } from './plain-body.ts'
import type { Session } from './session/session.ts'
import type { Stop } from './stop.ts'
import { mistakeIn } from './target-mistakes.ts'
import { brief, forValid, once, type RetryPolicy } from './trial.ts'

export interface Preflight {
  /** The model of all completions; absent where none responds. */
  readonly model?: string
  /** Ids that the valid key's list holds. */
  readonly listed: readonly string[]
  /** Whether the plain request sets max_tokens: it does, unless the target refuses that. */
  readonly capped: boolean
  /** Why there is no model. */
  readonly lack?: string
  /** A listed model that got 403, if no model responds. */
  readonly forbidden?: string
  readonly stop?: Stop
  /** No response is judged: there is no gateway, or it refuses everything. `stop` has the reason. */
  readonly absent?: true
}

/** Listed models that are tried before the run gives up on completions. */
const CANDIDATES = 6

function unreachable({ failure }: Exchange, baseUrl: string): Stop {
  if (!failure) throw new Error('an exchange without a response has no failure')
  const { what, fix } = networkErrorOf(failure)
  return { reason: `${baseUrl}: ${what} (${failure.code}: ${failure.message})`, mend: fix }
}

/** The masked part of a response cannot be judged. */
const MASKED: Stop = {
  reason: 'the model list contains the value of a header of --header, which is masked as a secret',
  mend: 'Remove the header, or give it a value that is not a model name.',
}

/** Looks for a model that responds, and gives the session the plain valid requests. */
export async function runPreflight(session: Session, completionFirst = false): Promise<Preflight> {
  const { models, limits } = session.target
  if (completionFirst && models.chat !== undefined)
    await session.controls.once(complete(plainBody(models.chat, limits.maxTokens, session.seed)), brief)
  const first = await findModel(session)
  const isFound = first.model !== undefined && first.lack === undefined
  const preflight = !isFound && (await isOpenToAnother(session)) ? await findModel(session, true) : first
  const { model, capped } = preflight
  if (model !== undefined)
    session.usePlain(plainBody(model, capped ? session.target.limits.maxTokens : undefined, session.seed))
  if (session.live.gone) return { ...preflight, stop: session.live.gone }
  const mistake = preflight.stop ? undefined : await mistakeIn(session, preflight)
  return mistake ? absent(mistake) : preflight
}

/** Statuses with which a gateway may refuse a caller for its headers. */
const OF_CALLERS: readonly (number | undefined)[] = [400, 403, 406, 415]

/** The most further clients to try. A firewall may refuse all but one of those that name themselves. */
const OTHERS = 4

/** A gateway that refuses one client is not absent: another client goes on. */
async function isOpenToAnother(session: Session): Promise<boolean> {
  const refused = session.exchanges.find(({ response }) => OF_CALLERS.includes(response?.status))
  const plan = refused && session.log.plans.get(refused.id)
  const { sender } = session
  if (!plan || typeof sender === 'string') return false
  for (const caller of callersFor(session.seed, session.profile).slice(1, 1 + OTHERS)) {
    session.sender = caller
    const again = await session.ask({ name: 'ground/caller' }, plan, once)
    if (again.response?.status === 200) return true
  }
  session.sender = sender
  return false
}

/**
 * The request that finds the model is the control of most checks.
 *
 * @param isAgain earlier responses no longer count
 */
async function findModel(session: Session, isAgain = false): Promise<Preflight> {
  const { target } = session
  const ask = (plan: Plan, retry?: RetryPolicy): Promise<Exchange> =>
    isAgain ? session.controls.anew(plan, retry) : session.controls.once(plan, retry)
  const first = await ask(listModels(), brief)
  // An incomplete response may still show that it comes from a gateway.
  const cut = first.failure !== undefined && (first.failure.code === 'TIMEOUT' || !showsContract(first))
  if (!first.response || cut) return absent(unreachable(first, target.baseUrl))
  if (target.network?.headers && listedIds(first).some((id) => /\*{8}/.test(id))) return absent(MASKED)
  const missing = recognise(first) === 'list' ? undefined : await lookAround(session, first)
  if (missing) return absent(missing)
  const list = mayBeTransient(first) ? await session.controls.anew(listModels()) : first
  const isList = recognise(list) === 'list'
  const listed = isList ? listedIds(list) : []
  const { chat } = target.models
  if (chat === undefined && isEmptyList(list))
    return { listed, capped: true, stop: stopOf(`${target.baseUrl}/v1/models`, EMPTY_CATALOG) }
  // A malformed id is a separate breach, and would disturb all other checks.
  const { true: ids = [], false: malformed = [] } = Object.groupBy(listed, (id) => `${isModelId(id)}`)
  const candidates = chat === undefined ? [...ids, ...malformed].slice(0, CANDIDATES) : [chat]
  const { maxTokens } = target.limits
  let lack = 'the model list has no model for completions; name one in models.chat of the target file'
  let fallback: string | undefined
  let forbidden: string | undefined
  for (const model of candidates) {
    for (const cap of [maxTokens, undefined]) {
      const body = plainBody(model, cap, session.seed)
      session.usePlain(body)
      const plan = complete(body)
      // The first model that responds at once is taken; only the last candidate is worth waiting for.
      // `ground` is what transcripts call these exchanges.
      const last = model === candidates.at(-1)
      const exchange = last
        ? await ask(plan)
        : await session.ask({ name: 'ground' }, plan, { ...forValid, attempts: 1 })
      const control = accepted(exchange)
      // The plain request keeps its limit after a chance 400: without one, each costs far more of the budget.
      if (control === 'yes') return { model, listed, capped: cap !== undefined || (await isCapped(session, model)) }
      lack = `${model} returned ${exchange.response?.status ?? exchange.failure?.code ?? 'nothing'}`
      if (control === 'no') fallback ??= model
      if (exchange.response?.status === 403) forbidden ??= model
      if (exchange.response?.status !== 400) break
    }
  }
  // Section 4.2 demands a refusal here. Only a model that responds has to be in the list.
  if (chat !== undefined && isList && !listed.includes(chat)) return absent(stopOf(lack, unlistedChat(chat, listed)))
  if (fallback !== undefined) return { model: fallback, listed, capped: true, lack }
  return compact({ listed, capped: true, lack, forbidden })
}

/** Whether a plain request with max_tokens, which got 400, is accepted when it is sent again. */
async function isCapped({ target, seed, controls }: Session, model: string): Promise<boolean> {
  const plan = complete(plainBody(model, target.limits.maxTokens, seed))
  return accepted(await controls.anew(plan)) === 'yes'
}

const stopOf = (where: string, { found, fix }: CatalogFault): Stop => ({ reason: `${where}: ${found}`, mend: fix })

const absent = (stop: Stop): Preflight => ({ listed: [], capped: true, absent: true, stop })

/** Looks, with a few requests more, whether a target without a model list is a gateway at all. @returns why it is not */
async function lookAround(session: Session, list: Exchange): Promise<Stop | undefined> {
  const { baseUrl, keys, models, limits } = session.target
  const pointed = { baseUrl, key: keys.valid ?? '' }
  // If the list met a limit, one response shows whether completions meet it as well.
  const retry =
    list.response?.status === 429 ? { ...brief, retryOn: brief.retryOn.filter((one) => one !== 429) } : brief
  const asked = await session.ask(
    { name: 'ground' },
    complete(plainBody(models.chat ?? unknownModel(session.seed), limits.maxTokens, session.seed)),
    retry,
  )
  const completion = session.log.attemptsAt(asked).attempts.findLast(({ response }) => response) ?? asked
  const bare = mayBePathless({ list, completion })
    ? await session.ask({ name: 'ground/bare' }, complete({}), brief)
    : undefined
  const look = { list, completion, ...compact({ bare }) }
  const obstacle = obstacleFor(look, pointed)
  if (!obstacle) return undefined
  const [nearby] = nearbyAddresses(baseUrl)
  if (!mayBeNearby(look, pointed)) return stopFor(obstacle, baseUrl)
  const there = await session.askAt(nearby.baseUrl, { name: 'ground/beside' }, { ...listModels(), path: nearby.path })
  if (!isGateway(there)) return stopFor(obstacle, baseUrl)
  // 9: at another path of the same base URL, a list with a request id is that of the gateway itself.
  const isOwn = nearby.baseUrl === baseUrl && recognise(there) === 'list' && isSigned(there)
  return isOwn ? undefined : stopFor(nearby.means, baseUrl)
}

function stopFor({ about, found, fix }: Obstacle, baseUrl: string): Stop {
  const reason: Record<Obstacle['about'], string> = {
    'base URL': `found no gateway of this contract at ${baseUrl}: ${found}`,
    proxy: `${baseUrl}: ${found}`,
    key: found,
    limits: found,
  }
  return { reason: reason[about], mend: fix }
}
