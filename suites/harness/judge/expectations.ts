/** Judges one exchange against the expectation of its check. Pure. */

import { brokeOff, errorOf, isStream, listedIds, modelsNamed, quote, recognise, streamOf } from '../http/answer.ts'
import { type Exchange, headerValues, mediaType } from '../http/exchange.ts'
import { namesField } from './errors.ts'
import type { Evidence, Expectation } from './evidence.ts'
import type { Finding, Outcome } from './finding.ts'
import { observe } from './observation.ts'

export type Say = (outcome: Outcome, message: string, more?: Partial<Finding>) => Finding

/** Statuses that say nothing about a valid request: limits and trouble behind the gateway are real. */
export const TRANSIENT: readonly number[] = [429, 500, 503]

/** What a valid request may meet without a verdict on its rule; 502 and 504 are breaches of their own. */
export const UNSETTLED: readonly number[] = [...TRANSIENT, 502, 504]

/** Why there is no answer, in words. */
export function failed(exchange: Exchange): string {
  return `no answer: ${exchange.failure?.code ?? 'unknown'} ${exchange.failure?.message ?? ''}`.trim()
}

/** How the control of a rejection, or of an acceptance, went. */
export function accepted(control: Exchange | undefined): 'yes' | 'no' | 'unclear' {
  if (!control?.answer) return 'unclear'
  if (brokeOff(control)) return 'unclear'
  if (UNSETTLED.includes(control.answer.status) || control.answer.status === 403) return 'unclear'
  return recognise(control) ? 'yes' : 'no'
}

export function judgeState(
  expectation: Extract<Expectation, { kind: 'state' }>,
  exchange: Exchange,
  control: Exchange | undefined,
  say: Say,
): Finding[] {
  const expected = expectation.statuses.join(' or ')
  if (!exchange.answer) return [say('inconclusive', failed(exchange))]
  const came = { expected, actual: quote(exchange.answer) }
  const { status } = exchange.answer
  if (expectation.statuses.includes(status)) return [say('pass', `answered ${status}`, came)]
  // Only the target knows its limits: a request that was let through has not exceeded one.
  if (status === 200 && expectation.statuses.includes(429)) return [say('not-evidenced', 'no limit showed', came)]
  if (control && accepted(control) !== 'yes' && control.answer?.status === status) {
    return [say('inconclusive', `a request without the state is answered ${status} as well`, came)]
  }
  return [say('fail', `the state that the target file provokes was answered ${status}`, came)]
}

export function judgeCallable(exchange: Exchange, control: Exchange | undefined, say: Say): Finding[] {
  if (!exchange.answer) return [say('inconclusive', failed(exchange))]
  const came = { expected: '200, or 503 while it is unavailable', actual: quote(exchange.answer) }
  const { status } = exchange.answer
  if (status === 404) {
    return control && accepted(control) === 'no'
      ? [say('not-evidenced', 'no model is callable with this key', came)]
      : [say('fail', 'a listed model is answered 404', came)]
  }
  if (status === 200 && recognise(exchange)) return [say('pass', 'callable', came)]
  if (status === 503) return [say('pass', 'listed, and unavailable at the moment', came)]
  if (TRANSIENT.includes(status) || status === 403) return [say('inconclusive', `answered ${status}`, came)]
  return [say('not-evidenced', `answered ${status}, which is neither`, came)]
}

export function judgeLists(
  expectation: Extract<Expectation, { kind: 'lists' }>,
  exchange: Exchange,
  say: Say,
): Finding[] {
  if (!exchange.answer) return [say('inconclusive', failed(exchange))]
  const came = { actual: quote(exchange.answer) }
  if (TRANSIENT.includes(exchange.answer.status))
    return [say('inconclusive', `answered ${exchange.answer.status}`, came)]
  if (exchange.answer.status !== 200)
    return [say('fail', `answered ${exchange.answer.status}`, { expected: '200 with a model list', ...came })]
  if (recognise(exchange) !== 'list') return [say('not-evidenced', 'the answer is no model list', came)]
  const ids = listedIds(exchange)
  const missing = (expectation.includes ?? []).filter((id) => !ids.includes(id))
  const foreign = (expectation.excludes ?? []).filter((id) => ids.includes(id))
  if (missing.length > 0) return [say('fail', `the list lacks ${missing.join(', ')}`, { ...came, at: '/data' })]
  if (foreign.length > 0) return [say('fail', `the list holds ${foreign.join(', ')}`, { ...came, at: '/data' })]
  if (expectation.empty && ids.length > 0)
    return [say('fail', 'the list is not empty', { expected: 'data: []', ...came, at: '/data' })]
  return [say('pass', 'as expected', came)]
}

