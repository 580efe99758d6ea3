import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Header } from '../../../../suites/harness/http/exchange.ts'
import { seenExchange } from '../../../../suites/harness/traffic/formats/lines.ts'
import { TrafficJudge, type TrafficOptions } from '../../../../suites/harness/traffic/judge.ts'
import type { SeenExchange, SeenRequest, SeenResponse } from '../../../../suites/harness/traffic/seen.ts'
import { atMost, type SeenRequirement } from '../../../../suites/harness/traffic/summary.ts'
import { SteadyLists, UniqueIds } from '../../../../suites/harness/traffic/together.ts'
import { runOf } from '../../runs.ts'
import { completionWith, errorWith, listOf } from '../http/bodies.ts'
import { asked, headersWith } from '../http/exchanges.ts'
import { membersOf } from '../members.ts'

const MODEL = { model: 'svc/a', usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } }
const COMPLETION = completionWith(MODEL)
const ERROR = { type: 'invalid_request_error' }
const VALID = { model: 'svc/a', messages: [{ role: 'user', content: 'Hi' }] }
const KEY = 'Bearer svc_a_b'

let count = 0

function seen(
  sent: object | string,
  received: string,
  response: Partial<SeenResponse> = {},
  request: Partial<SeenRequest> = {},
): SeenExchange {
  count += 1
  const where = `entry ${count}`
  const bytes = Buffer.from(typeof sent === 'string' ? sent : JSON.stringify(sent))
  const headers: Header[] = [...asked.headers, ['authorization', KEY]]
  const own = { method: 'POST', url: asked.path, headers, body: { bytes } }
  const whole = { status: 200, headers: headersWith(`id-${count}`), body: { bytes: Buffer.from(received) } }
  return { where, request: { ...own, ...request }, response: { ...whole, complete: true, ...response } }
}

const refused = (body: object, param: string): SeenExchange =>
  seen(body, errorWith({ ...ERROR, param }), { status: 400 })

function judged(exchanges: readonly SeenExchange[], options?: TrafficOptions): TrafficJudge {
  const judge = new TrafficJudge(options)
  for (const exchange of exchanges) judge.add(exchange)
  return judge
}

const broken = (judge: TrafficJudge): string[] =>
  judge.summary().requirements.flatMap(({ id, verdict }) => (verdict === 'broken' ? [id] : []))

const row = (judge: TrafficJudge, id: string): SeenRequirement => {
  const found = judge.summary().requirements.find((one) => one.id === id)
  assert.ok(found)
  return found
}

test('a run against the mock breaks nothing, and shows nearly all requirements', async () => {
  const { transcript } = await runOf('full')
  const judge = judged(transcript.exchanges.map((exchange) => seenExchange(exchange)))
  assert.deepEqual(broken(judge), [])
  const unseen = judge.summary().requirements.flatMap(({ id, verdict }) => (verdict === 'not-seen' ? [id] : []))
  assert.deepEqual(unseen, [
    'request-id-generated',
    'request-size-accepted',
    'model-not-authorized',
    'auth-valid-key',
    'stream-invalid-request',
  ])
})

test('an accepted invalid request breaks each of its rules', () => {
  const judge = judged([seen({ ...VALID, temperature: 3, user: 'me' }, COMPLETION)])
  assert.deepEqual(broken(judge), ['request-temperature', 'request-closed-likely'])
  assert.deepEqual(membersOf(judge.summary().client, 'id'), ['unknown-field', 'invalid-request'])
})

test('an invalid request with an error and 200 breaks its rule, but not the form of a completion', () => {
  const accepted = seen({ ...VALID, temperature: 3 }, errorWith({ ...ERROR, param: 'temperature' }))
  assert.deepEqual(broken(judged([accepted])), ['request-temperature'])
})

test('a rejection counts only after an accepted valid request, and only with a single fault', () => {
  const rejected = (more: object): SeenExchange => refused({ ...VALID, temperature: 3, ...more }, 'temperature')
  assert.equal(row(judged([rejected({})]), 'request-temperature').judged, 0)
  const judge = judged([seen(VALID, COMPLETION), rejected({}), rejected({ n: 2 })])
  assert.deepEqual([row(judge, 'request-temperature').judged, row(judge, 'request-n').judged], [1, 0])
  assert.deepEqual(broken(judge), [])
})

