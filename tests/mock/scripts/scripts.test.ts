import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endWithoutDone, fail, fault, limit, pause, reply, stream, unavailable } from '../../../mock/index.ts'
import { inOrder, mockForFile, post, said, streamed, times, valid } from '../asking.ts'

const mock = await mockForFile()

test('steps respond in order, then the model does', async () => {
  const project = mock.project().next(reply('one'), reply('two')).next(reply('three'))
  const responses = await inOrder(times(4), async () => said(await post(mock.url, valid(), project.key)))
  assert.deepEqual(responses, ['one', 'two', 'three', 'Hello'])
})

test('a reply can be sent as a stream, and a stream as JSON', async () => {
  const { key } = mock.project().next(reply('A reply'), stream(['A ', pause('1h'), 'stream']))
  assert.equal(streamed(await post(mock.url, valid({ stream: true }), key)).join(''), 'A reply')
  assert.equal(said(await post(mock.url, valid(), key)), 'A stream')
})

test('a reply has the finish reason, usage and created of the script', async () => {
  const most = 9_223_372_036_854_775_807n
  const usage = { prompt: most - 1n, completion: 1, cached: 2, reasoning: most }
  const { key } = mock
    .project()
    .next(
      reply('x', { finish: 'content_filter', usage, created: most }),
      reply('y', { finish: 'length', usage: 'unknown', created: 0 }),
    )
  const { text } = await post(mock.url, valid(), key)
  for (const part of [
    '"finish_reason":"content_filter"',
    `"created":${most}`,
    `"prompt_tokens":${most - 1n},"completion_tokens":1,"total_tokens":${most}`,
    '"cached_tokens":2',
    `"reasoning_tokens":${most}`,
  ])
    assert.ok(text.includes(part), part)
  const { json } = await post(mock.url, valid(), key)
  assert.deepEqual([json.choices[0].finish_reason, json.created, 'usage' in json], ['length', 0, false])
})

test('the ledger has the usage of the script', async () => {
  const project = mock.project({ models: { 'svc/a': { price: { prompt: 2, completion: 3 } } } })
  project.next(reply('x', { usage: { prompt: 10, completion: 20 } }), reply('x', { usage: 'unknown' }))
  await inOrder(times(2), () => post(mock.url, valid({ model: 'svc/a' }), project.key))
  const usage = { prompt_tokens: 10, completion_tokens: 20, price_micros: 80, usage_known: 1, usage_unknown: 1 }
  assert.partialDeepStrictEqual(project.ledger(), usage)
})

test('a stream has the chunks of the script, or the mock splits its text', async () => {
  const { key } = mock.project().next(stream(['Grüße ', '🎉', '']), stream('eight ch'))
  assert.deepEqual(streamed(await post(mock.url, valid({ stream: true }), key)), ['Grüße ', '🎉', ''])
  assert.deepEqual(streamed(await post(mock.url, valid({ stream: true }), key)), ['eigh', 't ch'])
})

test('stop and max_tokens truncate the text of a script like that of a model', async () => {
  const { key } = mock.project().next(reply('one, two'), reply('one, two'), stream(['one, ', 'two'], { gap: 0 }))
  assert.equal(said(await post(mock.url, valid({ stop: ',' }), key)), 'one')
  const cut = await post(mock.url, valid({ max_tokens: 1 }), key)
  assert.deepEqual([said(cut), cut.json.choices[0].finish_reason], ['one,', 'length'])
  assert.deepEqual(streamed(await post(mock.url, valid({ max_tokens: 1, stream: true }), key)), ['one,'])
})

const pacings: [string, ReturnType<typeof stream>, number[]][] = [
  ['a pause', stream(['a', pause('1s'), 'b', pause(500), pause(500), 'c']), [0, 1_000, 1_000, 0]],
  ['first and gap', stream(['a', 'b', pause(5), 'c'], { first: '1m', gap: '1s' }), [60_000, 1_000, 5, 1_000]],
  ['a pause at the ends', stream([pause(7), 'a', pause(9)], { gap: 1 }), [7, 9]],
  ['a text', stream('12345678', { first: 3, gap: 4 }), [3, 4, 4]],
]
for (const [name, step, pauses] of pacings)
  test(`the pauses of a stream come from ${name}`, () => assert.deepEqual(step.step.pauses, pauses))

