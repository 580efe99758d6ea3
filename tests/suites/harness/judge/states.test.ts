/** What a wrong status says of a provoked state, and what two headers say of a media type. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consistencyOf } from '../../../../suites/harness/explain/transient.ts'
import { type Answer, type Exchange, type Header, identityFor } from '../../../../suites/harness/http/exchange.ts'
import { complete, listModels, type Plan, sentRequest } from '../../../../suites/harness/http/request.ts'
import { endedByTarget } from '../../../../suites/harness/judge/attempts.ts'
import { clip, judgeMediaType } from '../../../../suites/harness/judge/bodies.ts'
import { judgeState } from '../../../../suites/harness/judge/states.ts'
import { isPage } from '../../../../suites/harness/reachability/answers.ts'

const ERROR = '{"error":{"message":"m","type":"server_error","param":null,"code":"c"}}'

function answerOf(status: number, headers: readonly Header[]): Answer {
  return { status, headers, body: Buffer.from(ERROR), packets: [], interim: [], complete: true }
}

function got(plan: Plan, status: number): Exchange {
  const headers: Header[] = [
    ['content-type', 'application/json'],
    ['x-svc-request-id', 'r'],
  ]
  return {
    ...identityFor({ name: 'x' }, 1),
    request: sentRequest(plan),
    answer: answerOf(status, headers),
    duration: 1,
  }
}

const completion = { model: 'svc/echo-1', messages: [] }
const disabled: readonly (readonly [title: string, plan: Plan, outcome: string])[] = [
  ['a list with the disabled key: no key alone brings a 500 about', listModels({ role: 'disabled' }), 'fail'],
  [
    'a list with the valid key and a header of the provocation',
    listModels({ headers: [['x-state', 'disabled']] }),
    'not-evidenced',
  ],
  [
    'a completion with the disabled key: its model may be of another state',
    complete(completion, { role: 'disabled' }),
    'not-evidenced',
  ],
]

for (const [title, plan, outcome] of disabled) {
  test(`500 instead of 403 for ${title}: ${outcome}`, () => {
    const attempts = [1, 2, 3].map(() => got(plan, 500))
    const between = [got(listModels(), 404), got(listModels(), 404)]
    const exchange = attempts[2] as Exchange
    const consistency = { ...consistencyOf(exchange, { attempts, between }), isTransient: false }
    assert.equal(judgeState({ kind: 'state', statuses: [403] }, exchange, undefined, consistency).outcome, outcome)
  })
}

const types: readonly (readonly [values: readonly string[], says: string | undefined])[] = [
  [['application/json'], undefined],
  [['Application/JSON; charset=utf-8'], undefined],
  [['application/json', 'application/json'], undefined],
  [[], 'the content type is missing'],
  [['text/html'], 'the content type is wrong'],
  [['application/json', 'text/html'], 'the content type is wrong'],
  [['text/html', 'application/json'], 'the content type is wrong'],
]

for (const [values, says] of types) {
  test(`content type ${values.join(' and ') || 'absent'}: ${says ?? 'right'}`, () => {
    const answer = answerOf(
      200,
      values.map((value): Header => ['content-type', value]),
    )
    const breaches: (string | undefined)[] = []
    judgeMediaType(answer, 'completion-json', 'application/json', true, (_, breach) => breaches.push(breach?.message))
    assert.deepEqual(breaches, [says])
  })
}

test('the target ended a connection only if it stood, and the other side ended it', () => {
  const isEnded = (stage: 'connect' | 'tls' | 'headers' | 'body', code = 'ECONNRESET') =>
    endedByTarget({
      ...identityFor({ name: 'x' }, 1),
      request: sentRequest(listModels()),
      failure: { stage, code, message: 'm' },
      duration: 1,
    })
  assert.deepEqual([isEnded('headers'), isEnded('body', 'UND_ERR_SOCKET')], [true, true])
  assert.deepEqual([isEnded('connect'), isEnded('tls'), isEnded('headers', 'TIMEOUT')], [false, false, false])
})

test('a page is HTML by its media type or its first tag', () => {
  const isPageOf = (body: string, type = 'text/plain') =>
    isPage({ ...answerOf(200, [['content-type', type]]), body: Buffer.from(body) })
  assert.deepEqual(
    [isPageOf('<!DOCTYPE html>'), isPageOf(' \n<html lang="en">'), isPageOf('', 'text/html')],
    [true, true, true],
  )
  assert.deepEqual([isPageOf('{"a":"<html>"}'), isPageOf('<xml>')], [false, false])
})

test('a text of 200 characters is shown whole, and a longer one cut', () => {
  assert.deepEqual([clip('x'.repeat(200)).length, clip('x'.repeat(201)).at(-1)], [200, '…'])
})