test('a param of another field is a failure; for a rule on two fields, either field or the model is right', () => {
  const names = ['max_tokens', 'max_completion_tokens', 'model']
  const both = [1, null].map((limit) => ({ ...VALID, max_tokens: limit, max_completion_tokens: 1 }))
  const right = both.flatMap((body) => names.map((name) => refused(body, name)))
  assert.deepEqual(broken(judged([seen(VALID, COMPLETION), ...right])), [])
  const wrong = refused({ ...VALID, temperature: 3 }, 'top_p')
  assert.deepEqual(broken(judged([seen(VALID, COMPLETION), wrong])), ['error-param-names-field'])
})

test('does not judge param for a field whose name looks like a path', () => {
  const rejected = refused({ ...VALID, 'top_p[]': 1 }, 'body.top_p[]')
  assert.deepEqual(broken(judged([seen(VALID, COMPLETION), rejected])), [])
})

test('judges statuses that depend on rights or state only by their shape', () => {
  const types = {
    401: 'authentication_error',
    403: 'server_error',
    404: 'invalid_request_error',
    429: 'rate_limit_error',
    503: 'server_error',
  }
  const exchanges = Object.entries(types).map(([status, type]) => {
    const headers = headersWith(status, 'application/json', ['www-authenticate', 'Bearer'])
    return seen(VALID, errorWith({ type }), { status: Number(status), headers })
  })
  assert.deepEqual(broken(judged(exchanges)), [])
  const target = { keys: { valid: 'svc_a_b' }, models: {} }
  assert.deepEqual(broken(judged(exchanges, { target })), ['auth-valid-key'])
})

test('does not judge another spelling of a path', () => {
  const paths = ['//v1/models', '/health/../v1/models', 'http://gateway.test//v1/models', '/v1/models/']
  const keyless = paths.map((url) => seen('', 'Not Found', { status: 404 }, { method: 'GET', url, headers: [] }))
  const applied = judged(keyless).summary().requirements
  assert.ok(applied.every((each) => each.judged === 0))
  const plain = seen('', 'Not Found', { status: 404 }, { method: 'GET', url: 'http://gateway.test/base/v1/models' })
  assert.ok(broken(judged([plain])).includes('models-statuses'))
})

test('does not judge missing parts of a record', () => {
  const bare = { method: 'POST', url: '/v1/chat/completions' }
  const headless: SeenExchange = { where: 'a', request: bare, response: { status: 200 } }
  const logged: SeenExchange = { where: 'b', request: bare, response: { status: 429, mediaType: 'text/html' } }
  const judge = judged([headless, logged])
  assert.deepEqual(broken(judge), ['error-media-type'])
  const seenOf = judge.summary().requirements.filter(({ judged: times }) => times > 0)
  assert.deepEqual(membersOf(seenOf, 'id'), ['error-media-type', 'gateway-statuses'])
})

test('judges a body only if it is known to be complete', () => {
  const cut = seen(VALID, '{"id":', { body: { text: '{"id":' }, complete: undefined as never })
  const headers = headersWith('h', 'text/event-stream')
  const half = seen({ ...VALID, stream: true }, 'data: {}\n\n', { headers, complete: undefined as never })
  assert.deepEqual(broken(judged([cut, half])), [])
  assert.deepEqual(broken(judged([seen(VALID, '{"id":')])), ['completion-json', 'completion-media-type'])
})

test('a 200 that is not a list, completion or stream breaks the requirement of the requested form', () => {
  const other = JSON.stringify({ id: 1, choices: [{ index: 0, text: 'hi' }] })
  const list = seen('', other, {}, { method: 'GET', url: '/v1/models' })
  assert.deepEqual(broken(judged([seen({ ...VALID, stream: true }, other)])), ['stream-started'])
  assert.ok(broken(judged([seen(VALID, other)])).includes('completion-json'))
  assert.ok(broken(judged([list])).includes('models-list'))
})

test('an aborted stream with a wrong media type breaks the media type of streams', () => {
  const cut = seen({ ...VALID, stream: true }, '', { headers: headersWith('m', 'text/plain'), complete: false })
  assert.deepEqual(broken(judged([cut])), ['stream-media-type'])
})

test('ignores redacted values', () => {
  const headers = headersWith('[redacted]')
  const masked = [1, 2].map((at) => seen(VALID, completionWith({ ...MODEL, id: `c-${at}` }), { headers }))
  assert.deepEqual(broken(judged(masked)), [])
})

