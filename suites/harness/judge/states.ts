/** Judges provoked states, model lists, and all expectations besides acceptance and rejection. */
import { type Exchange, type HttpResponse, headerValues, mediaType } from '../http/exchange.ts'
import { keyVariable } from '../http/key-forms.ts'
import { brokeOff, errorOf, hasBegun, listedIds, quote, recognise } from '../http/response.ts'
import { type State, states, statusOf } from '../target/states.ts'
import { isModelId } from '../text/model-id.ts'
import { accepted, type Consistency, TRANSIENT, wasCut } from './attempts.ts'
import { dropped, type Expected, type Judgement, judgement, withoutResponse } from './evidence.ts'

/** The advice if a provocation got a completion, and if it got another error: the target file may be wrong. */
const CHECK_BOTH = 'check that no proxy drops its header and that key and model are right'
const CHECK_FILE = 'its key, model or headers in the target file may belong to another state'

/** Statuses that a conforming gateway may return for a wrong provocation. */
const OF_ANOTHER_STATE: readonly number[] = [400, 403, 404, 500, 503]

/** Whether a mistake in the target file may explain the response: the response does not name the provoked state. */
function isOfAnotherState({ request, response }: Exchange, state: State | undefined): boolean {
  if (state === undefined || !response || !OF_ANOTHER_STATE.includes(response.status)) return false
  // A key alone never causes a 5xx. A list request names no model, so only a header of the provocation could cause one.
  const isByKey = request.operation === 'models' && !request.headers.some(([, value]) => value === VALID_KEY)
  return !(isByKey && response.status >= 500) && !promises(response, state)
}

const VALID_KEY = `Bearer $${keyVariable('valid')}`

/** @param control the same request without the state */
export function judgeState(
  { statuses, alike }: Expected<'state'>,
  exchange: Exchange,
  control: Exchange | undefined,
  attempts: Consistency,
): Judgement {
  if (!exchange.response)
    return attempts.isSteady ? dropped(exchange, statuses.join(' or '), statuses) : withoutResponse(exchange)
  const received = { expected: statuses.join(' or '), actual: quote(exchange.response), statuses }
  const { status } = exchange.response
  const state = states.find((each) => statusOf[each] === statuses[0])
  if (statuses.includes(status)) return judgement('pass', `got ${status}`, received)
  if (alike && status === 200 && isOtherwise(attempts, statuses))
    return judgement('fail', 'accepted each time, while the same request in another form was rejected', received)
  // Only the target knows its limits: an accepted request has not exceeded one.
  if (status === 200 && statuses.includes(429) && recognise(exchange) && !brokeOff(exchange))
    return judgement('not-evidenced', 'no limit was reached', received)
  if (status === 200 && !statuses.includes(403) && wasCut(exchange) && !hasBegun(exchange))
    return judgement('inconclusive', 'the response was cut off', received)
  // The contract leaves open what an error after the start of a stream looks like (6.7).
  if (brokeOff(exchange) && hasBegun(exchange) && !statuses.includes(403))
    return judgement('observed', 'the error was received after the stream had begun', {
      requirement: 'stream-error-after-start',
    })
  // No gateway is required to fail on request. A disabled key is different, since the key itself causes the state.
  if (recognise(exchange) && !brokeOff(exchange) && !statuses.includes(403))
    return judgement('not-evidenced', `provoke.${state} had no effect: ${CHECK_BOTH}`, received)
  if (attempts.isTransient) return judgement('inconclusive', `got ${status}, which may be a transient error`, received)
  if (isOfAnotherState(exchange, state))
    return judgement('not-evidenced', `provoke.${state} got ${status}: ${CHECK_FILE}`, received)
  if (control && accepted(control) !== 'yes' && control.response?.status === status)
    return judgement('inconclusive', `a request without the state also got ${status}`, received)
  return judgement('fail', `the state that the target file provokes got ${status}`, received)
}

/** Whether every attempt was accepted, and every request between them refused. */
function isOtherwise({ isSame, between }: Consistency, statuses: readonly number[]): boolean {
  return isSame && between.length > 1 && between.every((status) => statuses.includes(status))
}

/** Judges a valid request after another key met a state, or after a limit ended. It may fail for other reasons. */
export function judgeServed({ after }: Expected<'served'>, exchange: Exchange, attempts: Consistency): Judgement {
  if (!exchange.response) return withoutResponse(exchange)
  const received = { expected: '200', actual: quote(exchange.response), statuses: [200] }
  const { status } = exchange.response
  if (accepted(exchange) === 'yes') return judgement('pass', 'served', received)
  const onlyAfter = `got ${status} each time right after a request of another key did, and was accepted otherwise`
  if (after === 'state' && attempts.isSteady) return judgement('fail', onlyAfter, received)
  if (after === 'wait' && status === 429 && attempts.isSame)
    return judgement('fail', 'limited again each time, after the wait of Retry-After', received)
  return judgement('inconclusive', `got ${status}, which may have another cause`, received)
}

/** Whether an error is about a token limit: that of a plain request may be above the cap of another model (4.2). */
export const namesLimit = (response: HttpResponse): boolean => /max_/.test(String(errorOf(response)?.param))

const MAY_BE_DISABLED = 'the model may be disabled for this key; use a key that may call each model that it lists'

