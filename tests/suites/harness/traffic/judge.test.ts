import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seenExchange } from '../../../../suites/harness/traffic/from-exchange.ts'
import { TrafficJudge, type TrafficOptions } from '../../../../suites/harness/traffic/judge.ts'
import type { SeenExchange, SeenRequest, SeenResponse } from '../../../../suites/harness/traffic/seen.ts'
import { atMost, type SeenRequirement } from '../../../../suites/harness/traffic/summary.ts'
import { SteadyLists, UniqueIds } from '../../../../suites/harness/traffic/together.ts'
import { runOf } from '../../runs.ts'

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
const COMPLETION = {
  id: 'c-1',
  object: 'chat.completion',
  created: 1,
  model: 'svc/a',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: USAGE,
}
const VALID = { model: 'svc/a', messages: [{ role: 'user', content: 'Hi' }] }
const KEY = 'Bearer svc_a_b'

let count = 0

function seen(
  body: object | string,
  answer: object | string,
  response: Partial<SeenResponse> = {},
  request: Partial<SeenRequest> = {},
): SeenExchange {
  count += 1
  const textOf = (value: object | string): string => (typeof value === 'string' ? value : JSON.stringify(value))
  return {
    where: `entry ${count}`,
    request: {
      method: 'POST',
      url: '/v1/chat/completions',
      headers: [
        ['content-type', 'application/json'],
        ['authorization', KEY],
      ],
      body: { bytes: Buffer.from(textOf(body)) },
      ...request,
    },
    response: {
      status: 200,
      headers: [
        ['content-type', 'application/json'],
        ['x-svc-request-id', `id-${count}`],
      ],
      body: { bytes: Buffer.from(textOf(answer)) },
      complete: true,
      ...response,
    },
  }
}

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

