import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { type ProjectConfig, startMock } from '../../../mock/index.ts'
import { post, type Received, rawPost, send, valid } from '../asking.ts'
import { outcomes, sendMany } from '../server/concurrent-calls.ts'

const KEY = 'svc_p_x'
const PACED = 'svc/paced'
const CALLS = 1000
const ADMITTED = 137

/** A prompt of four tokens (one for the text, three for the message frame), echoed as one token. */
const FIVE_TOKENS = valid({ model: 'svc/echo', messages: [{ role: 'user', content: 'four' }] })

/** A mock with a frozen clock, and this quota of its project. */
async function frozen(quota: NonNullable<ProjectConfig['quota']>) {
  const models = { 'svc/echo': {}, [PACED]: { pace: { first_ms: 0, gap_ms: 1000 } }, 'svc/down': { available: false } }
  const projects = { p: { keys: [KEY], models: Object.keys(models), quota } }
  const mock = await startMock({ config: { models, projects } })
  mock.clock.freeze()
  return mock
}

const summary = ({ status, headers, json }: Received) => [status, json?.error?.code, headers.get('retry-after')]

test('concurrent requests are admitted up to exactly the quota of requests', async () => {
  await using mock = await frozen({ requests_per_minute: ADMITTED })
  const calls = await Promise.all(sendMany({ url: mock.url, key: KEY, size: CALLS, body: FIVE_TOKENS }))
  assert.deepEqual(outcomes(calls), { 200: ADMITTED, '429 requests_per_minute 60': CALLS - ADMITTED })
})

test('concurrent requests are admitted up to exactly the quota of tokens', async () => {
  await using mock = await frozen({ tokens_per_minute: ADMITTED * 5 + 4 })
  const calls = await Promise.all(sendMany({ url: mock.url, key: KEY, size: CALLS, body: FIVE_TOKENS }))
  assert.deepEqual(outcomes(calls), { 200: ADMITTED, '429 tokens_per_minute 60': CALLS - ADMITTED })
  const { prompt_tokens, completion_tokens } = mock.gateway.ledger('p')
  assert.deepEqual([prompt_tokens, completion_tokens], [ADMITTED * 4, ADMITTED])
})

test('exactly as many requests as allowed run concurrently, and as many again when they have ended', async () => {
  await using mock = await frozen({ concurrent_requests: ADMITTED })
  const body = valid({ model: PACED, stream: true })
  for (const _round of ['first', 'second']) {
    const refused: number[] = []
    const calls = sendMany({ url: mock.url, key: KEY, size: CALLS, body })
    for (const call of calls) void call.then(({ status }) => status === 429 && refused.push(status))
    while (refused.length < CALLS - ADMITTED) await new Promise((resolve) => setImmediate(resolve))
    await mock.clock.advance('10s')
    assert.deepEqual(outcomes(await Promise.all(calls)), { 200: ADMITTED, '429 concurrent_requests': CALLS - ADMITTED })
  }
})

test('the windows of requests and tokens start with the first admitted request, and end a minute later', async () => {
  await using mock = await frozen({ requests_per_minute: 3, tokens_per_minute: 10 })
  const ask = async () => summary(await post(mock.url, FIVE_TOKENS, KEY))
  assert.deepEqual(await ask(), [200, undefined, null])
  await mock.clock.advance('20s')
  assert.deepEqual(await ask(), [200, undefined, null])
  await mock.clock.advance('500ms')
  assert.deepEqual(await ask(), [429, 'tokens_per_minute', '40'])
  assert.deepEqual(await ask(), [429, 'requests_per_minute', '40'])
  await mock.clock.advance('39500ms')
  assert.deepEqual(await ask(), [200, undefined, null])
})

test('a request that can never fit into a window gets no Retry-After', async () => {
  await using mock = await frozen({ tokens_per_minute: 4 })
  assert.deepEqual(summary(await post(mock.url, FIVE_TOKENS, KEY)), [429, 'tokens_per_minute', null])
  await using closed = await frozen({ requests_per_minute: 0 })
  assert.deepEqual(summary(await post(closed.url, FIVE_TOKENS, KEY)), [429, 'requests_per_minute', null])
})

test('a JSON response, an error and an abort by the caller each free their slot', async () => {
  await using mock = await frozen({ concurrent_requests: 1 })
  for (const model of ['svc/echo', 'svc/down', 'svc/echo']) {
    const { status } = await post(mock.url, valid({ model }), KEY)
    assert.equal(status, model === 'svc/down' ? 503 : 200)
  }
  const aborting = connect(mock.port, '127.0.0.1')
  aborting.write(rawPost(KEY, valid({ model: PACED, stream: true })))
  await new Promise((resolve) => aborting.once('data', resolve))
  assert.deepEqual(summary(await post(mock.url, valid({ model: 'svc/echo' }), KEY)), [429, 'concurrent_requests', null])
  aborting.destroy()
  while (mock.gateway.ledger('p').aborted === 0) await new Promise((resolve) => setImmediate(resolve))
  assert.equal((await post(mock.url, valid({ model: 'svc/echo' }), KEY)).status, 200)
})

test('an invalid request takes neither a slot nor tokens', async () => {
  await using mock = await frozen({ concurrent_requests: 0, tokens_per_minute: 0 })
  assert.equal((await post(mock.url, valid({ model: 'svc/echo', n: 2 }), KEY)).status, 400)
  assert.equal((await post(mock.url, valid({ model: 'svc/none' }), KEY)).status, 404)
  assert.deepEqual(summary(await post(mock.url, FIVE_TOKENS, KEY)), [429, 'concurrent_requests', null])
})

test('unsent tokens of a stream return to the quota within their window', async () => {
  await using mock = await frozen({ tokens_per_minute: 14 })
  const controller = new AbortController()
  // 7 prompt tokens and 4 completion tokens, of which one is sent.
  const body = valid({ model: PACED, stream: true, messages: [{ role: 'user', content: 'abcdefghijklmnop' }] })
  const response = await send(mock.url, body, KEY, { signal: controller.signal })
  const reader = response.body?.getReader()
  await reader?.read()
  await mock.clock.advance('1s')
  await reader?.read()
  assert.deepEqual(summary(await post(mock.url, FIVE_TOKENS, KEY)), [429, 'tokens_per_minute', '59'])
  controller.abort()
  while (mock.gateway.ledger('p').aborted === 0) await new Promise((resolve) => setImmediate(resolve))
  // 8 of 14 tokens are used: the remaining 6 admit one request of 5 tokens, but not two.
  assert.equal((await post(mock.url, FIVE_TOKENS, KEY)).status, 200)
  assert.deepEqual(summary(await post(mock.url, FIVE_TOKENS, KEY)), [429, 'tokens_per_minute', '59'])
})