export function judgeOwnRequestId(exchange: Exchange, say: Say): Finding[] {
  const sent = exchange.request.ownRequestId
  if (!exchange.answer) return [say('inconclusive', failed(exchange))]
  const ids = headerValues(exchange.answer, 'x-svc-request-id')
  if (ids.length === 0) return [say('not-evidenced', 'the answer has no request id')]
  if (sent !== undefined && ids.some((id) => id.trim() === sent)) {
    return [
      say('fail', 'the request id is the one that the caller sent', {
        expected: 'an id made by the gateway',
        actual: sent,
      }),
    ]
  }
  return [say('pass', 'the gateway made its own request id')]
}

export function judgeStray(exchange: Exchange, say: Say): Finding[] {
  const { answer } = exchange
  if (!answer) return [say('inconclusive', failed(exchange))]
  const lacks: string[] = []
  if (answer.status >= 500) lacks.push('no server error')
  if (answer.status < 400) lacks.push('an error status')
  if (exchange.request.method !== 'HEAD' && (mediaType(answer) !== 'application/json' || !errorOf(answer)))
    lacks.push('an error body')
  if (!headerValues(answer, 'x-svc-request-id')[0]) lacks.push('a request id')
  if (lacks.length === 0) return [say('pass', 'answered as an error of this gateway')]
  return [
    say('fail', `${exchange.request.method} ${exchange.request.path}: the answer should have ${lacks.join(', ')}`, {
      actual: quote(answer),
    }),
  ]
}

const FORMS = { completion: 'a JSON completion', stream: 'an event stream', list: 'a model list' } as const

function judgeAccepted(
  expectation: Extract<Expectation, { kind: 'accepted' }>,
  exchange: Exchange,
  control: Exchange | undefined,
  say: Say,
): Finding[] {
  const { answer } = exchange
  const expected = `200 with ${expectation.as ? FORMS[expectation.as] : 'a completion'}`
  if (!answer) return [say('inconclusive', failed(exchange))]
  const came = { expected, actual: quote(answer) }
  if (UNSETTLED.includes(answer.status))
    return [
      say('inconclusive', `a valid request was answered ${answer.status}, which says nothing about the rule`, came),
    ]
  if (answer.status === 403)
    return [
      say(
        'inconclusive',
        'a valid request was answered 403: the account or the feature is disabled for this key',
        came,
      ),
    ]
  if (answer.status !== 200) {
    if (control && accepted(control) !== 'yes')
      return [say('not-evidenced', 'the plain twin of this request was not accepted either', came)]
    return [say('fail', `a valid request was answered ${answer.status}`, came)]
  }
  if (brokeOff(exchange)) return [say('inconclusive', 'the stream broke off with an error event', came)]
  const recognised = recognise(exchange)
  if (recognised !== undefined && recognised === expectation.not)
    return [say('fail', `the answer is ${FORMS[recognised]}`, came)]
  if (expectation.as && recognised !== expectation.as) {
    if (!answer.complete && recognised === undefined) return [say('inconclusive', 'the answer was cut off', came)]
    return [say('fail', `the answer is not ${FORMS[expectation.as]}`, came)]
  }
  if (!recognised)
    return [say('not-evidenced', 'the answer has status 200, but no completion can be recognised in it', came)]
  return [say('pass', 'accepted', came), ...judgeEcho(exchange, say)]
}

/** 2.4 and 2.6, at level should: the answer names the model that was asked for. */
function judgeEcho(exchange: Exchange, say: Say): Finding[] {
  const { model } = exchange.request
  const named = exchange.answer ? modelsNamed(exchange.answer) : []
  if (model === undefined || named.length === 0) return []
  const requirement = 'completion-model-echo'
  const other = named.find((name) => name !== model)
  if (other === undefined) return [say('pass', 'the model is named', { requirement })]
  return [say('fail', 'another model is named', { requirement, expected: model, actual: other, at: '/model' })]
}

function onlyErrorEvents(exchange: Exchange): boolean {
  const { answer } = exchange
  return answer?.status === 200 && isStream(answer) && streamOf(answer).error && recognise(exchange) === undefined
}

