/** Judges whether a valid request was accepted, and an invalid one refused. */

import type { Exchange } from '../http/exchange.ts'
import { kindOf } from '../http/request.ts'
import { brokeOff, modelsNamed, quote, recognise } from '../http/response.ts'
import { accepted, type Consistency, TRANSIENT } from './attempts.ts'
import { judgeParam } from './errors/param.ts'
import {
  dropped,
  type Expected,
  type Judgement,
  judgement,
  type Outcome,
  whyNoResponse,
  withoutResponse,
} from './evidence.ts'

type Received = Pick<Judgement, 'expected' | 'actual' | 'statuses'>

/** The forms of responses, in words. */
export const FORMS = { completion: 'a JSON completion', stream: 'an event stream', list: 'a model list' } as const

/** @param control if the target refuses this request as well, it is not blamed */
export function judgeAccepted(
  expectation: Expected<'accepted'>,
  exchange: Exchange,
  control: Exchange | undefined,
  attempts: Consistency,
): readonly Judgement[] {
  const { response } = exchange
  const { refusedBy } = expectation
  if (refusedBy && !(response && (response.status === 200 || refusedBy.includes(response.status)))) return []
  if (expectation.alike && attempts.isBroken) return [judgeBroken(exchange)]
  if (!response) return [attempts.isSteady ? dropped(exchange, '200', [200]) : withoutResponse(exchange)]
  const expected = `200 with ${formOf(expectation, exchange)}`
  const say = judging({ expected, actual: quote(response), statuses: [200] })
  if (response.status !== 200) return say(...refusal(response.status, control, attempts))
  if (brokeOff(exchange)) return say('inconclusive', 'the stream broke off with an error event')
  const recognised = recognise(exchange)
  if (recognised !== undefined && recognised === expectation.not)
    return say('fail', `the response is ${FORMS[recognised]}`)
  if (expectation.as && recognised !== expectation.as) {
    if (!response.complete && recognised === undefined) return say('inconclusive', 'the response was cut off')
    if (isNoListEither(control)) return say('not-evidenced', 'the plain response is not a model list either')
    return say('fail', `the response is not ${FORMS[expectation.as]}`)
  }
  if (!recognised) return say('not-evidenced', 'the response has status 200, but contains no recognisable completion')
  const asked = kindOf(exchange.request)
  if (recognised !== asked && expectation.as === undefined && expectation.not === undefined) {
    const requirement = asked === 'stream' ? 'stream-started' : 'completion-json'
    return say('fail', `the response is ${FORMS[recognised]}`, { requirement })
  }
  return [...say('pass', 'accepted'), ...judgeEcho(exchange)]
}

/** Whether the control asked for a model list and got something else: another check judges that. */
const isNoListEither = (control: Exchange | undefined): boolean =>
  control?.response?.status === 200 && kindOf(control.request) === 'list' && recognise(control) !== 'list'

/** Creates the only judgement of a response. */
const judging =
  (received: Received) =>
  (outcome: Outcome, message: string, more: Partial<Judgement> = {}): readonly Judgement[] => [
    judgement(outcome, message, { ...received, ...more }),
  ]

function judgeBroken(exchange: Exchange): Judgement {
  const { response } = exchange
  const message = 'a valid request got an error several times in a row, while an equivalent request was accepted'
  const actual = response ? quote(response) : whyNoResponse(exchange)
  return judgement('fail', message, { expected: '200', actual, statuses: [200] })
}

/** The expected form: the one in `as`, the opposite of the one in `not`, or the one that the request asks for. */
function formOf({ as, not }: Expected<'accepted'>, exchange: Exchange): string {
  if (not !== undefined) return FORMS[not === 'stream' ? 'completion' : 'stream']
  return FORMS[as ?? kindOf(exchange.request)]
}

/** A valid request that got another status than 200. */
function refusal(status: number, control: Exchange | undefined, attempts: Consistency): [Outcome, string] {
  if (TRANSIENT.includes(status))
    return ['inconclusive', `a valid request got ${status}, which says nothing about the rule`]
  if (status === 403 && attempts.isSteady)
    return ['fail', 'a valid request got 403 several times in a row, while an equivalent request was accepted']
  if (status === 403)
    return ['inconclusive', 'a valid request got 403: the account or a feature may be disabled for this key']
  if (control && accepted(control) !== 'yes')
    return ['not-evidenced', 'the plain form of this request was not accepted either']
  return ['fail', `a valid request got ${status}`]
}