test('fails twice, then responds', async () => {
  const { key } = mock.project().next(fail('unavailable').times(2), reply('at last'))
  const statuses = await inOrder(times(3), async () => (await post(mock.url, valid(), key)).status)
  assert.deepEqual(statuses, [503, 503, 200])
})

const failures: [Parameters<typeof fail>[0], number, string][] = [
  [400, 400, 'invalid_request_error'],
  [401, 401, 'authentication_error'],
  [403, 403, 'authentication_error'],
  [404, 404, 'invalid_request_error'],
  [413, 413, 'invalid_request_error'],
  [429, 429, 'rate_limit_error'],
  [500, 500, 'server_error'],
  [503, 503, 'server_error'],
  ['not_json', 400, 'invalid_request_error'],
  ['internal', 500, 'server_error'],
]
for (const [failure, status, type] of failures)
  test(`fail(${failure}) is an error of the contract`, async () => {
    const { key } = mock.project().next(fail(failure, { message: 'Said', code: 'so', param: 'model' }))
    const received = await post(mock.url, valid(), key)
    assert.equal(received.status, status)
    assert.deepEqual(received.json, { error: { message: 'Said', type, param: 'model', code: 'so' } })
    assert.equal(received.headers.has('www-authenticate'), status === 401)
    assert.ok(received.id)
  })

test('a limit has the Retry-After of the script, or none', async () => {
  const { key } = mock.project().next(limit({ retryAfter: 7 }), limit(), unavailable({ retryAfter: 1 }))
  const waits = await inOrder(times(3), async () => (await post(mock.url, valid(), key)).headers.get('retry-after'))
  assert.deepEqual(waits, ['7', null, '1'])
})

test('a fault affects only the step that is marked with it', async () => {
  const { key } = mock.project().next(fault('usage-total-tokens-string', reply('x')), reply('x'))
  const before = mock.emitted('usage-total-tokens-string')
  assert.equal(typeof (await post(mock.url, valid(), key)).json.usage.total_tokens, 'string')
  assert.equal(typeof (await post(mock.url, valid(), key)).json.usage.total_tokens, 'number')
  assert.equal(mock.emitted('usage-total-tokens-string'), before + 1)
})

test('refuses a fault that acts before scripts, and names where to set it', () => {
  const project = mock.project()
  const why = /decides before a script takes its step; apply it to the project: \{ faults: \['lets-pass-temp/
  const refused = (): unknown => project.next(reply('x'), fault('lets-pass-temperature-minus-one', reply('y')))
  assert.throws(refused, { name: 'RangeError', message: why })
  assert.deepEqual(project.unused(), [])
})

test('a queued step stays unchanged if it is queued twice or changed later', async () => {
  const step = reply('same')
  const { key } = mock.project().next(step, step.times(2), step)
  step.marked('usage-total-tokens-string')
  for (let turn = 0; turn < 4; turn++) {
    const received = await post(mock.url, valid(), key)
    assert.equal(said(received), 'same')
    assert.equal(typeof received.json.usage.total_tokens, 'number')
  }
  assert.equal(said(await post(mock.url, valid(), key)), 'Hello')
})

test('a disturbance of a step affects only that step', async () => {
  const project = mock.project().next(stream('one two three').with(endWithoutDone()), stream('four'))
  assert.deepEqual(project.unused()[0]?.words, 'stream of 13 characters in 4 chunks with end-without-done')
  const ask = async () => (await post(mock.url, valid({ stream: true }), project.key)).text
  assert.doesNotMatch(await ask(), /\[DONE\]/)
  assert.match(await ask(), /\[DONE\]/)
})