test('an exchange recorded twice has no shared id, but two exchanges with one id do', () => {
  const one = seen(VALID, COMPLETION)
  assert.deepEqual(broken(judged([one, { ...one, where: 'again' }])), [])
  assert.deepEqual(broken(judged([one, { ...one, where: 'again' }], { isOnce: true })), ['request-id-unique'])
  const { headers = [], status = 0 } = one.response ?? {}
  const log = { where: 'log', request: { method: 'POST', url: asked.path }, response: { status, headers } }
  assert.deepEqual(broken(judged([one, log])), [])
  const other = seen(VALID, completionWith({ ...MODEL, id: 'c-2' }), { headers })
  assert.deepEqual(broken(judged([one, other])), ['request-id-unique'])
  const list = { ...log, request: { method: 'GET', url: '/v1/models' } }
  assert.deepEqual(broken(judged([log, list])), ['request-id-unique'])
})

test('accepts a single 502, but not two', () => {
  const bad = (...more: Header[]): SeenExchange =>
    seen(VALID, '', { status: 502, headers: headersWith(`b-${count}`, 'text/html', ...more), complete: false })
  assert.deepEqual(broken(judged([bad()])), [])
  const bare = { ...bad(), response: { status: 504, headers: [['content-type', 'text/html']] } } as const
  assert.deepEqual(broken(judged([bare])), [])
  assert.ok(broken(judged([bare, bare])).includes('request-id-present'))
  assert.ok(broken(judged([bad(), bad()])).includes('gateway-statuses'))
  assert.ok(!broken(judged([bad(), bad(['via', '1.1 proxy'])])).includes('gateway-statuses'))
})

test('the bound is exact if nothing was broken', () => {
  assert.ok(Math.abs(atMost(0, 41_233) - 0.0000726) < 0.0000001)
  assert.equal(atMost(0, 1), 0.95)
  assert.ok(atMost(1, 100) > 0.01 && atMost(1, 100) < 0.06)
})

test('compares ids in bounded memory, and reports the compared share', () => {
  const ids = new UniqueIds(false, 100)
  for (let i = 0; i < 10_000; i += 1) assert.notEqual(typeof ids.add(`id-${i}`, `${i}`, `${i}`), 'object')
  assert.ok(ids.oneOf >= 64 && ids.oneOf <= 256, `${ids.oneOf}`)
  const again = Array.from({ length: 10_000 }, (_, i) => ids.add(`id-${i}`, `other ${i}`, 'again'))
  const found = again.filter((one) => typeof one === 'object')
  assert.ok(found.length > 0 && found.length <= 100, `${found.length}`)
})

test('a list may change once, but not back; each base path has its own list', () => {
  const lists = new SteadyLists()
  const changes = ['a', 'a', 'b', 'b', 'c', 'b'].map((list) => lists.add('caller', list))
  assert.deepEqual(changes, [undefined, 'same', 'changed', 'same', 'changed', 'back'])
  assert.equal(lists.add('another', 'a'), undefined)
  const listAt = (base: string, model: string): SeenExchange =>
    seen('', listOf(`svc/${model}`), {}, { method: 'GET', url: `${base}/v1/models` })
  assert.deepEqual(broken(judged([listAt('', 'a'), listAt('', 'b'), listAt('', 'a')])), ['list-steady'])
  assert.deepEqual(broken(judged([listAt('/x', 'a'), listAt('/y', 'b'), listAt('/x', 'a')])), [])
})

test('repeated requests are findings about the client, not the gateway', () => {
  const limited = (at: number, wait = 5): SeenExchange => {
    const headers = headersWith(`r-${count}`, 'application/json', ['retry-after', `${wait}`])
    return { ...seen(VALID, errorWith({ type: 'rate_limit_error' }), { status: 429, headers }), at, duration: 10 }
  }
  const judge = judged([limited(0), limited(1000), limited(7000)])
  assert.deepEqual(membersOf(judge.summary().client, 'id', 'exchanges'), [['retry-after-ignored', 1]])
  assert.deepEqual(broken(judge), [])
  const long = judged([limited(0, 3600), limited(900_000, 3600), limited(9_000_000)])
  assert.deepEqual(membersOf(long.summary().client, 'id', 'exchanges'), [['retry-after-ignored', 1]])
})
