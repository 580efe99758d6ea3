import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MockConfig, startMock } from '../../../mock/index.ts'
import { models, post, valid } from '../asking.ts'

const config: MockConfig = {
  models: {
    'svc/priced': { price: { prompt: 2, completion: 5 } },
    'svc/unknown': { usage: 'unknown' },
    'svc/down': { available: false },
  },
  projects: {
    a: {
      keys: ['svc_a_x', 'svc_a2_x'],
      models: ['svc/priced', 'svc/unknown', 'svc/down'],
      quota: { requests_per_minute: 3 },
    },
    b: { keys: ['svc_b_x'], models: ['svc/priced'] },
  },
}

/** A clock that changes only when a test sets it. */
function handClock(start = 1_000_000) {
  return { time: start, now: () => clock.time, after: () => () => undefined }
}
let clock = handClock()

test('a quota counts completions per project and computes the wait', async () => {
  clock = handClock()
  await using mock = await startMock({ config, clock })
  const ask = async (key: string) => {
    const { status, headers } = await post(mock.url, valid({ model: 'svc/priced' }), key)
    return [status, headers.get('retry-after')]
  }
  assert.deepEqual(await ask('svc_a_x'), [200, null])
  clock.time += 20_000
  assert.deepEqual(await ask('svc_a2_x'), [200, null])
  assert.deepEqual(await ask('svc_a_x'), [200, null])
  assert.deepEqual(await ask('svc_a_x'), [429, '40'])
  clock.time += 39_999
  assert.deepEqual(await ask('svc_a2_x'), [429, '1'])
  assert.deepEqual(await ask('svc_b_x'), [200, null])
  assert.equal((await models(mock.url, 'svc_a_x')).status, 200)
  clock.time += 1
  assert.deepEqual(await ask('svc_a_x'), [200, null])
})

test('reports an exceeded limit as rate_limit_error', async () => {
  await using mock = await startMock()
  await post(mock.url, valid(), mock.demo.limited)
  const { status, json } = await post(mock.url, valid(), mock.demo.limited)
  assert.equal(status, 429)
  assert.equal(json.error.type, 'rate_limit_error')
  assert.doesNotMatch(json.error.message, /quota exceeded|try again in|rate limit/i)
})

test('records requests, attempts, usage and shadow price per project', async () => {
  await using mock = await startMock({
    config: { ...config, projects: { ...config.projects, a: { ...config.projects.a, quota: {} } as never } },
  })
  const messages = [{ role: 'user', content: 'abcdefgh' }]
  await post(mock.url, valid({ model: 'svc/priced', messages }), 'svc_a_x')
  await post(mock.url, valid({ model: 'svc/priced', messages, stream: true }), 'svc_a_x')
  await post(mock.url, valid({ model: 'svc/unknown', messages }), 'svc_a_x')
  await post(mock.url, valid({ model: 'svc/down', messages }), 'svc_a_x')
  await post(mock.url, valid({ n: 2 }), 'svc_a_x')
  await models(mock.url, { authorization: 'Bearer svc_a_x' })
  await models(mock.url, {})
  assert.deepEqual(
    { ...mock.gateway.ledger('a') },
    {
      requests: 6,
      attempts: 4,
      refused: 1,
      failed: 1,
      aborted: 0,
      usage_known: 2,
      usage_unknown: 1,
      prompt_tokens: 10,
      completion_tokens: 4,
      price_micros: 40,
    },
  )
  assert.equal(mock.gateway.ledger('b').requests, 0)
  assert.throws(() => mock.gateway.ledger('c'), /there are a, b/)
})

test('JSON and stream responses leave out unknown usage', async () => {
  await using mock = await startMock({ config })
  const json = await post(mock.url, valid({ model: 'svc/unknown' }), 'svc_a_x')
  const body = valid({ model: 'svc/unknown', stream: true, stream_options: { include_usage: true } })
  const stream = await post(mock.url, body, 'svc_a_x')
  assert.equal(json.status, 200)
  assert.doesNotMatch(json.text + stream.text, /usage/)
})
