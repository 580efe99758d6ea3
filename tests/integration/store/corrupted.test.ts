/** Store contents that no mock wrote: after a clock was set back, another program wrote, or a flush. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MockConfig, startMock } from '../../../mock/index.ts'
import { valid } from '../../mock/asking.ts'
import { ask } from '../../mock/server/admin/admin-client.ts'
import { sendMany } from '../../mock/server/concurrent-calls.ts'
import { eventually } from './eventually.ts'
import { StoreServer } from './store-server.ts'

const KEY = 'svc_t_x'
const config: MockConfig = {
  models: { 'svc/echo-1': {} },
  projects: {
    ten: { keys: [KEY], models: ['svc/echo-1'], quota: { requests_per_minute: 10, concurrent_requests: 10 } },
  },
}
const body = valid({ model: 'svc/echo-1' })

async function mockAt(store: StoreServer, storeNews?: (sentence: string) => void) {
  return startMock({ config, store: store.url, admin: {}, ...(storeNews && { storeNews }) })
}

/** Sends `size` completions concurrently, and returns their statuses. */
async function statuses(url: string, size: number): Promise<number[]> {
  const calls = await Promise.all(sendMany({ url, key: KEY, size, body }))
  return calls.map(({ status }) => status).sort()
}

const TEN_OF_TWELVE = [...Array(10).fill(200), 429, 429]

/** The time of the store's clock in milliseconds. */
async function clockOf(store: StoreServer): Promise<number> {
  const [seconds] = (await store.command('TIME')) as [string]
  return Number(seconds) * 1000
}

test('ignores windows and slots from the future, which remain after the clock was set back', async () => {
  await using store = await StoreServer.start()
  await using mock = await mockAt(store)
  const tomorrow = String((await clockOf(store)) + 86_400_000)
  await store.command('HSET', 'tests:{ten}:windows', 'requests_opened', tomorrow, 'requests_used', '10')
  for (const slot of Array.from({ length: 10 }, (_, at) => `dead:${at}`))
    await store.command('ZADD', 'tests:{ten}:places', tomorrow, slot)
  assert.deepEqual(await statuses(mock.url, 12), TEN_OF_TWELVE)
})

for (const used of ['nan', '-nan', 'inf', '-inf', '-5', '1e3', '', 'x'.repeat(1000)])
  test(`enforces the quota if the stored count is ${JSON.stringify(used.slice(0, 9))}`, async () => {
    await using store = await StoreServer.start()
    await using mock = await mockAt(store)
    const opened = String(await clockOf(store))
    await store.command('HSET', 'tests:{ten}:windows', 'requests_opened', opened, 'requests_used', used)
    assert.deepEqual(await statuses(mock.url, 12), TEN_OF_TWELVE)
  })

test('leaves out ledger entries that no mock wrote, reports each once, and sums up the others', async () => {
  await using store = await StoreServer.start()
  const messages: string[] = []
  await using mock = await mockAt(store, (sentence) => messages.push(sentence))
  await statuses(mock.url, 3)
  const entries = ['{}', '[]', 'null', '5', '', '{"requests":"-1"}', '{"requests":{}}', '{"requests":"1"}']
  for (const [at, text] of entries.entries()) await store.command('HSET', 'tests:{ten}:ledger', `field-${at}`, text)
  for (let times = 0; times < 2; times++) {
    const { status, json } = await ask(mock, 'GET', '/ledger')
    assert.deepEqual([status, json.total.requests, json.total.attempts], [200, 3, 3])
  }
  assert.deepEqual(
    messages.sort(),
    entries.map(
      (_, at) =>
        `The store holds a ledger entry that no mock wrote; it is left out. Delete a field of tests:{ten}:ledger: "field-${at}".`,
    ),
  )
})

test('reports a key of the wrong type as such, not as an unreachable store', async () => {
  await using store = await StoreServer.start()
  await using mock = await mockAt(store)
  await store.command('SET', 'tests:{ten}:ledger', 'text')
  const { status, json } = await ask(mock, 'GET', '/ledger')
  assert.equal(status, 503)
  assert.match(json.error.message, /^The store refuses to keep the ledger \(WRONGTYPE\)/)
})

test('every mock writes its sums again after a flush', async () => {
  await using store = await StoreServer.start()
  await using one = await mockAt(store)
  await using other = await mockAt(store)
  await statuses(one.url, 4)
  await statuses(other.url, 5)
  await eventually(async () => assert.equal((await ask(one, 'GET', '/ledger')).json.total.requests, 9))
  await store.command('FLUSHALL')
  await eventually(async () => {
    for (const mock of [one, other]) assert.equal((await ask(mock, 'GET', '/ledger')).json.total.requests, 9)
  })
})
