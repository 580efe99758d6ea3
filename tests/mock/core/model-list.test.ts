import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMock } from '../../../mock/index.ts'
import { demo, mockForFile, models, oneModel, post, read, valid } from '../asking.ts'

const mock = await mockForFile()
const ids = (received: { json: { data: { id: string }[] } }) => received.json.data.map(({ id }) => id)

test('the list has the models of the project and nothing else', async () => {
  const received = await models(mock.url)
  assert.equal(received.status, 200)
  assert.equal(received.headers.get('content-type'), 'application/json')
  assert.deepEqual(Object.keys(received.json), ['object', 'data'])
  assert.deepEqual(ids(received), [demo.chat, 'svc/small-1', demo.unavailable])
  for (const model of received.json.data) {
    assert.deepEqual(Object.keys(model), ['id', 'object', 'created', 'owned_by'])
    assert.equal(model.object, 'model')
    assert.equal(model.owned_by, 'svc')
  }
})

test('another project sees another catalog', async () =>
  assert.deepEqual(ids(await models(mock.url, demo.second)), ['svc/small-1', demo.foreign]))

test('a project without models gets an empty list', async () => {
  const received = await models(mock.url, demo.empty)
  assert.equal(received.status, 200)
  assert.deepEqual(received.json, { object: 'list', data: [] })
})

test('a query string is ignored', async () => {
  const headers = { authorization: `Bearer ${demo.valid}` }
  assert.equal((await read(await fetch(`${mock.url}/v1/models?limit=1`, { headers }))).json.data.length, 3)
})

test('an unknown model and a model of another project get the same response', async () => {
  const unknown = await post(mock.url, valid({ model: 'svc/nothing' }))
  const foreign = await post(mock.url, valid({ model: demo.foreign }))
  assert.equal(unknown.status, 404)
  assert.equal(unknown.json.error.param, 'model')
  assert.equal(unknown.text, foreign.text)
  assert.equal((await post(mock.url, valid({ model: demo.foreign }), demo.second)).status, 200)
})

test('a listed model may be unavailable', async () => {
  const received = await post(mock.url, valid({ model: demo.unavailable }))
  assert.equal(received.status, 503)
  assert.equal(received.json.error.type, 'server_error')
})

test('writes created exactly, up to the int64 maximum', async () => {
  await using big = await startMock({ config: oneModel({ created: 9223372036854775807n }) })
  assert.match((await models(big.url, 'svc_p_x')).text, /"created":9223372036854775807,/)
})