/** 2.4 and 2.6, at level should: the response names the requested model. */
function judgeEcho({ request: { model }, response }: Exchange): readonly Judgement[] {
  const named = response ? modelsNamed(response) : []
  if (model === undefined || named.length === 0) return []
  const requirement = 'completion-model-echo'
  const other = named.find((name) => name !== model)
  if (other === undefined) return [judgement('pass', 'the model is named', { requirement })]
  const received = { expected: model, actual: other || '""', at: '/model' }
  return [judgement('fail', 'another model is named', { requirement, ...received })]
}

/** A rejection counts only if the valid control of the request was accepted. */
export function judgeRejected(
  expectation: Expected<'rejected'>,
  exchange: Exchange,
  control: Exchange | undefined,
  attempts: Consistency,
): readonly Judgement[] {
  const { response } = exchange
  const expected = expectation.statuses.join(' or ')
  if (!response) return [judgeNoRejection(expectation, exchange, control, attempts)]
  const say = judging({ expected, actual: quote(response), statuses: expectation.statuses })
  const wasAccepted = accepted(control)
  if (expectation.statuses.includes(response.status)) {
    if (wasAccepted === 'unclear') return say('inconclusive', `rejected, but ${CONTROL} got no clear response`)
    if (wasAccepted === 'no') return say('not-evidenced', CONTROL_REJECTED)
    if (attempts.isMixed) return say('inconclusive', 'rejected, but not every time')
    return [...say('pass', 'rejected'), ...judgeParam(expectation.fields, exchange)]
  }
  // Invalid input may not get 429 each time while valid requests are served, except after too many wrong keys.
  const isNoLimit = attempts.isSteadyAlone && !expectation.statuses.includes(401)
  if (response.status === 429 && !isNoLimit) return say('inconclusive', 'a limit was reached')
  if (brokeOff(exchange) && recognise(exchange) === undefined) {
    const requirement = 'stream-invalid-request'
    return say('fail', 'the response to the invalid request is a stream that contains an error', { requirement })
  }
  if (response.status === 200) return say('fail', 'an invalid request was accepted')
  if (wasAccepted !== 'yes' && control?.response?.status === response.status)
    return say('not-evidenced', `${CONTROL} also got ${response.status}`)
  if (attempts.isTransient) return say('inconclusive', `got ${response.status}, which may be a transient error`)
  return say('fail', `rejected with ${response.status}`)
}

const CONTROL = 'the control (the same request without the fault)'
const CONTROL_REJECTED = `rejected, but so was ${CONTROL}`

/** No response is not a rejection; if the target disconnects each time, it is a failure. */
function judgeNoRejection(
  { statuses }: Expected<'rejected'>,
  exchange: Exchange,
  control: Exchange | undefined,
  attempts: Consistency,
): Judgement {
  if (!attempts.isSteady) return withoutResponse(exchange)
  if (accepted(control) !== 'yes')
    return judgement('not-evidenced', `${whyNoResponse(exchange)}; the control was not accepted either`)
  return dropped(exchange, statuses.join(' or '), statuses)
}

/** Statuses that refuse the request itself. */
const REFUSALS: readonly number[] = [400, 401, 403, 404, 413]

/** Judges whether a request was refused, with any status. */
export function judgeDenied(exchange: Exchange, control: Exchange | undefined, attempts: Consistency): Judgement {
  const { response } = exchange
  if (!response) return withoutResponse(exchange)
  const received = { expected: 'a rejection', actual: quote(response), statuses: REFUSALS }
  const { status } = response
  if (status === 200) return judgement('fail', 'accepted', received)
  if (status === 429) return judgement('inconclusive', 'a limit was reached', received)
  if (attempts.isTransient) return judgement('inconclusive', `got ${status}, which may be a transient error`, received)
  if (accepted(control) === 'yes') return judgement('pass', 'refused', received)
  return judgement('not-evidenced', CONTROL_REJECTED, received)
}