function judgeRejected(
  expectation: Extract<Expectation, { kind: 'rejected' }>,
  exchange: Exchange,
  control: Exchange | undefined,
  say: Say,
): Finding[] {
  const { answer } = exchange
  const expected = expectation.statuses.join(' or ')
  if (!answer) {
    if (!expectation.oversize || exchange.failure?.stage === 'budget') return [say('inconclusive', failed(exchange))]
    if (accepted(control) !== 'yes')
      return [say('not-evidenced', `${failed(exchange)}; and the valid twin was not accepted either`)]
    return [say('fail', 'the connection ended without any answer', { expected, actual: failed(exchange) })]
  }
  const came = { expected, actual: quote(answer) }
  const twin = accepted(control)
  if (expectation.statuses.includes(answer.status)) {
    if (twin === 'unclear')
      return [say('inconclusive', 'rejected, but the valid twin of the request got no clear answer', came)]
    if (twin === 'no') return [say('not-evidenced', 'rejected, but so was the valid twin of the request', came)]
    return [say('pass', 'rejected', came), ...judgeParam(expectation.fields, exchange, say)]
  }
  if (answer.status === 429) return [say('inconclusive', 'a limit was in the way', came)]
  if (onlyErrorEvents(exchange)) {
    return [
      say('fail', 'the invalid request was answered with a stream that holds an error', {
        ...came,
        requirement: 'stream-invalid-request',
      }),
    ]
  }
  if (answer.status === 200) return [say('fail', 'an invalid request was accepted', came)]
  if (twin !== 'yes' && control?.answer?.status === answer.status) {
    return [say('not-evidenced', `the valid twin of the request was answered ${answer.status} as well`, came)]
  }
  return [say('fail', `rejected with ${answer.status}`, came)]
}

function judgeDenied(exchange: Exchange, control: Exchange | undefined, say: Say): Finding[] {
  if (!exchange.answer) return [say('inconclusive', failed(exchange))]
  const came = { expected: 'a refusal', actual: quote(exchange.answer) }
  if (exchange.answer.status === 200) return [say('fail', 'accepted', came)]
  if (exchange.answer.status === 429) return [say('inconclusive', 'a limit was in the way', came)]
  return accepted(control) === 'yes'
    ? [say('pass', 'refused', came)]
    : [say('not-evidenced', 'refused, but so was the valid twin of the request', came)]
}

/** 2.7: a string in `param` names the field with the fault; null is as good. */
function judgeParam(fields: readonly string[] | undefined, exchange: Exchange, say: Say): Finding[] {
  const param = exchange.answer && errorOf(exchange.answer)?.param
  if (!fields || param === undefined || (typeof param !== 'string' && param !== null)) return []
  const requirement = 'error-param-names-field'
  if (param === null || param === '' || namesField(param, fields))
    return [say('pass', 'param is null or names the field', { requirement })]
  return [
    say('fail', 'param names another field than the one with the fault', {
      requirement,
      expected: `null, or ${fields.map((field) => `'${field}'`).join(' or ')} with or without a path`,
      actual: JSON.stringify(param),
      at: '/error/param',
    }),
  ]
}

/** The findings of one piece of evidence. */
export function judgeEvidence(evidence: Evidence, exchange: Exchange, control: Exchange | undefined): Finding[] {
  const { expectation } = evidence
  const say: Say = (outcome, message, more = {}) => ({
    requirement: evidence.requirement,
    outcome,
    message: `${evidence.title}: ${message}`,
    exchanges: control ? [exchange.id, control.id] : [exchange.id],
    check: evidence.check,
    ...(evidence.replay && outcome === 'fail' ? { replay: evidence.replay } : {}),
    ...more,
  })
  switch (expectation.kind) {
    case 'accepted':
      return judgeAccepted(expectation, exchange, control, say)
    case 'rejected':
      return judgeRejected(expectation, exchange, control, say)
    case 'denied':
      return judgeDenied(exchange, control, say)
    case 'state':
      return judgeState(expectation, exchange, control, say)
    case 'callable':
      return judgeCallable(exchange, control, say)
    case 'lists':
      return judgeLists(expectation, exchange, say)
    case 'own-request-id':
      return judgeOwnRequestId(exchange, say)
    case 'stray':
      return judgeStray(exchange, say)
    case 'observed':
      return observe(expectation.what, exchange).map((value) =>
        say('observed', expectation.label ? `${expectation.label}: ${value}` : value),
      )
  }
}
