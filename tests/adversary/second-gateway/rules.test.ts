import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bodyFor, call, complete, errorOf } from './calls.ts'
import { type SecondGateway, startSecondGateway } from './index.ts'

let gateway: SecondGateway
before(async () => {
  gateway = await startSecondGateway({ freedoms: { errorParam: 'field' } })
})
after(() => gateway.close())

const user = { role: 'user', content: 'x' }

const accepted: [string, Record<string, unknown>][] = [
  ['nothing but the required fields', {}],
  ['the ends of temperature', { temperature: 2 }],
  ['a cold temperature', { temperature: 0 }],
  ['the upper end of top_p', { top_p: 1 }],
  ['a small top_p', { top_p: 0.001 }],
  ['one output token', { max_tokens: 1 }],
  ['the other output limit', { max_completion_tokens: 5 }],
  ['n of 1', { n: 1 }],
  ['one stop text', { stop: 'x' }],
  ['four stop texts', { stop: ['a', 'b', 'c', 'd'] }],
  ['stream false', { stream: false }],
  ['roles in any order', { messages: [{ ...user, role: 'assistant' }, user, user, { ...user, role: 'system' }] }],
]

for (const [title, changes] of accepted) {
  test(`accepts ${title}`, async () => {
    const heard = await complete(gateway, bodyFor(gateway, changes))
    assert.equal(heard.status, 200, heard.text)
    assert.equal(JSON.parse(heard.text).choices[0].message.role, 'assistant')
  })
}

/** Changes to a valid body, keyed by the field that they make invalid. */
const refused: [string, Record<string, unknown>[]][] = [
  ['model', [{ model: undefined }, { model: 7 }, { model: null }]],
  [
    'messages',
    [
      { messages: undefined },
      { messages: [] },
      { messages: {} },
      { messages: ['x'] },
      { messages: [{ role: 'user' }] },
      { messages: [{ content: 'x' }] },
      { messages: [{ ...user, content: '' }] },
      { messages: [{ ...user, content: null }] },
      { messages: [{ ...user, content: [] }] },
      { messages: [{ ...user, role: 'tool' }] },
      { messages: [{ ...user, name: 'x' }] },
    ],
  ],
  ['temperature', [{ temperature: 2.1 }, { temperature: -0.1 }, { temperature: '1' }, { temperature: null }]],
  ['top_p', [{ top_p: 0 }, { top_p: 1.01 }]],
  ['max_tokens', [{ max_tokens: 0 }, { max_tokens: -1 }, { max_tokens: 1.5 }, { max_tokens: '5' }]],
  ['max_completion_tokens', [{ max_completion_tokens: 0 }, { max_tokens: 5, max_completion_tokens: 5 }]],
  ['stream', [{ stream: 'true' }, { stream: null }, { stream: null, stream_options: { include_usage: true } }]],
  [
    'stream_options',
    [
      { stream_options: { include_usage: true } },
      { stream: false, stream_options: { include_usage: true } },
      { stream: true, stream_options: {} },
      { stream: true, stream_options: null },
      { stream: true, stream_options: { include_usage: null } },
      { stream: true, stream_options: { include_usage: true, x: 1 } },
    ],
  ],
  ['n', [{ n: 2 }, { n: 0 }]],
  ['stop', [{ stop: '' }, { stop: [] }, { stop: ['a', ''] }, { stop: ['a', 'b', 'c', 'd', 'e'] }, { stop: null }]],
  ['tools', [{ tools: [] }]],
  ['__proto__', [{ ['__proto__']: 1 }]],
  ['constructor', [{ constructor: 1 }]],
]

for (const [field, changes] of refused.flatMap(([name, all]) => all.map((each) => [name, each] as const))) {
  test(`refuses ${JSON.stringify(changes)} for its ${field}`, async () => {
    const heard = await complete(gateway, bodyFor(gateway, changes))
    assert.equal(heard.status, 400, heard.text)
    assert.equal(errorOf(heard).param, field)
    assert.equal(errorOf(heard).type, 'invalid_request_error')
  })
}

for (const body of ['', ' ', '{', '[]', '"x"', 'null', '{"model":', Buffer.from([0x22, 0xff, 0x22])]) {
  test(`refuses a body of ${JSON.stringify(String(body))}`, async () => {
    const heard = await complete(gateway, body)
    assert.equal(heard.status, 400)
    errorOf(heard)
  })
}