test('the exchanges of a whole run against the mock break nothing, and show nearly everything', async () => {
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

test('an invalid request that is accepted breaks the rule, and each of several rules', () => {
  const judge = judged([seen({ ...VALID, temperature: 3, user: 'me' }, COMPLETION)])
  assert.deepEqual(broken(judge), ['request-temperature', 'request-closed-likely'])
  assert.deepEqual(
    judge.summary().client.map(({ id }) => id),
    ['unknown-field', 'invalid-request'],
  )
})

test('an invalid request that got an error with 200 breaks its rule, and not the form of a completion', () => {
  const error = { error: { message: 'm', type: 'invalid_request_error', param: 'temperature', code: 'c' } }
  assert.deepEqual(broken(judged([seen({ ...VALID, temperature: 3 }, error)])), ['request-temperature'])
})

test('a rejection counts only after a valid request was accepted, and says nothing where two rules are broken', () => {
  const error = { error: { message: 'm', type: 'invalid_request_error', param: 'temperature', code: 'c' } }
  const rejected = (body: object): SeenExchange => seen(body, error, { status: 400 })
  assert.equal(row(judged([rejected({ ...VALID, temperature: 3 })]), 'request-temperature').judged, 0)
  const judge = judged([
    seen(VALID, COMPLETION),
    rejected({ ...VALID, temperature: 3 }),
    rejected({ ...VALID, temperature: 3, n: 2 }),
  ])
  assert.equal(row(judge, 'request-temperature').judged, 1)
  assert.equal(row(judge, 'request-n').judged, 0)
  assert.deepEqual(broken(judge), [])
})

test('a param that names another field is a breach; for rules on two fields either is right, and so is the model', () => {
  const rejection = (param: string, body: object): SeenExchange =>
    seen(body, { error: { message: 'm', type: 'invalid_request_error', param, code: 'c' } }, { status: 400 })
  const names = ['max_tokens', 'max_completion_tokens', 'model']
  const both = [1, null].map((limit) => ({ ...VALID, max_tokens: limit, max_completion_tokens: 1 }))
  const right = both.flatMap((body) => names.map((name) => rejection(name, body)))
  assert.deepEqual(broken(judged([seen(VALID, COMPLETION), ...right])), [])
  const wrong = rejection('top_p', { ...VALID, temperature: 3 })
  assert.deepEqual(broken(judged([seen(VALID, COMPLETION), wrong])), ['error-param-names-field'])
})

test('what param says of a field with the name of a path is not judged', () => {
  const error = { error: { message: 'm', type: 'invalid_request_error', param: 'body.top_p[]', code: 'c' } }
  const rejected = seen({ ...VALID, 'top_p[]': 1 }, error, { status: 400 })
  assert.deepEqual(broken(judged([seen(VALID, COMPLETION), rejected])), [])
})

test('statuses that depend on rights or on state are judged by their shape alone', () => {
  const types = {
    401: 'authentication_error',
    403: 'server_error',
    404: 'invalid_request_error',
    429: 'rate_limit_error',
    503: 'server_error',
  }
  const exchanges = Object.entries(types).map(([status, type]) =>
    seen(
      VALID,
      { error: { message: 'm', type, param: null, code: 'c' } },
      {
        status: Number(status),
        headers: [
          ['content-type', 'application/json'],
          ['x-svc-request-id', status],
          ['www-authenticate', 'Bearer'],
        ],
      },
    ),
  )
  assert.deepEqual(broken(judged(exchanges)), [])
  const target = { keys: { valid: 'svc_a_b' }, models: {} }
  assert.deepEqual(broken(judged(exchanges, { target })), ['auth-valid-key'])
})

test('what a record does not hold is not judged', () => {
  const bare = { method: 'POST', url: '/v1/chat/completions' }
  const headless: SeenExchange = { where: 'a', request: bare, response: { status: 200 } }
  const logged: SeenExchange = { where: 'b', request: bare, response: { status: 429, mediaType: 'text/html' } }
  const judge = judged([headless, logged])
  assert.deepEqual(broken(judge), ['error-media-type'])
  assert.deepEqual(
    judge.summary().requirements.flatMap(({ id, judged: n }) => (n > 0 ? [id] : [])),
    ['error-media-type', 'gateway-statuses'],
  )
})

test('a body that may be cut is judged only where it shows that it is whole', () => {
  const cut = seen(VALID, '{"id":', { body: { text: '{"id":' }, complete: undefined as never })
  const half = seen({ ...VALID, stream: true }, 'data: {}\n\n', {
    headers: [
      ['content-type', 'text/event-stream'],
      ['x-svc-request-id', 'h'],
    ],
    complete: undefined as never,
  })
  assert.deepEqual(broken(judged([cut, half])), [])
  assert.deepEqual(broken(judged([seen(VALID, '{"id":')])), ['completion-json', 'completion-media-type'])
})

test('a 200 that is neither a list, a completion nor a stream breaks what was asked for', () => {
  const other = { id: 1, choices: [{ index: 0, text: 'hi' }] }
  const list = seen('', other, {}, { method: 'GET', url: '/v1/models' })
  assert.deepEqual(broken(judged([seen({ ...VALID, stream: true }, other)])), ['stream-started'])
  assert.ok(broken(judged([seen(VALID, other)])).includes('completion-json'))
  assert.ok(broken(judged([list])).includes('models-list'))
})

test('a stream that broke off with a wrong media type is blamed on streams', () => {
  const cut = seen({ ...VALID, stream: true }, '', {
    headers: [
      ['content-type', 'text/plain'],
      ['x-svc-request-id', 'm'],
    ],
    complete: false,
  })
  assert.deepEqual(broken(judged([cut])), ['stream-media-type'])
})

test('masked values are unknown', () => {
  const masked = [1, 2].map(() =>
    seen(
      VALID,
      { ...COMPLETION, id: `c-${count}` },
      {
        headers: [
          ['content-type', 'application/json'],
          ['x-svc-request-id', '[redacted]'],
        ],
      },
    ),
  )
  assert.deepEqual(broken(judged(masked)), [])
})

test('one exchange that two tools recorded is no shared id, and two exchanges with one id are', () => {
  const one = seen(VALID, COMPLETION)
  assert.deepEqual(broken(judged([one, { ...one, where: 'again' }])), [])
  const other = seen(VALID, { ...COMPLETION, id: 'c-2' }, { headers: one.response?.headers ?? [] })
  assert.deepEqual(broken(judged([one, other])), ['request-id-unique'])
})

test('one 502 passes, and two do not', () => {
  const bad = (): SeenExchange =>
    seen(VALID, '', {
      status: 502,
      headers: [
        ['content-type', 'text/html'],
        ['x-svc-request-id', `b-${count}`],
      ],
      complete: false,
    })
  assert.deepEqual(broken(judged([bad()])), [])
  const bare = { ...bad(), response: { status: 504, headers: [['content-type', 'text/html']] } } as const
  assert.deepEqual(broken(judged([bare])), [])
  assert.ok(broken(judged([bare, bare])).includes('request-id-present'))
  assert.ok(broken(judged([bad(), bad()])).includes('gateway-statuses'))
  const proxied = bad()
  const headers = [...(proxied.response?.headers ?? []), ['via', '1.1 proxy'] as const]
  const response = { ...(proxied.response as SeenResponse), headers }
  assert.deepEqual(
    broken(judged([bad(), { ...proxied, response }])).filter((id) => id === 'gateway-statuses'),
    [],
  )
})

test('the bound is exact where nothing was broken', () => {
  assert.ok(Math.abs(atMost(0, 41_233) - 0.0000726) < 0.0000001)
  assert.equal(atMost(0, 1), 0.95)
  assert.ok(atMost(1, 100) > 0.01 && atMost(1, 100) < 0.06)
})

test('ids are compared in bounded memory, and the compared share is said', () => {
  const ids = new UniqueIds(100)
  for (let i = 0; i < 10_000; i += 1) assert.notEqual(typeof ids.add(`id-${i}`, `${i}`, `${i}`), 'object')
  assert.ok(ids.oneOf >= 64 && ids.oneOf <= 256, `${ids.oneOf}`)
  const found = Array.from({ length: 10_000 }, (_, i) => ids.add(`id-${i}`, `other ${i}`, 'again')).filter(
    (one) => typeof one === 'object',
  )
  assert.ok(found.length > 0 && found.length <= 100, `${found.length}`)
})

test('a list that changes is no breach, one that changes back is; other base paths have other lists', () => {
  const lists = new SteadyLists()
  assert.deepEqual(
    ['a', 'a', 'b', 'b', 'c', 'b'].map((list) => lists.add('caller', list)),
    [undefined, 'same', 'changed', 'same', 'changed', 'back'],
  )
  assert.equal(lists.add('another', 'a'), undefined)
  const listAt = (base: string, ...models: string[]): SeenExchange => {
    const data = models.map((id) => ({ id: `svc/${id}`, object: 'model', created: 1, owned_by: 'svc' }))
    return seen('', { object: 'list', data }, {}, { method: 'GET', url: `${base}/v1/models` })
  }
  assert.deepEqual(broken(judged([listAt('', 'a'), listAt('', 'b'), listAt('', 'a')])), ['list-steady'])
  assert.deepEqual(broken(judged([listAt('/x', 'a'), listAt('/y', 'b'), listAt('/x', 'a')])), [])
})

test('repeats are findings about the client, and never count against the gateway', () => {
  const limited = (at: number): SeenExchange => ({
    ...seen(
      VALID,
      { error: { message: 'm', type: 'rate_limit_error', param: null, code: 'c' } },
      {
        status: 429,
        headers: [
          ['content-type', 'application/json'],
          ['x-svc-request-id', `r-${count}`],
          ['retry-after', '5'],
        ],
      },
    ),
    at,
    duration: 10,
  })
  const judge = judged([limited(0), limited(1000), limited(7000)])
  assert.deepEqual(
    judge.summary().client.map(({ id, exchanges }) => [id, exchanges]),
    [['retry-after-ignored', 1]],
  )
  assert.deepEqual(broken(judge), [])
})
