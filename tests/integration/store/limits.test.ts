/** Separate deployments that share a store by mistake. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MockConfig, startMock } from '../../../mock/index.ts'
import { post, valid } from '../../mock/asking.ts'
import { eventually } from './eventually.ts'
import { StoreServer } from './store-server.ts'

const KEY = 'svc_team_x'
const configOf = (requests_per_minute: number): MockConfig => ({
  models: { 'svc/echo-1': {} },
  projects: { team: { keys: [KEY], models: ['svc/echo-1'], quota: { requests_per_minute } } },
})

/** Sends requests to two mocks with these limits, and returns what the second one reports. */
async function sentences(store: StoreServer, limits: readonly [number, number], prefix = 'tests'): Promise<string[]> {
  const sentences: string[] = []
  const storeNews = (sentence: string): void => void sentences.push(sentence)
  const other = store.url.replace('=tests', `=${prefix}`)
  await using one = await startMock({ config: configOf(limits[0]), store: store.url })
  await using two = await startMock({ config: configOf(limits[1]), store: other, storeNews })
  const written = (to: string) => async () => assert.equal(await store.command('EXISTS', `${to}:{team}:limits`), 1)
  assert.equal((await post(one.url, valid({ model: 'svc/echo-1' }), KEY)).status, 200)
  await eventually(written('tests'))
  assert.equal((await post(two.url, valid({ model: 'svc/echo-1' }), KEY)).status, 200)
  await eventually(written(prefix))
  // The store's response to this request arrives before the next request ends.
  await post(two.url, valid({ model: 'svc/echo-1' }), KEY)
  return sentences
}

test('reports a project that another mock counts with other limits, and how to separate them', async () => {
  await using store = await StoreServer.start()
  const [sentence = '', ...others] = await sentences(store, [10, 20])
  assert.match(sentence, /counts the project "team" in this store with other limits.*\?prefix=NAME/)
  assert.deepEqual(others, [])
})

test('does not report equal limits, or deployments with separate prefixes', async () => {
  await using store = await StoreServer.start()
  assert.deepEqual(await sentences(store, [10, 10]), [])
  assert.deepEqual(await sentences(store, [10, 20], 'mine'), [])
})
