/** What a run has to know first: can the target be reached, is the key good, and which model answers. */
import { listedIds, recognise } from '../http/answer.ts'
import { compact } from '../http/compact.ts'
import type { Exchange } from '../http/exchange.ts'
import { networkErrorOf } from '../http/network-errors.ts'
import { complete, listModels } from '../http/request.ts'
import { accepted, TRANSIENT } from '../judge/judgement.ts'
import { PLAIN_MESSAGES } from '../space/filling.ts'
import { patient } from './patience.ts'
import type { Session } from './session.ts'
import type { Stop } from './stop.ts'

export interface Preflight {
  /** The model of all completions; absent where none answers. */
  readonly model?: string
  /** Ids that the valid key's list holds. */
  readonly listed: readonly string[]
  /** Whether the plain request sets max_tokens; it does unless the target refuses that. */
  readonly capped: boolean
  /** Why there is no model. */
  readonly lack?: string
  /** A listed model that was answered with 403, where none answers. */
  readonly forbidden?: string
  readonly stop?: Stop
}

/** A model that no catalog holds. */
export const UNKNOWN_MODEL = 'svc/no-such-model-conformance'
/** Listed models that are tried before the run gives up on completions. */
const CANDIDATES = 6

export function plainBody(model: string, maxTokens: number | undefined): Record<string, unknown> {
  const body: Record<string, unknown> = { model, messages: PLAIN_MESSAGES }
  if (maxTokens !== undefined) body.max_tokens = maxTokens
  return body
}

function unreachable({ failure }: Exchange, baseUrl: string): Stop {
  if (!failure) throw new Error('an exchange without an answer has no failure')
  const { what, fix } = networkErrorOf(failure)
  return { reason: `${baseUrl}: ${what} (${failure.code}: ${failure.message})`, mend: fix }
}

/** Tells a refused key, a disabled account and exhausted limits apart from a base URL that leads elsewhere. */
function stopFor(status: number): Stop | undefined {
  if (status === 401)
    return {
      reason: 'the valid key is refused with 401 on both operations',
      mend: 'Check SVC_CONFORMANCE_KEY, or keys.valid of the target file.',
    }
  if (status === 403)
    return {
      reason: 'the account of the valid key is disabled (403 on both operations)',
      mend: 'Use a key whose account is enabled.',
    }
  if (TRANSIENT.includes(status))
    return {
      reason: `both operations answer ${status} to valid requests`,
      mend: 'Wait until the target has recovered, or raise its limits for this key.',
    }
  return undefined
}

/** A malformed id is a breach of its own, and would disturb all other checks. */
function wellFormedFirst(ids: readonly string[]): string[] {
  const wellFormed = (id: string): boolean => /^svc\/[a-z0-9-]+$/.test(id)
  return [...ids.filter(wellFormed), ...ids.filter((id) => !wellFormed(id))]
}

/** Looks for a model that answers, and tells the session which requests are plain and valid here. */
export async function runPreflight(session: Session): Promise<Preflight> {
  const preflight = await findModel(session)
  const { model, capped } = preflight
  if (model !== undefined) session.usePlain(plainBody(model, capped ? session.target.limits.maxTokens : undefined))
  return session.gone ? { ...preflight, stop: session.gone } : preflight
}

/** The request that finds the model is the control of most checks. */
async function findModel(session: Session): Promise<Preflight> {
  const { target } = session
  const list = await session.askOnce(listModels())
  if (!list.answer || list.failure?.code === 'TIMEOUT')
    return { listed: [], capped: true, stop: unreachable(list, target.baseUrl) }
  const listed = recognise(list) === 'list' ? listedIds(list) : []
  const candidates =
    target.models.chat === undefined ? wellFormedFirst(listed).slice(0, CANDIDATES) : [target.models.chat]
  const { maxTokens } = target.limits
  let lack = 'the model list holds no model to complete with; name one in models.chat of the target file'
  let fallback: string | undefined
  let forbidden: string | undefined
  for (const model of candidates) {
    for (const cap of [maxTokens, undefined]) {
      const body = plainBody(model, cap)
      session.usePlain(body)
      const plan = complete(body)
      // The first model that answers at once is taken; only the last candidate is worth waiting for.
      // `ground` is what transcripts call these exchanges.
      const last = model === candidates.at(-1)
      const exchange = last ? await session.askOnce(plan) : await session.ask('ground', plan, { ...patient, tries: 1 })
      const twin = accepted(exchange)
      if (twin === 'yes') return { model, listed, capped: cap !== undefined }
      lack = `${model} answered ${exchange.answer?.status ?? exchange.failure?.code ?? 'nothing'}`
      if (twin === 'no') fallback ??= model
      if (exchange.answer?.status === 403) forbidden ??= model
      if (exchange.answer?.status !== 400) break
    }
  }
  if (fallback !== undefined) return { model: fallback, listed, capped: true, lack }
  if (candidates.length > 0) return compact({ listed, capped: true, lack, forbidden })
  const probe = await session.ask('ground', complete(plainBody(UNKNOWN_MODEL, maxTokens)), patient)
  const status = list.answer.status
  const stop = probe.answer?.status === status ? stopFor(status) : undefined
  return compact({ listed, capped: true, lack, stop })
}