export function judgeCallable(exchange: Exchange, control: Exchange | undefined, attempts: Consistency): Judgement {
  const { response } = exchange
  if (!response) return withoutResponse(exchange)
  const received = { expected: '200, or 503 while it is unavailable', actual: quote(response), statuses: [200, 503] }
  const { status } = response
  if (status === 404) {
    return control && accepted(control) === 'no'
      ? judgement('not-evidenced', 'no model is callable with this key', received)
      : judgement('fail', 'a listed model got 404', received)
  }
  if (status === 200 && recognise(exchange)) return judgement('pass', 'callable', received)
  if (status === 503) return judgement('pass', 'listed, but currently unavailable', received)
  if (status === 429 && attempts.isSame && accepted(control) === 'yes')
    return judgement('pass', 'listed, but has its own limit', received)
  if (status === 403) return judgement('inconclusive', `got 403: ${MAY_BE_DISABLED}`, received)
  if (TRANSIENT.includes(status)) return judgement('inconclusive', `got ${status}`, received)
  // A malformed id in a list is a breach of the list.
  const isValid = isModelId(exchange.request.model ?? '') && accepted(control) === 'yes'
  if (status === 400 && isValid && !namesLimit(response))
    return judgement('fail', 'a valid request for a listed model got 400', received)
  return judgement('not-evidenced', `got ${status}, which is neither`, received)
}

export function judgeLists({ includes = [], excludes = [], empty }: Expected<'lists'>, exchange: Exchange): Judgement {
  if (!exchange.response) return withoutResponse(exchange)
  const received = { actual: quote(exchange.response) }
  const { status } = exchange.response
  if (TRANSIENT.includes(status)) return judgement('inconclusive', `got ${status}`, received)
  if (status !== 200)
    return judgement('fail', `got ${status}`, { expected: '200 with a model list', ...received, statuses: [200] })
  if (recognise(exchange) !== 'list') return judgement('not-evidenced', 'the response is not a model list', received)
  const ids = listedIds(exchange)
  const missing = includes.filter((id) => !ids.includes(id))
  const foreign = excludes.filter((id) => ids.includes(id))
  if (missing.length > 0) return judgement('fail', `the list lacks ${missing.join(', ')}`, { ...received, at: '/data' })
  if (foreign.length > 0) return judgement('fail', `the list holds ${foreign.join(', ')}`, { ...received, at: '/data' })
  if (empty && ids.length > 0)
    return judgement('fail', 'the list is not empty', { expected: 'data: []', ...received, at: '/data' })
  return judgement('pass', 'as expected', received)
}

/** 4: the gateway generates the request id. */
export function judgeOwnRequestId(exchange: Exchange): Judgement {
  const sent = exchange.request.ownRequestId
  if (!exchange.response) return withoutResponse(exchange)
  const ids = headerValues(exchange.response, 'x-svc-request-id')
  if (ids.length === 0) return judgement('not-evidenced', `got ${exchange.response.status} without a request id`)
  if (sent === undefined || ids.every((id) => id.trim() !== sent))
    return judgement('pass', 'the gateway made its own request id')
  return judgement('fail', 'the request id is what the caller sent in x-svc-request-id', {
    expected: 'an id generated by the gateway',
    actual: sent,
  })
}

/** Judges a response on a path or method that the contract does not name. */
export function judgeStray(exchange: Exchange, attempts: Consistency): Judgement {
  const { response, request } = exchange
  if (!response || exchange.failure) return withoutResponse(exchange)
  const { status } = response
  if (attempts.isTransient)
    return judgement('inconclusive', `got ${status}, which may be a transient error`, { actual: quote(response) })
  const lacks: string[] = []
  if (status >= 500) lacks.push('no server error')
  // HTTP defines HEAD and OPTIONS: they may succeed, and then have no error body.
  const mayServe = status < 400 && ['HEAD', 'OPTIONS'].includes(request.method)
  if (status < 400 && !mayServe) lacks.push('an error status')
  if (!mayServe && request.method !== 'HEAD' && (mediaType(response) !== 'application/json' || !errorOf(response)))
    lacks.push('an error body')
  if (!headerValues(response, 'x-svc-request-id')[0]) lacks.push('a request id')
  if (lacks.length === 0) return judgement('pass', 'rejected with an error of this gateway')
  return judgement('fail', `the response should have ${lacks.join(', ')}`, { actual: quote(response) })
}

/** Words that name a state. If the status is wrong, they show whether the gateway or the target file is at fault. */
const WORDS: Readonly<Record<State, RegExp>> = {
  disabled: /disabled|deactivated|suspended|inactive|blocked/i,
  limited: /limit|quota|throttl|too[ _-]many|exceed|used up|per[ _-](?:second|minute|hour|day)/i,
  unavailable: /unavailable|overload|time[ds]?[ _-]?out|upstream|capacity/i,
  internal: /internal/i,
}

/** Whether the error names the state: in its code, or in its message if the code has no word. */
export function promises(response: HttpResponse, state: State): boolean {
  const { code, message } = errorOf(response) ?? {}
  const text = typeof code === 'string' && /[a-z]{3}/i.test(code) ? code : message
  return typeof text === 'string' && WORDS[state].test(text)
}