test('distinguishes the largest int64 from its successor', async () => {
  const withLimit = (text: string): string =>
    bodyFor(gateway, { max_tokens: 1 }).replace('"max_tokens":1', `"max_tokens":${text}`)
  assert.equal((await complete(gateway, withLimit('9223372036854775807'))).status, 200)
  const above = await complete(gateway, withLimit('9223372036854775808'))
  assert.equal(above.status, 400)
  assert.equal(errorOf(above).param, 'max_tokens')
})

test('an unlisted model, one of another project, or out of pattern is not found', async () => {
  for (const model of ['svc/unlisted', gateway.models.foreign, 'gpt-4', 'svc/Big', 'svc/']) {
    assert.equal((await complete(gateway, bodyFor(gateway, { model }))).status, 404, model)
  }
  const own = await complete(gateway, bodyFor(gateway, { model: gateway.models.foreign }), {
    key: gateway.keys.second,
  })
  assert.equal(own.status, 200)
})

test('401 for every invalid key, on both operations', async () => {
  const { valid } = gateway.keys
  const values = [null, `Basic ${valid}`, 'Bearer', 'Bearer x', `Bearer ${valid}0`, valid, `Bearer ${valid} x`]
  for (const value of values) {
    const how = { key: null, headers: value === null ? {} : { authorization: value } }
    for (const heard of [
      await call(gateway, '/v1/models', how),
      await call(gateway, `/v1/models?api_key=${valid}`, how),
      await complete(gateway, bodyFor(gateway), how),
    ]) {
      assert.equal(heard.status, 401, String(value))
      assert.equal(errorOf(heard).type, 'authentication_error')
      assert.match(heard.headers.get('www-authenticate') ?? '', /^Bearer/)
    }
  }
  const lower = await call(gateway, '/v1/models', {
    key: null,
    headers: { authorization: `bearer ${valid}` },
  })
  assert.equal(lower.status, 200)
})

test('lists what each project may call', async () => {
  const idsFor = async (key: string): Promise<string[]> =>
    JSON.parse((await call(gateway, '/v1/models', { key })).text).data.map((m: { id: string }) => m.id)
  const { keys, models } = gateway
  assert.deepEqual((await idsFor(keys.valid)).sort(), [models.chat, models.unavailable].sort())
  assert.deepEqual(await idsFor(keys.second), [models.foreign])
  assert.deepEqual(await idsFor(keys.empty), [])
})

test('403, 429, 503 and 500 in their cases', async () => {
  const { keys, models } = gateway
  const good = bodyFor(gateway)
  assert.equal((await complete(gateway, good, { key: keys.disabled })).status, 403)
  assert.equal((await complete(gateway, good, { key: keys.limited })).status, 200)
  const limited = await complete(gateway, good, { key: keys.limited })
  assert.equal(limited.status, 429)
  assert.equal(limited.headers.get('retry-after'), '1')
  assert.equal(errorOf(limited).type, 'rate_limit_error')
  assert.equal((await complete(gateway, bodyFor(gateway, { model: models.unavailable }))).status, 503)
  const fault = { headers: { 'x-test-fault': 'internal' } }
  assert.equal((await call(gateway, '/v1/models', fault)).status, 500)
  assert.equal((await complete(gateway, good, fault)).status, 500)
  assert.equal((await complete(gateway, '{}', fault)).status, 400)
})

test('other addresses and methods get an error body and a request id', async () => {
  for (const [path, method, status] of [
    ['/', 'GET', 404],
    ['/v1/models/', 'GET', 404],
    ['//v1/models', 'GET', 404],
    ['/v1/models', 'POST', 405],
    ['/v1/chat/completions', 'GET', 405],
    ['/v1/chat/completions', 'OPTIONS', 405],
  ] as const) {
    const heard = await call(gateway, path, { method })
    assert.equal(heard.status, status, `${method} ${path}`)
    errorOf(heard)
  }
})

test('request ids are new on every response and never the client’s', async () => {
  const seen = new Set<string | null>(['mine'])
  for (let turn = 0; turn < 20; turn += 1) {
    const heard = await call(gateway, '/v1/models', { headers: { 'x-svc-request-id': 'mine' } })
    seen.add(heard.headers.get('x-svc-request-id'))
  }
  assert.equal(seen.size, 21)
})
