import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { type MockConfig, type ProjectConfig, startMock } from '../../../mock/index.ts'
import { post, send, valid } from '../asking.ts'
import { crowd, outcomes } from '../server/crowd.ts'

const KEY = 'svc_p_x'
const PACED = 'svc/paced'
const CROWD = 1000
const FITTING = 137

/** A prompt of four tokens (one, and three for its frame), echoed as one. */
const FIVE_TOKENS = valid({ model: 'svc/echo', messages: [{ role: 'user', content: 'four' }] })

function limited(quota: NonNullable<ProjectConfig['quota']>): MockConfig {
  return {
    models: { 'svc/echo': {}, [PACED]: { pace: { first_ms: 0, gap_ms: 1000 } }, 'svc/down': { available: false } },
    projects: { p: { keys: [KEY], models: ['svc/echo', PACED, 'svc/down'], quota } },
  }
}

async function frozen(quota: NonNullable<ProjectConfig['quota']>) {
  const mock = await startMock({ config: limited(quota) })
  mock.clock.freeze()
  return mock
}

const summary = ({ status, headers, json }: Awaited<ReturnType<typeof post>>) => [
  status,
  json?.error?.code,
  headers.get('retry-after'),
]

test('of a crowd exactly as many requests are admitted as the quota has', async () => {
  await using mock = await frozen({ requests_per_minute: FITTING })
  const calls = await Promise.all(crowd({ url: mock.url, key: KEY, size: CROWD, body: FIVE_TOKENS }))
  assert.deepEqual(outcomes(calls), { 200: FITTING, '429 requests_per_minute 60': CROWD - FITTING })
})

test('of a crowd exactly as many are admitted as there are tokens for', async () => {
  await using mock = await frozen({ tokens_per_minute: FITTING * 5 + 4 })
  const calls = await Promise.all(crowd({ url: mock.url, key: KEY, size: CROWD, body: FIVE_TOKENS }))
  assert.deepEqual(outcomes(calls), { 200: FITTING, '429 tokens_per_minute 60': CROWD - FITTING })
  const { prompt_tokens, completion_tokens } = mock.gateway.ledger('p')
  assert.deepEqual([prompt_tokens, completion_tokens], [FITTING * 4, FITTING])
})

test('of a crowd exactly as many are under way as may be, and as many more when they have ended', async () => {
  await using mock = await frozen({ concurrent_requests: FITTING })
  const body = valid({ model: PACED, stream: true })
  for (const _round of ['first', 'second']) {
    const refused: number[] = []
    const calls = crowd({ url: mock.url, key: KEY, size: CROWD, body })
    for (const call of calls) void call.then(({ status }) => status === 429 && refused.push(status))
    while (refused.length < CROWD - FITTING) await new Promise((resolve) => setImmediate(resolve))
    await mock.clock.advance('10s')
    assert.deepEqual(outcomes(await Promise.all(calls)), { 200: FITTING, '429 concurrent_requests': CROWD - FITTING })
  }
})

test('the windows of requests and tokens begin with what they admit, and end a minute later', async () => {
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

test('a request that no window has room for gets no Retry-After', async () => {
  await using mock = await frozen({ tokens_per_minute: 4 })
  assert.deepEqual(summary(await post(mock.url, FIVE_TOKENS, KEY)), [429, 'tokens_per_minute', null])
  await using closed = await frozen({ requests_per_minute: 0 })
  assert.deepEqual(summary(await post(closed.url, FIVE_TOKENS, KEY)), [429, 'requests_per_minute', null])
})

test('a place is left by JSON, by an error, and by a caller who leaves early', async () => {
  await using mock = await frozen({ concurrent_requests: 1 })
  for (const model of ['svc/echo', 'svc/down', 'svc/echo']) {
    const { status } = await post(mock.url, valid({ model }), KEY)
    assert.equal(status, model === 'svc/down' ? 503 : 200)
  }
  const body = JSON.stringify(valid({ model: PACED, stream: true }))
  const leaver = connect(mock.port, '127.0.0.1')
  leaver.write(
    `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  await new Promise((resolve) => leaver.once('data', resolve))
  assert.deepEqual(summary(await post(mock.url, valid({ model: 'svc/echo' }), KEY)), [429, 'concurrent_requests', null])
  leaver.destroy()
  while (mock.gateway.ledger('p').aborted === 0) await new Promise((resolve) => setImmediate(resolve))
  assert.equal((await post(mock.url, valid({ model: 'svc/echo' }), KEY)).status, 200)
})

test('an invalid request takes neither a place nor tokens', async () => {
  await using mock = await frozen({ concurrent_requests: 0, tokens_per_minute: 0 })
  assert.equal((await post(mock.url, valid({ model: 'svc/echo', n: 2 }), KEY)).status, 400)
  assert.equal((await post(mock.url, valid({ model: 'svc/none' }), KEY)).status, 404)
  assert.deepEqual(summary(await post(mock.url, FIVE_TOKENS, KEY)), [429, 'concurrent_requests', null])
})

test('what a stream did not send goes back to the quota, while its window lasts', async () => {
  const config = limited({ tokens_per_minute: 14 })
  await using mock = await startMock({ config })
  mock.clock.freeze()
  const leaving = new AbortController()
  // Seven tokens of prompt and four of completion, of which one is sent.
  const body = valid({ model: PACED, stream: true, messages: [{ role: 'user', content: 'abcdefghijklmnop' }] })
  const response = await send(mock.url, body, KEY, { signal: leaving.signal })
  const reader = response.body?.getReader()
  await reader?.read()
  await mock.clock.advance('1s')
  await reader?.read()
  assert.deepEqual(summary(await post(mock.url, FIVE_TOKENS, KEY)), [429, 'tokens_per_minute', '59'])
  leaving.abort()
  while (mock.gateway.ledger('p').aborted === 0) await new Promise((resolve) => setImmediate(resolve))
  // Eight are used: six are left for one of five, and one too few for another.
  assert.equal((await post(mock.url, FIVE_TOKENS, KEY)).status, 200)
  assert.deepEqual(summary(await post(mock.url, FIVE_TOKENS, KEY)), [429, 'tokens_per_minute', '59'])
})
