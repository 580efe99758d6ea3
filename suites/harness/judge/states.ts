/** Expectations about states, lists and headers: all but plain acceptance and rejection. */
import { type Exchange, headerValues, mediaType } from '../exchange.ts'
import type { Finding } from '../finding.ts'
import { errorOf, listedIds, quote, recognise } from './answer.ts'
import type { Expectation } from './expectation.ts'
import { accepted, failed, type Say, TRANSIENT } from './say.ts'

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
