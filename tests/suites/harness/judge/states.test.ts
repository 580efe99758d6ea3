/** Judgements about the status of a provoked state, and about content types. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange } from '../../../../suites/harness/http/exchange.ts'
import { complete, listModels, type Plan, sentRequest } from '../../../../suites/harness/http/request.ts'
import { consistencyOf, endedByTarget } from '../../../../suites/harness/judge/attempts.ts'
import { clip, judgeMediaType } from '../../../../suites/harness/judge/bodies.ts'
import type { Evidence, Finding } from '../../../../suites/harness/judge/evidence.ts'
import { judgeEvidence } from '../../../../suites/harness/judge/expectations.ts'
import { judgeState } from '../../../../suites/harness/judge/states.ts'
import { isPage } from '../../../../suites/harness/reachability/responses.ts'
import { completionWith, errorWith } from '../http/bodies.ts'
import { evidenceFor, exchangeOf, lostBy, responseOf } from '../http/exchanges.ts'

const got = (plan: Plan, status: number): Exchange =>
  exchangeOf(responseOf(errorWith(), { status }), { id: 'x/1', request: sentRequest(plan) })

const completion = { model: 'svc/echo-1', messages: [] }
const withHeader = listModels({ headers: [['x-state', 'disabled']] })
const disabled = complete(completion, { role: 'disabled' })

for (const [title, plan, outcome] of [
  ['a list with the disabled key: a key alone causes no 500', listModels({ role: 'disabled' }), 'fail'],
  ['a list with the valid key and a header of the provocation', withHeader, 'not-evidenced'],
  ['a completion with the disabled key: its model may have another state', disabled, 'not-evidenced'],
] as const)
  test(`500 instead of 403 for ${title}: ${outcome}`, () => {
    const attempts = [1, 2, 3].map(() => got(plan, 500))
    const between = [got(listModels(), 404), got(listModels(), 404)]
    const exchange = attempts[2] as Exchange
    const consistency = { ...consistencyOf(exchange, { attempts, between }), isTransient: false }
    assert.equal(judgeState({ kind: 'state', statuses: [403] }, exchange, undefined, consistency).outcome, outcome)
  })

for (const [values, says] of [
  [['application/json'], undefined],
  [['Application/JSON; charset=utf-8'], undefined],
  [['application/json', 'application/json'], undefined],
  [[], 'the content type is missing'],
  [['text/html'], 'the content type is wrong'],
  [['application/json', 'text/html'], 'the content type is wrong'],
  [['text/html', 'application/json'], 'the content type is wrong'],
] as const)
  test(`content type ${values.join(' and ') || 'absent'}: ${says ?? 'right'}`, () => {
    const response = responseOf(errorWith(), { headers: values.map((value) => ['content-type', value]) })
    const breaches: (string | undefined)[] = []
    judgeMediaType(response, 'completion-json', 'application/json', true, (_, breach) => breaches.push(breach?.message))
    assert.deepEqual(breaches, [says])
  })

test('the target ended a connection only if it was established, and the other side closed it', () => {
  const isEnded = (stage: 'connect' | 'tls' | 'headers' | 'body', code = 'ECONNRESET') =>
    endedByTarget(lostBy(code, { request: sentRequest(listModels()) }, stage))
  assert.deepEqual([isEnded('headers'), isEnded('body', 'UND_ERR_SOCKET')], [true, true])
  assert.deepEqual([isEnded('connect'), isEnded('tls'), isEnded('headers', 'TIMEOUT')], [false, false, false])
})

test('a page is HTML by its media type or its first tag', () => {
  const isPageOf = (body: string, type = 'text/plain') =>
    isPage(responseOf(body, { headers: [['content-type', type]] }))
  const pages = [isPageOf('<!DOCTYPE html>'), isPageOf(' \n<html lang="en">'), isPageOf('', 'text/html')]
  assert.deepEqual(pages, [true, true, true])
  assert.deepEqual([isPageOf('{"a":"<html>"}'), isPageOf('<xml>')], [false, false])
})

test('shows a text of 200 characters completely, and truncates a longer one', () =>
  assert.deepEqual([clip('x'.repeat(200)).length, clip('x'.repeat(201)).at(-1)], [200, '…']))

const responded = (status: number, id = 'auth-disabled/1'): Exchange => exchangeOf(responseOf('{}', { status }), { id })

function judged(evidence: Evidence, exchange: Exchange, control?: Exchange): Finding[] {
  return judgeEvidence(evidence, exchange, control, consistencyOf(exchange, { attempts: [exchange], between: [] }))
}

const DISABLED = evidenceFor('auth-disabled', 'auth-disabled/1', { kind: 'state', statuses: [403] })

test('a judgement depends only on the exchange and its control, not on the requirement', () => {
  const exchange = responded(200)
  const first = judged(DISABLED, exchange)
  assert.deepEqual(judged(DISABLED, exchange), first)
  const other = judged({ ...DISABLED, requirement: 'auth-disabled-models' }, exchange)
  assert.deepEqual(other, [{ ...first[0], requirement: 'auth-disabled-models' }])
  assert.equal(judged(DISABLED, responded(403))[0]?.outcome, 'pass')
  assert.equal(judged(DISABLED, responded(401))[0]?.outcome, 'fail')
  assert.equal(judged(DISABLED, responded(401), responded(401))[0]?.outcome, 'inconclusive')
})

test('later attempts change the judgement', () => {
  const evidence = evidenceFor('request-n', 'request-n.cases/n-2/3', { kind: 'rejected', statuses: [400] })
  const attempt = (number: number): Exchange => responded(500, `request-n.cases/n-2/${number}`)
  const last = attempt(3)
  const control: Exchange = { ...responded(200), response: responseOf(completionWith({ choices: [] })) }
  assert.equal(judged(evidence, last, control)[0]?.outcome, 'inconclusive')
  const steady = consistencyOf(last, { attempts: [attempt(1), attempt(2), last], between: [control] })
  assert.equal(judgeEvidence(evidence, last, control, steady)[0]?.outcome, 'fail')
})
