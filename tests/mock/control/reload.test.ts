import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, type MockConfig, reply, startMock } from '../../../mock/index.ts'
import { models, post, valid } from '../asking.ts'

const STAYS = 'svc_stays_x'
const GOES = 'svc_goes_x'
const COMES = 'svc_comes_x'

const before: MockConfig = {
  models: { 'svc/one': { reply: 'before' }, 'svc/two': {} },
  projects: {
    stays: { keys: [STAYS], models: ['svc/one'], quota: { requests_per_minute: 3 } },
    goes: { keys: [GOES], models: ['svc/two'] },
  },
}

const after: MockConfig = {
  test_headers: false,
  models: { 'svc/one': { reply: 'after' }, 'svc/three': {} },
  projects: {
    comes: { keys: [COMES], models: ['svc/three'] },
    stays: { keys: [STAYS, 'svc_other_x'], models: ['svc/one', 'svc/three'], quota: { requests_per_minute: 5 } },
  },
}

const ask = (url: string, key: string, changes = {}) => post(url, valid({ model: 'svc/one', ...changes }), key)
const status = async (url: string, key: string): Promise<number> => (await models(url, key)).status

test('a reload keeps ledger and quota of remaining projects, revokes other keys, and applies settings', async () => {
  await using mock = await startMock({ config: before })
  mock.clock.freeze()
  for (let request = 0; request < 4; request++) await ask(mock.url, STAYS)
  assert.equal(mock.gateway.ledger('stays').refused, 1)

  mock.configure(after)
  const now = [await status(mock.url, GOES), await status(mock.url, COMES), await status(mock.url, 'svc_other_x')]
  assert.deepEqual(now, [401, 200, 200])
  assert.deepEqual(mock.gateway.projects, ['comes', 'stays'])
  assert.equal(mock.gateway.ledger('stays').requests, 5)
  const responses = [await ask(mock.url, STAYS), await ask(mock.url, STAYS), await ask(mock.url, STAYS)]
  const statuses = responses.map(({ status }) => status)
  assert.deepEqual(statuses, [200, 200, 429])
  assert.equal(responses[0]?.json.choices[0].message.content, 'after')
  const withHeader = await post(mock.url, valid({ model: 'svc/three' }), COMES, { 'x-test-fault': 'internal' })
  assert.equal(withHeader.status, 200)

  mock.configure(before)
  assert.equal(mock.gateway.ledger('goes').requests, 0, 'a project that was removed and added starts again')
})

test('an invalid configuration changes nothing', async () => {
  await using mock = await startMock({ config: before })
  const broken = { ...after, projects: { ...after.projects, bad: { keys: ['none'], models: [] } } }
  assert.throws(() => mock.configure(broken), ConfigError)
  assert.deepEqual([await status(mock.url, GOES), await status(mock.url, COMES)], [200, 401])
})

test('a reload keeps projects that were opened at run time, with their scripts', async () => {
  await using mock = await startMock({ config: before })
  const project = mock.project({ name: 'opened', models: ['svc/one'] }).next(reply('scripted'))
  mock.configure(after)
  assert.equal((await ask(mock.url, project.key)).json.choices[0].message.content, 'scripted')
  assert.throws(
    () => mock.configure({ ...after, projects: { ...after.projects, opened: { keys: [], models: [] } } }),
    /projects\.opened: this name was given to a project while the mock ran/,
  )
})

test('a response in progress ends under the configuration that it started with', async () => {
  const config: MockConfig = {
    models: { 'svc/one': { reply: 'four', pace: { first_ms: 10, gap_ms: 10 }, price: { completion: 2 } } },
    projects: { stays: { keys: [STAYS], models: ['svc/one'], quota: { concurrent_requests: 1 } } },
  }
  await using mock = await startMock({ config })
  mock.clock.freeze()
  const response = ask(mock.url, STAYS, { stream: true })
  while (mock.gateway.ledger('stays').attempts === 0) await new Promise((resolve) => setImmediate(resolve))
  mock.configure({ ...config, models: { 'svc/one': { price: { completion: 100 } } } })
  assert.equal((await ask(mock.url, STAYS)).json.error.code, 'concurrent_requests')
  await mock.clock.advance('1s')
  assert.match((await response).text, /\[DONE\]/)
  assert.equal(mock.gateway.ledger('stays').price_micros, 2)
  assert.equal((await ask(mock.url, STAYS)).status, 200)
})

test('a reload applies to chosen faults, and to faults below their base paths', async () => {
  await using mock = await startMock({ config: before, faults: ['retry-after-zero'] })
  const below = `${mock.url}/faults/retry-after-negative`
  assert.equal(await status(below, GOES), 200)
  mock.configure({
    ...after,
    projects: { ...after.projects, stays: { ...before.projects.stays, quota: { requests_per_minute: 0 } } } as never,
  })
  assert.deepEqual([await status(below, GOES), await status(below, COMES)], [401, 200])
  assert.equal((await ask(mock.url, STAYS)).status, 429)
  const fresh = `${mock.url}/faults/retry-after-fraction`
  assert.equal(await status(fresh, COMES), 200)
})
