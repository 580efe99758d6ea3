/** Whether a valid request was let through, and an invalid one refused. */
import { brokeOff, errorOf, isStream, modelsNamed, quote, recognise, streamOf } from '../http/answer.ts'
import type { Exchange } from '../http/exchange.ts'
import { namesField } from './errors.ts'
import type { Expectation } from './evidence.ts'
import { accepted, type Judgement, judgement, UNSETTLED, unanswered, whyUnanswered } from './judgement.ts'
import { endedByTarget, isMixed, isSteady, mayBeTransient, type Tries } from './tries.ts'

type Accepted = Extract<Expectation, { kind: 'accepted' }>
type Rejected = Extract<Expectation, { kind: 'rejected' }>

const FORMS = { completion: 'a JSON completion', stream: 'an event stream', list: 'a model list' } as const

/** @param control of an acceptance: a target that refuses this as well is not blamed */
export function judgeAccepted(
  expectation: Accepted,
  exchange: Exchange,
  control: Exchange | undefined,
  tries: Tries,
): readonly Judgement[] {
  const { answer } = exchange
  const { refusedBy } = expectation
  if (refusedBy && !(answer && (answer.status === 200 || refusedBy.includes(answer.status)))) return []
  if (!answer) return [unanswered(exchange)]
  const expected = `200 with ${expectation.as ? FORMS[expectation.as] : 'a completion'}`
  const received = { expected, actual: quote(answer), due: [200] }
  if (answer.status !== 200) return [judgeRefusal(answer.status, control, tries, received)]
  if (brokeOff(exchange)) return [judgement('inconclusive', 'the stream broke off with an error event', received)]
  const recognised = recognise(exchange)
  if (recognised !== undefined && recognised === expectation.not)
    return [judgement('fail', `the answer is ${FORMS[recognised]}`, received)]
  if (expectation.as && recognised !== expectation.as) {
    if (!answer.complete && recognised === undefined)
      return [judgement('inconclusive', 'the answer was cut off', received)]
    return [judgement('fail', `the answer is not ${FORMS[expectation.as]}`, received)]
  }
  if (!recognised)
    return [
      judgement('not-evidenced', 'the answer has status 200, but no completion can be recognised in it', received),
    ]
  return [judgement('pass', 'accepted', received), ...judgeEcho(exchange)]
}

/** A valid request that got another status than 200. */
function judgeRefusal(
  status: number,
  control: Exchange | undefined,
  tries: Tries,
  received: { readonly expected: string; readonly actual: string; readonly due: readonly number[] },
): Judgement {
  if (UNSETTLED.includes(status))
    return judgement(
      'inconclusive',
      `a valid request was answered ${status}, which says nothing about the rule`,
      received,
    )
  if (status === 403 && isSteady(tries, (each) => each.answer?.status === 403))
    return judgement(
      'fail',
      'a valid request was answered 403 each time, and one that says the same was accepted in between',
      received,
    )
  if (status === 403)
    return judgement(
      'inconclusive',
      'a valid request was answered 403: the account or the feature is disabled for this key',
      received,
    )
  if (control && accepted(control) !== 'yes')
    return judgement('not-evidenced', 'the plain twin of this request was not accepted either', received)
  return judgement('fail', `a valid request was answered ${status}`, received)
}

/** 2.4 and 2.6, at level should: the answer names the model that was asked for. */
function judgeEcho({ request: { model }, answer }: Exchange): readonly Judgement[] {
  const named = answer ? modelsNamed(answer) : []
  if (model === undefined || named.length === 0) return []
  const requirement = 'completion-model-echo'
  const other = named.find((name) => name !== model)
  if (other === undefined) return [judgement('pass', 'the model is named', { requirement })]
  return [judgement('fail', 'another model is named', { requirement, expected: model, actual: other, at: '/model' })]
}

