/**
 * Decides from the first responses of a run whether there is a gateway of this contract. Pure. One sign of the contract
 * is enough to judge the gateway, however much is broken. Without a sign, or with refusals only, nothing is judged.
 */

import type { Exchange, HttpResponse } from '../http/exchange.ts'
import { objectIn, recognise } from '../http/response.ts'
import { isRelayed, TRANSIENT } from '../judge/attempts.ts'
import { refusedKey } from './key.ts'
import { atBaseUrl, IS_IT_OURS, mayBeElsewhere, type Obstacle, obstacleIn, relayed, strangerIn } from './obstacle.ts'
import { header, isPage, saidBy, showsContract } from './responses.ts'

/** The responses that a run has before it judges anything. */
export interface FirstLook {
  /** The response to the model list request; it is not a list. */
  readonly list: Exchange
  /** The response to a valid completion request, for a model that may be unknown. */
  readonly completion: Exchange
  /** The response to a completion request without fields: a server without this path can only complain about it. */
  readonly bare?: Exchange
}

/** The base URL of a run, and its key. */
export interface Pointed {
  readonly baseUrl: string
  readonly key: string
}

const BOTH = ' on both operations'
const DOCTOR = 'Run svc-conformance doctor with the same target for details.'

/** The obstacle that prevents every verdict; undefined if there is a gateway to judge. */
export function obstacleFor({ list, completion, bare }: FirstLook, { baseUrl, key }: Pointed): Obstacle | undefined {
  const responses = [list.response, completion.response].flatMap((response) => response ?? [])
  const [first] = responses
  if (!first || recognise(list) || recognise(completion)) return undefined
  const every = (...statuses: number[]): boolean => responses.every(({ status }) => statuses.includes(status))
  if (every(429)) return refusals(responses)
  const signs = showsContract(list) || showsContract(completion) || knowsPath(list, completion, bare)
  if (!signs) {
    const known = obstacleIn(first, baseUrl)
    if (known) return known
    if (isRelayed(list) && every(...TRANSIENT)) return relayed(first.status)
  }
  // The gateway itself says in JSON that an account is disabled.
  if (every(403) && isPage(first)) return strangerIn(first)
  if (every(401) || every(403)) return refusedKey(first, key, every(401) ? BOTH : BOTH.replace(' ', ', '))
  if (every(...TRANSIENT)) return refusals(responses)
  if (every(404, 405) && !knowsPath(list, completion, bare)) return noSuchPath(responses)
  if (signs) return undefined
  return first.status === 401 || first.status === 403 ? refusedKey(first, key) : stranger(responses)
}

/** Whether a second look can distinguish a missing path from a missing model: both are 404. */
export function mayBePathless({ list, completion }: FirstLook): boolean {
  const status = completion.response?.status
  return (
    list.response !== undefined && (status === 404 || status === 405) && !isPage(completion.response as HttpResponse)
  )
}

/** Whether to look for the gateway near the base URL, if it is not at the base URL. */
export function mayBeNearby({ list: { response } }: FirstLook, { baseUrl }: Pointed): boolean {
  return response !== undefined && mayBeElsewhere(response) && obstacleIn(response, baseUrl) === undefined
}

/** Statuses with which a server complains about a body. */
const BODY_REFUSED = [400, 413, 415, 422]

/** Whether completions are refused for their content, in JSON, which shows that the server knows the operation. */
function knowsPath(list: Exchange, completion: Exchange, bare: Exchange | undefined): boolean {
  const refused = [completion, bare].find(
    (each) => each?.response && BODY_REFUSED.includes(each.response.status),
  )?.response
  return refused !== undefined && refused.status !== list.response?.status && objectIn(refused) !== undefined
}

/** The obstacle if limits or errors affect every request. */
function refusals(responses: readonly HttpResponse[]): Obstacle {
  const waits = responses
    .map((response) => Number(header(response, 'retry-after') ?? Number.NaN))
    .filter(Number.isFinite)
  const again = waits.length > 0 ? ` Its Retry-After is ${Math.max(...waits)} s.` : ''
  const said = responses.map(saidBy).find((text) => text !== '') ?? ''
  return {
    about: 'limits',
    found: `both operations return ${statusesOf(responses)} to valid requests${said}`,
    fix: responses.some(({ status }) => status === 429)
      ? `Wait, or raise the limits of this key.${again}`
      : `Wait until the target has recovered, and check its log.${again}`,
  }
}

function noSuchPath(responses: readonly HttpResponse[]): Obstacle {
  const found = `neither /v1/models nor /v1/chat/completions exists (${statusesOf(responses)})`
  return atBaseUrl(found, `Check the path of base_url: /v1 begins after it. ${DOCTOR}`)
}

function stranger(responses: readonly HttpResponse[]): Obstacle {
  const [first] = responses as readonly [HttpResponse, ...HttpResponse[]]
  if (isPage(first)) return strangerIn(first)
  const found = 'the responses of /v1/models and /v1/chat/completions have nothing of this contract'
  return atBaseUrl(`${found} (${statusesOf(responses)})`, `${IS_IT_OURS} ${DOCTOR}`)
}

function statusesOf(responses: readonly HttpResponse[]): string {
  return [...new Set(responses.map(({ status }) => status))].join(' and ')
}
