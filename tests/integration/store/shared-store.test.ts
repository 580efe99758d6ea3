/** Mocks that share a store: exact quotas, one ledger, and behaviour while the store is down. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MockConfig, type MockServer, startMock } from '../../../mock/index.ts'
import { post, valid } from '../../mock/asking.ts'
import { ask } from '../../mock/server/admin/admin-client.ts'
import { outcomes, sendMany } from '../../mock/server/concurrent-calls.ts'
import { eventually } from './eventually.ts'
import { StoreServer } from './store-server.ts'

const KEYS = { hundred: 'svc_h_x', tokens: 'svc_t_x', few: 'svc_f_x', free: 'svc_u_x', off: 'svc_o_x' } as const
const models = ['svc/echo-1', 'svc/slow']
const config: MockConfig = {
  models: { 'svc/echo-1': { price: { prompt: 2, completion: 3 } }, 'svc/slow': { pace: { first: '400ms' } } },
  projects: {
    hundred: { keys: [KEYS.hundred], models, quota: { requests_per_minute: 100 } },
    tokens: { keys: [KEYS.tokens], models, quota: { tokens_per_minute: 100 } },
    few: { keys: [KEYS.few], models, quota: { concurrent_requests: 2 } },
    free: { keys: [KEYS.free], models },
    off: { keys: [KEYS.off], models, disabled: true, quota: { requests_per_minute: 1 } },
  },
}

/** Starts `count` mocks that share a store; disposal closes them all. */
async function mocks(store: StoreServer, count: number) {
  const all = await Promise.all(Array.from({ length: count }, () => startMock({ config, store: store.url, admin: {} })))
  const close = async (): Promise<void> => {
    await Promise.all(all.map((mock) => mock.close()))
  }
  return Object.assign(all, { [Symbol.asyncDispose]: close })
}

const body = valid({ model: 'svc/echo-1' })

/** Waits until the condition holds. */
const until = (holds: () => Promise<boolean>): Promise<void> =>
  eventually(async () => assert.ok(await holds(), 'this never happened'))

test('three mocks admit exactly the quota from concurrent requests, and their ledgers add up', async () => {
  await using store = await StoreServer.start()
  await using all = await mocks(store, 3)
  const calls = await Promise.all(all.flatMap(({ url }) => sendMany({ url, key: KEYS.hundred, size: 60, body })))
  const found = outcomes(calls)
  assert.equal(found['200'], 100)
  assert.equal(calls.filter(({ status }) => status === 429).length, 80)
  for (const { retryAfter } of calls.filter(({ status }) => status === 429))
    assert.ok(Number(retryAfter) >= 1 && Number(retryAfter) <= 60)
  await Promise.all(all.flatMap(({ url }) => sendMany({ url, key: KEYS.free, size: 10, body })))
  for (const mock of all) {
    await eventually(async () => {
      const { hundred, free } = (await ask(mock, 'GET', '/ledger')).json.projects
      const { requests, attempts, refused, usage_known } = hundred
      assert.deepEqual(
        { requests, attempts, refused, usage_known, free: free.requests },
        { requests: 180, attempts: 100, refused: 80, usage_known: 100, free: 30 },
      )
    })
    const { json } = await ask(mock, 'GET', '/ledger')
    const whole = all.map(({ gateway }) => gateway.ledger('hundred').price_micros as number).reduce((a, b) => a + b)
    assert.equal(json.projects.hundred.price_micros, whole)
    assert.deepEqual((await ask(mock, 'GET', '/projects/hundred/ledger')).json, json.projects.hundred)
    const { json: listed } = await ask(mock, 'GET', '/projects')
    assert.deepEqual(listed.projects[0].quota, { requests_per_minute: { limit: 100, used: 100 } })
  }
  assert.equal((await ask(all[0] as MockServer, 'GET', '/ledger')).json.total.requests, 210)
})

test('mocks share the token quota, and refund the unsent tokens of a truncated response', async () => {
  await using store = await StoreServer.start()
  await using all = await mocks(store, 2)
  const [one, two] = all as unknown as [MockServer, MockServer]
  const usage = async (mock: MockServer, content: string, headers = {}): Promise<number | string> => {
    const messages = [{ role: 'user', content }]
    const response = await fetch(`${mock.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEYS.tokens}`, ...headers },
      body: JSON.stringify({ model: 'svc/echo-1', messages, stream: 'x-test-fault' in headers }),
    })
    const text = await response.text().catch(() => 'cut')
    return response.status === 429 ? JSON.parse(text).error.code : response.status
  }
  const used = async (): Promise<number> =>
    (await ask(one, 'GET', '/projects')).json.projects[1].quota.tokens_per_minute.used
  // 40 characters are 10 prompt tokens, 3 tokens for the message frame, and 10 tokens of the echo.
  assert.equal(await usage(one, 'x'.repeat(160)), 200)
  assert.equal(await used(), 83)
  assert.equal(await usage(two, 'x'.repeat(40)), 'tokens_per_minute')
  assert.equal(await usage(two, 'x'.repeat(1000)), 'tokens_per_minute')
  assert.equal(await usage(two, 'x'.repeat(24), { 'x-test-fault': 'cut; after=2' }), 200)
  await until(async () => (await used()) === 93)
})

