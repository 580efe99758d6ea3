import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ConfigError, demo, startWorkers } from '../../../../mock/index.ts'
import { models, post, valid } from '../../asking.ts'
import { sendMany } from '../concurrent-calls.ts'
import { ask, operations } from './admin-client.ts'

const CALLS = 200

const mock = await startWorkers({ workers: 2, admin: {} })
after(() => mock.close())

test('ledger and metrics are the sum of what all workers served', async () => {
  const calls = await Promise.all(sendMany({ url: mock.url, key: demo.valid, size: CALLS, body: valid() }))
  const workers = new Set(calls.map(({ id }) => /w(\d+)_/.exec(id ?? '')?.[1]))
  assert.equal(workers.size, 2, 'both workers have responded')
  await Promise.all(sendMany({ url: mock.url, key: 'svc_nobody_x', size: CALLS, body: valid() }))
  await Promise.all(sendMany({ url: mock.url, key: demo.limited, size: 5, body: valid() }))
  const { json } = await ask(mock, 'GET', '/ledger')
  assert.deepEqual([json.projects.main.requests, json.total.requests], [CALLS, CALLS + 5])
  assert.deepEqual((await ask(mock, 'GET', '/projects/main/ledger')).json, json.projects.main)
  const { text } = await ask(mock, 'GET', '/metrics')
  for (const line of [
    `requests_total{operation="completion",status="200",project="main"} ${CALLS}`,
    `requests_total{operation="completion",status="401",project="(none)"} ${CALLS}`,
    `requests_total{operation="completion",status="429",project="limited"} 4`,
    'quota_refusals_total{quota="requests_per_minute",project="limited"} 4',
    `tokens_total{kind="prompt",project="main"} ${json.projects.main.prompt_tokens}`,
  ])
    assert.ok(text.includes(`\nsvc_mock_${line}\n`), line)
  const { json: listed } = await ask(mock, 'GET', '/projects')
  assert.deepEqual(listed.projects.at(-1).quota, { requests_per_minute: { limit: 1, used: 1 } })
})

test('refuses operations that need a single process, with the reason', async () => {
  const able = [
    ...['health', 'listProjects', 'readLedger', 'readProjectLedger', 'readClock'],
    ...['reload', 'readMetrics', 'readDocument'],
  ]
  // Only the command serves the documents of the contract.
  const here = operations.filter(({ path }) => !path.startsWith('/gateway/'))
  for (const { id, method, path, described } of here.filter((one) => !able.includes(one.id))) {
    const { status, json } = await ask(
      mock,
      method,
      path.replaceAll(/\{\w+\}/g, 'main'),
      described.requestBody ? {} : undefined,
    )
    assert.equal(status, 409, id)
    assert.match(json.error.message, /start it without --workers/)
  }
})

test('a reload applies to all workers, and earlier requests stay in the total', async () => {
  await using fresh = await startWorkers({ workers: 2, admin: {} })
  await post(fresh.url, valid())
  const config = { models: { 'svc/a': {} }, projects: { next: { keys: ['svc_next_x'], models: ['svc/a'] } } }
  assert.deepEqual((await ask(fresh, 'POST', '/reload', { config })).json, { projects: ['next'] })
  assert.equal((await models(fresh.url)).status, 401)
  const { json } = await ask(fresh, 'GET', '/ledger')
  assert.deepEqual([json.closed.requests, json.total.requests], [1, 1])
  assert.match((await ask(fresh, 'GET', '/metrics')).text, /status="401",project="\(none\)"\} 1\n/)
})

test('the admin API of several workers ends with them, and without a token starts only on loopback', async () => {
  const fresh = await startWorkers({ workers: 2, admin: {} })
  await assert.rejects(startWorkers({ workers: 2, admin: { port: fresh.admin?.port ?? 0 } }), ConfigError)
  await fresh.drain('1s')
  await assert.rejects(ask(fresh, 'GET', '/health'))
  await assert.rejects(startWorkers({ workers: 2, admin: { host: '0.0.0.0' } }), ConfigError)
})