/** A rejection counts only where the valid twin of the request was accepted. */
export function judgeRejected(
  expectation: Rejected,
  exchange: Exchange,
  control: Exchange | undefined,
  tries: Tries,
): readonly Judgement[] {
  const { answer } = exchange
  const expected = expectation.statuses.join(' or ')
  if (!answer) return [judgeNoRejection(expectation, exchange, control, tries)]
  const received = { expected, actual: quote(answer), due: expectation.statuses }
  const twin = accepted(control)
  if (expectation.statuses.includes(answer.status)) {
    if (twin === 'unclear')
      return [judgement('inconclusive', 'rejected, but the valid twin of the request got no clear answer', received)]
    if (twin === 'no')
      return [judgement('not-evidenced', 'rejected, but so was the valid twin of the request', received)]
    if (isMixed(tries, exchange)) return [judgement('inconclusive', 'rejected, but not each time', received)]
    return [judgement('pass', 'rejected', received), ...judgeParam(expectation.fields, exchange)]
  }
  if (answer.status === 429) return [judgement('inconclusive', 'a limit was in the way', received)]
  if (onlyErrorEvents(exchange)) {
    const requirement = 'stream-invalid-request'
    return [
      judgement('fail', 'the invalid request was answered with a stream that holds an error', {
        ...received,
        requirement,
      }),
    ]
  }
  if (answer.status === 200) return [judgement('fail', 'an invalid request was accepted', received)]
  if (twin !== 'yes' && control?.answer?.status === answer.status) {
    const message = `the valid twin of the request was answered ${answer.status} as well`
    return [judgement('not-evidenced', message, received)]
  }
  if (mayBeTransient(exchange) && !isSteady(tries, (each) => each.answer?.status === answer.status))
    return [judgement('inconclusive', `answered ${answer.status}, which may be trouble that passes`, received)]
  return [judgement('fail', `rejected with ${answer.status}`, received)]
}

/** No answer is no rejection; where the body is too large and the target hangs up each time, it is a failure. */
function judgeNoRejection(
  { oversize, statuses }: Rejected,
  exchange: Exchange,
  control: Exchange | undefined,
  tries: Tries,
): Judgement {
  if (!oversize || !isSteady(tries, endedByTarget)) return unanswered(exchange)
  const why = whyUnanswered(exchange)
  if (accepted(control) !== 'yes')
    return judgement('not-evidenced', `${why}; and the valid twin was not accepted either`)
  const expected = statuses.join(' or ')
  const message = 'the target ended the connection without any answer, each time'
  return judgement('fail', message, { expected, actual: why, due: statuses })
}

function onlyErrorEvents(exchange: Exchange): boolean {
  const { answer } = exchange
  return answer?.status === 200 && isStream(answer) && streamOf(answer).error && recognise(exchange) === undefined
}

/** 2.7: a string in `param` names the field with the fault; null is as good. */
function judgeParam(fields: readonly string[] | undefined, { answer }: Exchange): readonly Judgement[] {
  const param = answer && errorOf(answer)?.param
  if (!fields || param === undefined || (typeof param !== 'string' && param !== null)) return []
  const requirement = 'error-param-names-field'
  if (param === null || param === '' || namesField(param, fields))
    return [judgement('pass', 'param is null or names the field', { requirement })]
  return [
    judgement('fail', 'param names another field than the one with the fault', {
      requirement,
      expected: `null, or ${fields.map((field) => `'${field}'`).join(' or ')} with or without a path`,
      actual: JSON.stringify(param),
      at: '/error/param',
    }),
  ]
}

/** Statuses that say no to the request itself. */
const REFUSALS: readonly number[] = [400, 401, 403, 404, 413]

/** Refused, by whatever status. */
export function judgeDenied(exchange: Exchange, control: Exchange | undefined, tries: Tries): Judgement {
  const { answer } = exchange
  if (!answer) return unanswered(exchange)
  const received = { expected: 'a refusal', actual: quote(answer), due: REFUSALS }
  if (answer.status === 200) return judgement('fail', 'accepted', received)
  if (answer.status === 429) return judgement('inconclusive', 'a limit was in the way', received)
  const { status } = answer
  if (mayBeTransient(exchange) && !isSteady(tries, (each) => each.answer?.status === status))
    return judgement('inconclusive', `answered ${status}, which may be trouble that passes`, received)
  return accepted(control) === 'yes'
    ? judgement('pass', 'refused', received)
    : judgement('not-evidenced', 'refused, but so was the valid twin of the request', received)
}
