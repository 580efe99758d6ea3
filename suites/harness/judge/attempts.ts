/** The attempts at one request, the valid requests between them, and what a response shows about sender and request. */

import { entryOf } from '../http/compact.ts'
import { ABORTED, type Exchange, headerIn, mediaType, type Named, seriesOf } from '../http/exchange.ts'
import { brokeOff, errorOf, isStream, jsonOf, recognise, streamOf } from '../http/response.ts'

export interface AttemptSeries {
  /** In order; the last one counts. */
  readonly attempts: readonly Exchange[]
  /** Valid requests that were sent between them, or after the last. */
  readonly between: readonly Exchange[]
}

/** What the attempts at a request show about the response that counts. */
export interface Consistency {
  /** Enough attempts were made, and each got the same status, or had its connection ended by the target. */
  readonly isSame: boolean
  /** `isSame`, and the valid requests between the attempts were accepted. */
  readonly isSteady: boolean
  /** `isSteady`, also without other requests in flight: the load of the run is not the cause. */
  readonly isSteadyAlone: boolean
  /** Each attempt got a server error or no response, while valid requests between them were accepted. */
  readonly isBroken: boolean
  /** The response may be a transient error: it says nothing about the request. */
  readonly isTransient: boolean
  /** Other attempts shortly before got transient errors. */
  readonly isMixed: boolean
  /** The statuses of the requests between the attempts; 0 if there was no response. */
  readonly between: readonly number[]
}

/** A single attempt shows nothing about others. */
export const SINGLE: Consistency = {
  isSame: false,
  isSteady: false,
  isSteadyAlone: false,
  isBroken: false,
  isTransient: false,
  isMixed: false,
  between: [],
}

/** The results of fewer attempts than this may be chance. */
export const ENOUGH = 3

/** Attempts at an invalid request while others are in flight, and then without them. */
export const LOADED = 5
export const ALONE = 2

/** Statuses of an intermediary that cannot reach the gateway. */
const RELAYED: readonly number[] = [502, 503, 504]

/** Whether a response has a request id, which only the gateway sets. */
export const isSigned = ({ response }: Exchange): boolean =>
  response !== undefined && headerIn(response.headers, 'x-svc-request-id') !== undefined

/** Statuses that depend only on the content of a request, including its key: they are the same each time. */
const FOR_WHAT_IT_SAYS: readonly number[] = [400, 401, 404, 413]

/** Whether the gateway itself has refused a request for its content. */
export const isRefusedByGateway = (exchange: Exchange): boolean =>
  isSigned(exchange) && FOR_WHAT_IT_SAYS.includes(exchange.response?.status ?? 0)

/** Whether an intermediary made a response: it has the status of a proxy, but no request id and no error body. */
export function isRelayed(exchange: Exchange): boolean {
  const { response } = exchange
  if (!response || !RELAYED.includes(response.status) || isSigned(exchange)) return false
  return mediaType(response) !== 'application/json' || errorOf(response) === undefined
}

/** Failures of an established connection that the other side ended. */
const ENDED = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|ERR_HTTP2_)/

/** Whether the target ended an established connection without any response. */
export function endedByTarget({ response, failure }: Exchange): boolean {
  if (response || !failure) return false
  return (failure.stage === 'headers' || failure.stage === 'body') && ENDED.test(failure.code)
}

/** The number of attempts that were all cut off which rules out chance. */
export const CERTAIN = 6

/** Codes of responses that the harness itself has cut off. */
const OURS: readonly string[] = ['TIMEOUT', 'TOO_LARGE', ABORTED]

/** Whether the connection was lost before the end of a body. After the end mark, or whole JSON, only HTTP lacks its end. */
export function wasCut({ response, failure }: Exchange): boolean {
  if (!response || response.complete || (failure && OURS.includes(failure.code))) return false
  return isStream(response) ? !streamOf(response).payloads.some(({ done }) => done) : !jsonOf(response).ok
}

/** Exchanges grouped by request: the attempts at each. */
export class AttemptsByName {
  readonly #bySeries = new Map<string, Exchange[]>()

  constructor(exchanges: readonly Exchange[] = []) {
    for (const exchange of exchanges) this.add(exchange)
  }

  add(exchange: Exchange): void {
    entryOf(this.#bySeries, seriesOf(exchange), () => []).push(exchange)
  }

  of(exchange: Exchange): AttemptSeries {
    return { attempts: this.#series(exchange), between: this.#series({ ...exchange, between: true }) }
  }

  #series(named: Named): readonly Exchange[] {
    return (this.#bySeries.get(seriesOf(named)) ?? []).toSorted((one, other) => one.attempt - other.attempt)
  }
}

/** Statuses that say nothing about the rule under test: limits and errors behind the gateway happen to every target. */
export const TRANSIENT: readonly number[] = [429, 500, 502, 503, 504]

/** Whether the control of a rejection, or of an acceptance, was accepted. */
export function accepted(control: Exchange | undefined): 'yes' | 'no' | 'unclear' {
  if (!control?.response) return 'unclear'
  if (brokeOff(control)) return 'unclear'
  if (TRANSIENT.includes(control.response.status) || control.response.status === 403) return 'unclear'
  return recognise(control) ? 'yes' : 'no'
}

/** Whether a response may be a transient error, whatever the request. */
export function mayBeTransient(exchange: Exchange): boolean {
  return TRANSIENT.includes(exchange.response?.status ?? 0) || isRelayed(exchange)
}

/**
 * Whether a failure is a transient error: a limit, a failure behind the gateway, or overload, which say nothing about
 * the request. It is not transient if each attempt got it and the valid requests between the attempts were accepted.
 *
 * @param series attempts at the request, of which `exchange` is the last
 */
export function consistencyOf(exchange: Exchange, { attempts, between }: AttemptSeries): Consistency {
  const outcome = outcomeOf(exchange)
  const isEnough = attempts.length >= ENOUGH
  const isServing = between.length > 0 && between.every(isServed)
  const isSame = isEnough && outcome !== undefined && attempts.every((each) => outcomeOf(each) === outcome)
  const isSteady = isSame && isServing
  return {
    isSame,
    isSteady,
    isSteadyAlone: isSteady && attempts.length >= LOADED + ALONE,
    isBroken: isEnough && isServing && attempts.every(isError),
    isTransient: mayBeTransient(exchange) && !isSteady,
    isMixed: isMixed(exchange, attempts),
    between: between.map(({ response }) => response?.status ?? 0),
  }
}

const outcomeOf = (exchange: Exchange): number | 'ended' | undefined =>
  endedByTarget(exchange) ? 'ended' : exchange.response?.status

const isServed = (exchange: Exchange): boolean => exchange.response?.status === 200 && recognise(exchange) !== undefined

const isError = (exchange: Exchange): boolean => endedByTarget(exchange) || (exchange.response?.status ?? 0) >= 500

/** Whether a response closely follows a transient error: a few right responses after the last one may be chance. */
function isMixed(exchange: Exchange, attempts: readonly Exchange[]): boolean {
  const last = attempts.findLastIndex((each) => each.response?.status !== 429 && mayBeTransient(each))
  return last >= 0 && attempts.length - last < ENOUGH && attempts.at(-1) === exchange
}
