/** Rules for every response about its status and its request id: sections 4, 4.1 and 4.2 of the contract. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange, Header } from '../../../../suites/harness/http/exchange.ts'
import type { Finding } from '../../../../suites/harness/judge/evidence.ts'
import { judgeInvariants } from '../../../../suites/harness/judge/invariants.ts'
import { listOf } from '../http/bodies.ts'
import { asked, broken, exchangeOf, responseOf, streamed } from '../http/exchanges.ts'

const JSON_TYPE: Header = ['content-type', 'application/json']

function judged(path: string, status: number, ids: readonly string[] = ['req-1'], more: Partial<Exchange> = {}) {
  const operation = path.startsWith('/v1/models') ? 'models' : path === asked.path ? 'completions' : 'other'
  const headers: Header[] = [JSON_TYPE, ...ids.map((id) => ['x-svc-request-id', id] as const)]
  const response = responseOf('{}', { status, headers })
  return judgeInvariants(exchangeOf(response, { request: { ...asked, operation, path }, ...more }))
}

const outcomes = (findings: readonly Finding[], wanted: RegExp) =>
  Object.fromEntries(
    findings.filter(({ requirement }) => wanted.test(requirement)).map((one) => [one.requirement, one.outcome]),
  )

const ABOUT = /^(models|completion)-statuses$|^gateway-statuses$|^models-not-limited$/
const LIST = [200, 401, 403, 429, 500, 503]
const COMPLETION = [200, 400, 401, 403, 404, 413, 429, 500, 503]

for (const status of [200, 201, 204, 302, 400, 401, 403, 404, 405, 409, 413, 422, 429, 500, 501, 503]) {
  const outcome = (isPermitted: boolean) => (isPermitted ? 'pass' : 'fail')
  const plain = { 'gateway-statuses': 'pass', 'models-not-limited': outcome(status !== 429) }
  test(`judges ${status} for a list, a list with a query, a completion and another path`, () => {
    const list = judged('/v1/models', status)
    assert.deepEqual(outcomes(list, ABOUT), { ...plain, 'models-statuses': outcome(LIST.includes(status)) })
    const query = outcomes(judged('/v1/models?limit=1', status), ABOUT)
    assert.deepEqual(query, { ...plain, 'models-statuses': outcome([400, 404, ...LIST].includes(status)) })
    const completion = outcomes(judged(asked.path, status), ABOUT)
    const isPermitted = COMPLETION.includes(status)
    assert.deepEqual(completion, { 'gateway-statuses': 'pass', 'completion-statuses': outcome(isPermitted) })
    assert.deepEqual(outcomes(judged('/healthz', status), /./), { 'gateway-statuses': 'pass' })
  })
}

test('reports a status that is not permitted with all permitted ones', () => {
  const about = (path: string, status: number, wanted: string) =>
    judged(path, status).find(({ requirement, outcome }) => requirement === wanted && outcome === 'fail')
  const list = about('/v1/models', 404, 'models-statuses')
  assert.deepEqual([list?.brief, list?.expected, list?.statuses], ['got 404', LIST.join(', '), LIST])
  assert.deepEqual(about('/v1/models?limit=1', 405, 'models-statuses')?.statuses, [...LIST, 400, 404])
  const limited = about('/v1/models', 429, 'models-not-limited')
  assert.deepEqual([limited?.brief, limited?.statuses], ['got 429', [200, 401, 403, 500, 503]])
})

test('does not judge a single 502 or 504 by its status, because their number decides', () => {
  for (const status of [502, 504]) assert.deepEqual(outcomes(judged(asked.path, status), ABOUT), {})
})

for (const [title, ids, brief] of [
  ['missing', [], 'the header x-svc-request-id is missing'],
  ['empty', [''], 'the header x-svc-request-id is empty'],
  ['white space', [' \t'], 'the header x-svc-request-id is empty'],
  ['two of one value', ['a', 'a'], 'the header x-svc-request-id occurs 2 times'],
  ['three', ['a', 'b', 'c'], 'the header x-svc-request-id occurs 3 times'],
  ['one', ['a'], undefined],
] as const)
  test(`a request id: ${title}`, () => {
    for (const status of [200, 401, 500]) {
      const found = judged(asked.path, status, ids).find(({ requirement }) => requirement === 'request-id-present')
      assert.deepEqual([found?.outcome, found?.brief], [brief === undefined ? 'pass' : 'fail', brief])
    }
    assert.deepEqual(broken(judged('/healthz', 404, ids)), [])
  })

for (const [accepted, sent, outcome] of [
  ['gzip, deflate', 'gzip', undefined],
  ['x-gzip', 'GZIP', undefined],
  ['*', 'br, gzip', undefined],
  ['identity', 'identity', undefined],
  ['identity', 'gzip', 'fail'],
  ['', 'br', 'fail'],
  ['gzip;q=0, *', 'x-gzip', 'fail'],
  ['gzip ; q=0.1, *;q=0', 'gzip, br', 'fail'],
  ['gzip;q=0.000', 'gzip', 'fail'],
  [undefined, 'zstd', undefined],
] as const)
  test(`a content coding: ${sent} for a request with Accept-Encoding: ${accepted}`, () => {
    const headers = accepted === undefined ? [] : [['accept-encoding', accepted] as const]
    const response = responseOf('{}', { status: 400, headers: [JSON_TYPE, ['content-encoding', sent]] })
    const findings = judgeInvariants(exchangeOf(response, { request: { ...asked, headers } }))
    assert.equal(findings.find(({ requirement }) => requirement === 'content-coding-accepted')?.outcome, outcome)
  })

test('judges no form without a response, or of one that was cut off', () => {
  assert.deepEqual(judged(asked.path, 200, [], { response: undefined } as never), [])
  assert.ok(broken(judged(asked.path, 400)).includes('error-body'))
  const cut = judged(asked.path, 400, ['req-1'], { response: responseOf('{}', { status: 400, complete: false }) })
  assert.deepEqual(broken(cut), [])
})

test('keeps at most 25 findings of a kind for one response', () => {
  const chunk = 'data: {"id":"a","object":"chunk","created":1,"model":"svc/a","choices":[]}\n\n'
  const found = judgeInvariants(streamed(chunk.repeat(40)))
  const counts = [...Map.groupBy(found, ({ requirement, outcome }) => `${requirement} ${outcome}`).values()]
  assert.equal(Math.max(...counts.map(({ length }) => length)), 25)
})

test('names a model that is listed twice', () => {
  const listed = (...ids: string[]) => {
    const found = judged('/v1/models', 200, [], { response: responseOf(listOf(...ids)) })
    return found.filter(({ requirement }) => requirement === 'list-ids-unique').map(({ brief, at }) => [brief, at])
  }
  assert.deepEqual(listed('svc/a', 'svc/b', 'svc/a'), [['svc/a is listed twice', '/data']])
  assert.deepEqual([listed('svc/a', 'svc/b'), listed()], [[[undefined, undefined]], []])
})

test('a value of 16 and more characters that the caller sent may not be the request id, in whichever header', () => {
  const taken = (name: string, value: string, id: string): unknown => {
    const request = { ...asked, headers: [[name, value] as const] }
    const found = judged(asked.path, 503, [id], { request }).filter(({ outcome }) => outcome === 'fail')
    return found.find(({ requirement }) => requirement === 'request-id-generated')?.message
  }
  const own = 'call-unavailable-00000001'
  assert.match(String(taken('X-Svc-Request-Id', own, own)), /is what the caller sent in x-svc-request-id/)
  assert.match(String(taken('traceparent', `00-${'a1'.repeat(16)}-01`, 'a1'.repeat(16))), /sent in traceparent/)
  assert.equal(taken('x-svc-request-id', 'call-1', 'call-1'), undefined)
  assert.equal(taken('authorization', `Bearer ${own}`, own), undefined)
  assert.equal(taken('x-svc-request-id', own, 'req_another'), undefined)
})
