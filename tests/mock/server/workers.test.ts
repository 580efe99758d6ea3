import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { after, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { ConfigError, type MockConfig, startWorkers } from '../../../mock/index.ts'
import { spawnWorker } from '../../../mock/spawn-worker.ts'
import { models, post, rawPost, valid } from '../asking.ts'
import { certificates } from './certificates.ts'
import { outcomes, sendMany } from './concurrent-calls.ts'

const CALLS = 1000
const ADMITTED = 137
const WINDOW = 60_000

const config: MockConfig = {
  models: {
    'svc/echo': { price: { prompt: 2, completion: 5 } },
    'svc/endless': { reply: 'x'.repeat(400), pace: { first_ms: 0, gap_ms: 3_600_000 } },
  },
  projects: {
    requests: { keys: ['svc_requests_x'], models: ['svc/echo'], quota: { requests_per_minute: ADMITTED } },
    tokens: { keys: ['svc_tokens_x'], models: ['svc/echo'], quota: { tokens_per_minute: ADMITTED * 5 + 4 } },
    open: { keys: ['svc_open_x'], models: ['svc/endless'], quota: { concurrent_requests: ADMITTED } },
    free: { keys: ['svc_free_x'], models: ['svc/echo'] },
  },
}
const FIVE_TOKENS = valid({ model: 'svc/echo', messages: [{ role: 'user', content: 'four' }] })

const mock = await startWorkers({ workers: 2, config })
after(() => mock.close())

/** The responses to this number of concurrent requests of five tokens each. */
const called = (key: string, size: number, { url } = mock) =>
  Promise.all(sendMany({ url, key, size, body: FIVE_TOKENS }))

/** The worker that responded, from the request id. */
const workerOf = (id: string | undefined): string => /w(\d+)_/.exec(id ?? '')?.[1] ?? ''

for (const [project, code] of Object.entries({ requests: 'requests_per_minute', tokens: 'tokens_per_minute' }))
  test(`two workers together admit exactly the quota ${code} of concurrent requests`, async () => {
    const began = Date.now()
    const calls = await called(`svc_${project}_x`, CALLS)
    assert.ok(Date.now() - began < WINDOW, 'the requests took longer than one window, so that the test is inconclusive')
    const found = outcomes(calls.map((call) => ({ ...call, retryAfter: undefined })))
    assert.deepEqual(found, { 200: ADMITTED, [`429 ${code}`]: CALLS - ADMITTED })
    assert.deepEqual(new Set(calls.map(({ id }) => workerOf(id))), new Set(['1', '2']))
    assert.equal(new Set(calls.map(({ id }) => id)).size, CALLS)
  })

test('two workers admit exactly concurrent_requests streams, and as many again after these abort', async () => {
  const text = rawPost('svc_open_x', valid({ model: 'svc/endless', stream: true }))
  for (const round of [1, 2]) {
    const lines = await Promise.all(
      Array.from({ length: CALLS }, async () => {
        const socket = connect(mock.port, '127.0.0.1', () => socket.write(text))
        const [first] = (await once(socket, 'data')) as [Buffer]
        return { socket, status: first.toString().slice(9, 12) }
      }),
    )
    const admitted = lines.filter(({ status }) => status === '200').length
    assert.deepEqual([admitted, lines.filter(({ status }) => status === '429').length], [ADMITTED, CALLS - ADMITTED])
    for (const { socket } of lines) socket.destroy()
    while (mock.ledger('open').aborted < ADMITTED * round) await new Promise((resolve) => setImmediate(resolve))
  }
})

test('the ledger is the sum of what all workers served', async () => {
  const calls = await called('svc_free_x', CALLS)
  assert.deepEqual(outcomes(calls), { 200: CALLS })
  assert.deepEqual(
    { ...mock.ledger('free') },
    {
      requests: CALLS,
      attempts: CALLS,
      refused: 0,
      failed: 0,
      aborted: 0,
      usage_known: CALLS,
      usage_unknown: 0,
      prompt_tokens: CALLS * 4,
      completion_tokens: CALLS,
      price_micros: CALLS * (4 * 2 + 5),
    },
  )
})

test('a valid configuration applies to all workers, and an invalid one changes nothing', async () => {
  await using mock = await startWorkers({ workers: 2, config })
  await called('svc_requests_x', 20, mock)
  await assert.rejects(mock.configure({ models: {}, projects: { p: { keys: ['x'], models: [] } } }), ConfigError)
  const { requests, free } = config.projects
  const added = { keys: ['svc_added_x'], models: ['svc/echo'], quota: { requests_per_minute: 3 } }
  await mock.configure({
    ...config,
    projects: { requests: { ...requests, quota: { requests_per_minute: 30 } }, added } as never,
  })
  const ask = async (key: string, size = 40) => {
    const calls = await called(key, size, mock)
    return outcomes(calls.map((call) => ({ ...call, retryAfter: undefined })))
  }
  assert.deepEqual(await ask('svc_requests_x'), { 200: 10, '429 requests_per_minute': 30 })
  assert.deepEqual(await ask('svc_added_x'), { 200: 3, '429 requests_per_minute': 37 })
  assert.deepEqual(await ask(free?.keys[0] ?? ''), { '401 invalid_api_key': 40 })
  assert.equal(mock.ledger('requests').requests, 60)
  assert.deepEqual(mock.gateway.projects, ['requests', 'added'])
})

test('several workers can use TLS, and can be drained', async () => {
  const mock = await startWorkers({ workers: 2, tls: { cert: certificates.cert, key: certificates.private } })
  assert.match(mock.url, /^https:/)
  await mock.drain('1h')
  await mock.ended
})

test('if one worker dies, the mock ends and reports it', async () => {
  const spawned: Worker[] = []
  const mock = await startWorkers({ workers: 2 }, (orders) => {
    const worker = spawnWorker(orders)
    spawned.push(worker)
    return worker
  })
  void spawned[1]?.terminate()
  await assert.rejects(mock.ended, /Worker 2 of the mock has died \(exit code 1\), and the others with it/)
  await assert.rejects(models(mock.url))
})

test('reports a failed start in the same way as without workers', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  await assert.rejects(startWorkers({ workers: 2, port }), { code: 'EADDRINUSE' })
  taken.close()
  await using first = await startWorkers({ workers: 2 })
  await assert.rejects(startWorkers({ workers: 2, port: first.port }), { code: 'EADDRINUSE' })
  const { cert } = certificates
  await assert.rejects(startWorkers({ workers: 2, tls: { cert, key: 'none' } }), ConfigError)
  await assert.rejects(startWorkers({ workers: 2, config: { models: {}, projects: { p: {} as never } } }), ConfigError)
})

test('reports a port that the system cannot share as a configuration error', async () => {
  const start = startWorkers({ workers: 2 }, (orders) => {
    const worker = spawnWorker(orders)
    const error = { message: 'listen ENOTSUP', code: 'ENOTSUP', problems: undefined }
    queueMicrotask(() => worker.emit('message', { type: 'failed', error }))
    return worker
  })
  await assert.rejects(start, (error) => error instanceof ConfigError && /leave workers out/.test(error.message))
})

test('every worker has the chosen faults, and its own request ids under the same seed', async () => {
  await using mock = await startWorkers({ workers: 2, config, faults: ['retry-after-zero'], seed: 'fixed' })
  const calls = await called('svc_requests_x', 200, mock)
  assert.deepEqual(outcomes(calls), { 200: ADMITTED, '429 requests_per_minute 0': 200 - ADMITTED })
  assert.equal(new Set(calls.map(({ id }) => id)).size, 200)
  assert.equal(new Set(calls.map(({ id }) => id?.split('w')[0])).size, 1)
  assert.equal((await post(`${mock.url}/faults/retry-after-zero`, FIVE_TOKENS, 'svc_free_x')).status, 200)
})