test('mocks share the limit of concurrent requests, and free a slot when its response ends', async () => {
  await using store = await StoreServer.start()
  await using all = await mocks(store, 3)
  const [one, two, three] = all as unknown as [MockServer, MockServer, MockServer]
  const slow = valid({ model: 'svc/slow', stream: true })
  const open = [one, two].map(({ url }) => post(url, slow, KEYS.few))
  await until(async () => (await ask(one, 'GET', '/projects')).json.projects[2].quota.concurrent_requests.used === 2)
  const refused = await post(three.url, slow, KEYS.few)
  assert.deepEqual([refused.status, refused.json.error.code], [429, 'concurrent_requests'])
  await Promise.all(open)
  await until(async () => (await post(three.url, slow, KEYS.few)).status === 200)
})

test('returns 503 with an error body promptly while the store is down, and recovers by itself', async () => {
  await using store = await StoreServer.start()
  await using all = await mocks(store, 1)
  const [mock] = all as unknown as [MockServer]
  assert.equal((await post(mock.url, body, KEYS.hundred)).status, 200)
  for (const [down, up] of [
    ['SIGKILL', 'run'],
    ['SIGSTOP', 'SIGCONT'],
  ] as const) {
    await store.signal(down)
    for (const key of [KEYS.hundred, KEYS.free]) {
      const begun = performance.now()
      await until(async () => (await post(mock.url, body, key)).status === 503)
      assert.ok(performance.now() - begun < 4000)
      const { status, headers, json } = await post(mock.url, body, key)
      assert.equal(status, 503)
      assert.ok(headers.get('x-svc-request-id'))
      assert.deepEqual(
        [json.error.type, json.error.code, json.error.param],
        ['server_error', 'store_unavailable', null],
      )
    }
    // 401 and 403 need no store.
    assert.equal((await post(mock.url, body, 'svc_nobody_x')).status, 401)
    assert.equal((await post(mock.url, body, KEYS.off)).status, 403)
    assert.equal((await ask(mock, 'GET', '/ledger')).status, 503)
    if (up === 'run') await store.run()
    else await store.signal(up)
    await until(async () => (await post(mock.url, body, KEYS.hundred)).status === 200)
  }
  const { json } = await ask(mock, 'GET', '/projects/hundred/ledger')
  assert.deepEqual(json, { ...mock.gateway.ledger('hundred') })
})

test('frees slots requested or released during a suspension as soon as the store resumes', async () => {
  await using store = await StoreServer.start()
  await using all = await mocks(store, 1)
  const [mock] = all as unknown as [MockServer]
  const open = post(mock.url, valid({ model: 'svc/slow', stream: true }), KEYS.few)
  const held = () => store.command('ZCARD', 'tests:{few}:places')
  await until(async () => (await held()) === 1)
  await store.signal('SIGSTOP')
  assert.equal((await post(mock.url, body, KEYS.few)).status, 503)
  await open
  await store.signal('SIGCONT')
  await until(async () => (await post(mock.url, body, KEYS.free)).status === 200)
  await until(async () => (await held()) === 0)
})

test('requests refused for other reasons count against the quota, as with a single mock', async () => {
  await using store = await StoreServer.start()
  await using all = await mocks(store, 2)
  await using alone = await startMock({ config })
  const seen = async (urls: readonly string[]): Promise<string[]> => {
    const messages: string[] = []
    for (const [at, changes] of [{}, { n: 2 }, { model: 'svc/none' }, 'no json', { stream: true }].entries()) {
      const sent = typeof changes === 'string' ? changes : { ...body, ...changes }
      const { status, json } = await post(urls[at % urls.length] as string, sent, KEYS.hundred)
      messages.push(`${status} ${json?.error?.code}`)
    }
    return messages
  }
  assert.deepEqual(await seen(all.map(({ url }) => url)), await seen([alone.url]))
  await eventually(async () => {
    const { json } = await ask(all[0] as MockServer, 'GET', '/ledger')
    assert.deepEqual(json.projects.hundred, { ...alone.gateway.ledger('hundred') })
  })
})

test('a project that one reload removes and the next one restores keeps its ledger', async () => {
  await using store = await StoreServer.start()
  await using all = await mocks(store, 1)
  const [mock] = all as unknown as [MockServer]
  const { free, ...others } = config.projects
  await post(mock.url, body, KEYS.free)
  await until(async () => (await ask(mock, 'GET', '/projects/free/ledger')).json.requests === 1)
  mock.configure({ ...config, projects: others })
  assert.equal((await post(mock.url, body, KEYS.free)).status, 401)
  mock.configure(config)
  await post(mock.url, body, KEYS.free)
  await until(async () => (await ask(mock, 'GET', '/projects/free/ledger')).json.requests === 2)
})

test('reports a wrong password without quoting it', async () => {
  await using store = await StoreServer.start()
  const url = `redis://:wrong-word@127.0.0.1:${store.port}`
  await assert.rejects(startMock({ config, store: url }), /^ConfigError: .*\n {2}store: cannot be used \(WRONGPASS\)/)
})

test('refuses operations that need a single process, with the reason', async () => {
  await using store = await StoreServer.start()
  await using all = await mocks(store, 1)
  const [mock] = all as unknown as [MockServer]
  for (const path of ['/projects', '/projects/free/script']) {
    const { status, json } = await ask(mock, 'POST', path, path === '/projects' ? {} : { next: [{ reply: 'x' }] })
    assert.deepEqual([status, json.error.code], [409, 'several_mocks'])
  }
  assert.equal((await ask(mock, 'POST', '/clock/freeze', {})).json.error.code, 'no_virtual_clock')
  // A project that a test opens exists only in this mock.
  const project = mock.project({ quota: { requests_per_minute: 1 } })
  assert.deepEqual(
    [(await post(mock.url, valid({ model: 'svc/echo-1' }), project.key)).status, project.ledger().requests],
    [200, 1],
  )
})
