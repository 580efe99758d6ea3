/** Judges one exchange against the expectation of its check. Pure. */
import type { Exchange } from '../exchange.ts'
import type { Finding } from '../finding.ts'
import { brokeOff, errorOf, isStream, modelsNamed, quote, recognise, streamOf } from './answer.ts'
import type { Evidence, Expectation } from './expectation.ts'
import { observe } from './observation.ts'
import { namesField } from './param.ts'
import { accepted, failed, type Say, UNSETTLED } from './say.ts'
import { judgeCallable, judgeLists, judgeOwnRequestId, judgeState, judgeStray } from './states.ts'

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
