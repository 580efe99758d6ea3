/** One request that a check tries: its plan, its retries and pauses, and its outcome. */
import type { RequirementId } from '../catalogue/requirements.ts'
import type { Gate } from '../client/gate.ts'
import type { JudgedResponse } from '../explain/variation.ts'
import { ABORTED, type Exchange, type Header, headerValues, type Named } from '../http/exchange.ts'
import { SWITCHED } from '../http/network-errors.ts'
import type { Plan } from '../http/request.ts'
import { brokeOff, isStream } from '../http/response.ts'
import { ENOUGH, endedByTarget, isRelayed, LOADED, TRANSIENT, wasCut } from '../judge/attempts.ts'
import { type Expectation, isOfValid, isRefusal } from '../judge/evidence.ts'
import type { Row } from '../variation/dimensions.ts'

/** One request that a check tried: its evidence and findings. */
export type Trial = JudgedResponse

/** The part of a check that its context needs, since the type of a check refers to its context. */
export interface CheckName {
  readonly id: string
  /** Id of the requirement that it covers. */
  readonly covers: RequirementId
  /** All its requests are follow-ups. */
  readonly followUp?: boolean
}

export interface TryOptions {
  /** By default, the expectation decides. */
  readonly retry?: RetryPolicy
  readonly control?: Plan | undefined
  readonly silent?: boolean
  readonly shared?: boolean
  /** Headers of the plan that a provocation needs. Any other deliberate header excludes a variation. */
  readonly own?: readonly Header[] | undefined
  /** The variation to send it in. */
  readonly row?: Row
  /** The request is sent unchanged, without a variation. */
  readonly plainly?: boolean
  /** The caller examines the outcome itself, so a failure in a variation is not repeated. */
  readonly asIs?: boolean
  /** Its first attempt is sent at the same time as those of other requests. */
  readonly gate?: Gate
  /** It is a follow-up, and uses that part of the budget. */
  readonly isFollowUp?: boolean
  /** The requirement of the evidence, if it is not that of the check. */
  readonly requirement?: RequirementId
}

/** A request to try, with its name in the transcript. */
export interface Planned extends Named {
  readonly title: string
  readonly plan: Plan
  readonly expectation: Expectation
  readonly options: TryOptions
}

export interface RetryPolicy {
  /** Statuses that need another attempt. */
  readonly retryOn: readonly number[]
  /** The maximum number of attempts. */
  readonly attempts: number
  /** The maximum number of complete responses: after these there is no further attempt. */
  readonly responses?: number
  /** From the second attempt on, send the body slowly, so that an early response can be read. */
  readonly pacedRetries?: boolean
  /** After a server error, retry soon, even if Retry-After says otherwise: for states that are meant to refuse. */
  readonly soon?: boolean
  /** A valid request between two attempts, to see whether the target as a whole has errors. */
  readonly between?: Plan
}

/**
 * For valid requests: limits and transient errors are not a verdict. A run sends hundreds of these requests, so even
 * rare chains of errors occur. If every third response is a 503, a run has about one chain of 7, but rarely one of 10.
 */
export const forValid: RetryPolicy = { retryOn: TRANSIENT, attempts: 10 }

/** For the first requests to a target: it gives up early if every response is a refusal. */
export const brief: RetryPolicy = { ...forValid, responses: 4 }

/** If only the status matters: retries only a missing response. */
export const once: RetryPolicy = { retryOn: [], attempts: 4 }

/** If every response counts, and other code sends the next request: no retries. */
export const single: RetryPolicy = { retryOn: [], attempts: 1 }

/** For invalid requests: a server error each time, while `between` is accepted, is the target's response to them. */
export function forInvalid(between: Plan): RetryPolicy {
  return { retryOn: TRANSIENT, attempts: LOADED, between }
}

/** For provoked states: other errors are retried, but without a long wait. */
export function forProvoked(expected: readonly number[], between: Plan): RetryPolicy {
  return { retryOn: TRANSIENT.filter((status) => !expected.includes(status)), attempts: 4, soon: true, between }
}

/**
 * By what is expected of a request.
 *
 * @param control makes the valid request between attempts
 * @param others for requests that are neither valid nor to be refused
 */
export function retryFor(expectation: Expectation, control: () => Plan, others = once): RetryPolicy {
  if (expectation.kind === 'state') return forProvoked(expectation.statuses, control())
  if (isRefusal(expectation)) return forInvalid(control())
  return isOfValid(expectation) ? forValid : others
}

