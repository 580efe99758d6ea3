/** The first steps of a run: test whether the target is reachable and accepts the key, and find a responding model. */

import { compact } from '../http/compact.ts'
import type { Exchange } from '../http/exchange.ts'
import { networkErrorOf } from '../http/network-errors.ts'
import { complete, listModels, type Plan } from '../http/request.ts'
import { isEmptyList, listedIds, recognise } from '../http/response.ts'
import { accepted, isSigned, mayBeTransient } from '../judge/attempts.ts'
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
  /** The model of all completions; absent if no model responds. */
  readonly model?: string
  /** The ids in the list of the valid key. */
  readonly listed: readonly string[]
  /** Whether the plain request sets max_tokens; false only if the target refuses it. */
  readonly capped: boolean
  /** Why there is no model. */
  readonly lack?: string
  /** A listed model that got 403, if no model responds. */
  readonly forbidden?: string
  readonly stop?: Stop
  /** No response is judged, because there is no gateway or it refuses everything. `stop` has the reason. */
  readonly absent?: true
}

/** Listed models that are tried before the run gives up on completions. */
const CANDIDATES = 6

function unreachable({ failure }: Exchange, baseUrl: string): Stop {
  if (!failure) throw new Error('an exchange without a response has no failure')
  const { what, fix } = networkErrorOf(failure)
  return { reason: `${baseUrl}: ${what} (${failure.code}: ${failure.message})`, mend: fix }
}

/** Why the run stops if masking hides ids of the model list: a masked part of a response cannot be judged. */
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

/** The maximum number of further clients to try. A firewall may refuse all but one of those that send a user agent. */
const OTHERS = 4

/** Whether the gateway accepts another client, with which the run then continues. */
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
 * Finds a model that responds. The request that finds it is also the control of most checks.
 *
 * @param isAgain requests are sent again, and earlier responses no longer count
 */
async function findModel(session: Session, isAgain = false): Promise<Preflight> {
  const { target } = session
  const ask = (plan: Plan, retry?: RetryPolicy): Promise<Exchange> =>
    isAgain ? session.controls.anew(plan, retry) : session.controls.once(plan, retry)
  const first = await ask(listModels(), brief)
  // An incomplete response may still show that a gateway sent it.
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
  // A malformed id is a separate breach, and would affect all other checks, so these come last.
  const { true: ids = [], false: malformed = [] } = Object.groupBy(listed, (id) => `${isModelId(id)}`)
  const candidates = chat === undefined ? [...ids, ...malformed].slice(0, CANDIDATES) : [chat]
  const { maxTokens } = target.limits
  let lack = 'the model list has no model for completions; name one in models.chat of the target file'
  let fallback: string | undefined
  let forbidden: string | undefined
  let aboveCap: Stop | undefined
  for (const model of candidates) {
    for (const cap of [maxTokens, undefined]) {
      const body = plainBody(model, cap, session.seed)
      session.usePlain(body)
      const plan = complete(body)
      // Take the first model that responds at once; only the last candidate is worth retries.
      // Transcripts call these exchanges `ground`.
      const last = model === candidates.at(-1)
      const exchange = last
        ? await ask(plan)
        : await session.ask({ name: 'ground' }, plan, { ...forValid, attempts: 1 })
      const control = accepted(exchange)
      // Keep the limit if the 400 was by chance: plain requests without a limit cost far more of the budget.
      if (control === 'yes') return { model, listed, capped: cap !== undefined || (await isCapped(session, model)) }
      lack = `${model} returned ${exchange.response?.status ?? exchange.failure?.code ?? 'nothing'}`
      if (control === 'no') fallback ??= model
      if (exchange.response?.status === 403) forbidden ??= model
      if (exchange.response?.status !== 400) break
      if (cap !== undefined && (await isAboveCap(session, model))) {
        aboveCap ??= capBelow(model, cap)
        break
      }
    }
  }
  if (aboveCap) return absent(aboveCap)
  // A refusal is right (4.2), so the target file is wrong. Only a model that responds has to be in the list.
  if (chat !== undefined && isList && !listed.includes(chat)) return absent(stopOf(lack, unlistedChat(chat, listed)))
  if (fallback !== undefined) return { model: fallback, listed, capped: true, lack }
  return compact({ listed, capped: true, lack, forbidden })
}

/** Whether a model refuses the limit of plain requests each time, and accepts the smallest one. */
async function isAboveCap(session: Session, model: string): Promise<boolean> {
  const least = await session.ask({ name: 'ground/least' }, complete(plainBody(model, 1, session.seed)), once)
  return accepted(least) === 'yes' && !(await isCapped(session, model))
}

/** A cap is not a breach (4.2), so the limit of the run is wrong. */
const capBelow = (model: string, limit: number): Stop => ({
  reason: `${model} refuses max_tokens ${limit} with 400, and accepts 1: it has a lower cap`,
  mend: 'Set limits.max_tokens in the target file to the cap or less.',
})

/** Whether a plain request with max_tokens, which got 400, is accepted when it is sent again. */
async function isCapped({ target, seed, controls }: Session, model: string): Promise<boolean> {
  const plan = complete(plainBody(model, target.limits.maxTokens, seed))
  return accepted(await controls.anew(plan)) === 'yes'
}

const stopOf = (where: string, { found, fix }: CatalogFault): Stop => ({ reason: `${where}: ${found}`, mend: fix })

const absent = (stop: Stop): Preflight => ({ listed: [], capped: true, absent: true, stop })

/** Sends a few more requests to see whether a target without a model list is a gateway. @returns why it is not one */
async function lookAround(session: Session, list: Exchange): Promise<Stop | undefined> {
  const { baseUrl, keys, models, limits } = session.target
  const pointed = { baseUrl, key: keys.valid ?? '' }
  // If the list got 429, one response shows whether completions get it as well.
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
  // 9: at another path of the same base URL, a list with a request id was sent by the gateway itself.
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
