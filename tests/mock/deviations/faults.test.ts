import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Deviations } from '../../../mock/deviations/registry.ts'
import { demo, listFaults, startMock } from '../../../mock/index.ts'
import { requirements } from '../../../suites/harness/catalogue/requirements.ts'
import { models, post, valid } from '../asking.ts'
import { meets } from '../battery.ts'

const levels = new Map<string, string>(requirements.map(({ id, level }) => [id, level]))
const faults = listFaults()

test('every fault has a unique name, a description, and the requirements that it breaks', () => {
  assert.equal(new Set(faults.map(({ name }) => name)).size, faults.length)
  for (const { name, shows, breaks } of faults) {
    assert.match(name, /^[a-z0-9]+(-[a-z0-9]+)*$/)
    assert.ok(shows.length > 10 && !shows.includes('undefined'), name)
    assert.ok(breaks.length > 0, name)
    assert.equal(new Set(breaks).size, breaks.length, name)
  }
})

test('faults break requirements that exist and can be broken', () => {
  for (const { name, breaks } of faults) {
    for (const id of breaks) assert.match(levels.get(id) ?? `there is no ${id}`, /^(must|should)$/, `${name}: ${id}`)
  }
})

test('every requirement that can be broken has a fault', () => {
  const broken = new Set(faults.flatMap(({ breaks }): readonly string[] => breaks))
  const bare = [...levels].filter(([id, level]) => /^(must|should)$/.test(level) && !broken.has(id)).map(([id]) => id)
  assert.deepEqual(bare, [])
})

test('the battery triggers every fault', () => {
  const deviations = new Deviations()
  const untriggered = faults.filter(({ name }) => !meets(deviations, name))
  const names = untriggered.map(({ name }) => name)
  assert.deepEqual(names, [])
})

test('a server applies faults by name, and serves each fault below its own base path', async () => {
  await using faulty = await startMock({ faults: ['completion-usage-null'] })
  assert.equal((await post(faulty.url, valid())).json.usage, null)
  assert.equal(faulty.emitted('completion-usage-null'), 1)
  await using mock = await startMock()
  assert.equal((await post(`${mock.url}/faults/completion-usage-null`, valid())).json.usage, null)
  assert.notEqual((await post(mock.url, valid())).json.usage, null)
  assert.equal(mock.emitted('completion-usage-null'), 1)
  assert.equal((await models(`${mock.url}/faults/no-such-fault`)).status, 404)
  await assert.rejects(startMock({ faults: ['no-such-fault'] }), /no fault called no-such-fault/)
})

test('faults under one server share no state', async () => {
  await using mock = await startMock()
  for (const base of ['', '/faults/choice-extra-member', '/faults/chunk-id-missing']) {
    assert.equal((await post(mock.url + base, valid(), demo.limited)).status, 200)
    assert.equal((await post(mock.url + base, valid(), demo.limited)).status, 429)
  }
})

test('faults end connections as they describe', async () => {
  await using mock = await startMock()
  const stream = (name: string) => post(`${mock.url}/faults/${name}`, valid({ stream: true }))
  await assert.rejects(stream('stream-reset-before-done'))
  await assert.rejects(stream('stream-cut-in-mid-event'))
  assert.doesNotMatch((await stream('stream-ends-cleanly-half-way')).text, /DONE/)
  await assert.rejects(post(`${mock.url}/faults/size-hangs-up-early`, ' '.repeat(1_048_577)))
})