/** Milliseconds between attempts at a request if only this request is limited and no wait is named. */
const PAUSE_ALONE = 200

/** The maximum number of timeouts of one request: each costs the whole deadline. */
const TIMEOUTS = 2

/** Whether a response is a server error, including one that a stream reports. */
export const isServerError = (exchange: Exchange): boolean =>
  exchange.response !== undefined && (exchange.response.status >= 500 || brokeOff(exchange))

/** Whether an attempt shows so little that another one is needed. */
export function isOpen(exchange: Exchange, { retryOn }: RetryPolicy): boolean {
  const { response } = exchange
  if (!response?.complete || isRelayed(exchange)) return true
  return retryOn.includes(response.status) || (retryOn.length > 0 && brokeOff(exchange))
}

/** Whether another attempt is needed after these (at least one). */
export function worthAnotherTry(attempts: readonly Exchange[], retry: RetryPolicy): boolean {
  const last = attempts.at(-1)
  if (!last || attempts.length >= retry.attempts) return false
  if (attempts.filter(({ response }) => response?.complete).length >= (retry.responses ?? retry.attempts)) return false
  const { failure } = last
  if (failure?.stage === 'budget' || ['TOO_LARGE', ABORTED, SWITCHED].includes(failure?.code ?? '')) return false
  if (failure?.code === 'TIMEOUT') return attempts.filter((each) => each.failure?.code === 'TIMEOUT').length < TIMEOUTS
  // If the target ends the connection each time, a next attempt is made only without other requests in flight.
  if (isDropped(attempts)) return false
  if (retry.between === undefined) return isOpen(last, retry)
  // A few server errors show as much as many. Each costs two requests, with the valid one between them.
  const troubled = attempts.filter((each) => isServerError(each) && isOpen(each, retry)).length
  if (isOpen(last, retry)) return !isServerError(last) || troubled < ENOUGH
  // The right response has to arrive twice in a row: one after an error may be chance.
  const before = attempts.at(-2)
  return troubled > 0 && troubled < ENOUGH && before !== undefined && isOpen(before, retry)
}

/** Whether the target has ended the connection of the last attempts without a response. */
function isDropped(attempts: readonly Exchange[]): boolean {
  const last = attempts.slice(-ENOUGH)
  return last.length === ENOUGH && last.every(endedByTarget)
}

/**
 * Whether the last attempts all got the same error, or no response, which load may have caused.
 *
 * @param retry policy of the request; without it, any such error counts
 */
export function isSuspect(attempts: readonly Exchange[], retry?: RetryPolicy): boolean {
  const last = attempts.slice(-ENOUGH)
  if (isDropped(attempts) || (last.length === ENOUGH && last.every(isCutDocument))) return true
  const status = last[0]?.response?.status ?? 0
  return (
    last.length === ENOUGH &&
    (status >= 500 || status === 429) &&
    last.every((each) => each.response?.status === status && (retry === undefined || isOpen(each, retry)))
  )
}

/** Whether a document was cut off. The contract leaves open how a stream that has begun ends after an error (6.7). */
const isCutDocument = (exchange: Exchange): boolean =>
  wasCut(exchange) && exchange.response !== undefined && !isStream(exchange.response)

/** Whether a response is a limit to wait for. A provoked limit needs no wait. */
export function isInTheWay({ response }: Exchange, { retryOn }: RetryPolicy): boolean {
  return response?.status === 429 && retryOn.includes(429)
}

/** The wait that a response names, in milliseconds. */
function namedWait({ response }: Exchange): number | undefined {
  const seconds = Number((response && headerValues(response, 'retry-after')[0]) ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined
}

/** Milliseconds before the next attempt if only this request is limited; short if no wait is named. */
export function pauseAlone(exchange: Exchange): number {
  return namedWait(exchange) ?? PAUSE_ALONE
}

/** Milliseconds before the next attempt. */
export function pauseAfter(exchange: Exchange, tried: number, retry: RetryPolicy): number {
  const { response } = exchange
  if (!response || (retry.soon && !isInTheWay(exchange, retry))) return 50 * tried
  const named = namedWait(exchange)
  if (named !== undefined) return named
  return response.status === 429 ? 1000 * tried : 100 * tried
}
