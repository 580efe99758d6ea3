import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setupServer } from 'msw/node'
import { createGateway, gatewayHandlers } from '../../mock/index.ts'
import { chunks, models, post, valid } from './asking.ts'

const base = 'http://gateway.test/some/base'
const gateway = createGateway()
const slow = createGateway({
  models: { 'svc/slow': { pace: { first_ms: 1, gap_ms: 1 } } },
  projects: { p: { keys: ['svc_p_x'], models: ['svc/slow'] } },
})
const network = setupServer(
  ...(await gatewayHandlers({ base, gateway })),
  ...(await gatewayHandlers({ base: 'http://slow.test', gateway: slow })),
)
network.listen()
after(() => network.close())

test('the same engine answers through msw', async () => {
  assert.equal((await models(base)).json.data.length, 3)
  assert.equal((await post(base, valid())).json.choices[0].message.content, 'Hello')
  assert.equal((await post(base, valid({ n: 2 }))).status, 400)
  assert.equal((await post(base, valid(), null)).status, 401)
  assert.equal((await post(base, ' '.repeat(1_048_577))).status, 413)
  assert.equal((await models(`${base}/v1`)).status, 404)
  assert.ok(gateway.ledger('main').attempts > 0)
})

test('a stream passes through msw, paced or not', async () => {
  const messages = [{ role: 'user', content: 'Grüße 🎉 und mehr' }]
  const text = (came: { text: string }) =>
    chunks(came.text)
      .map((chunk) => chunk.choices[0].delta.content ?? '')
      .join('')
  assert.equal(text(await post(base, valid({ messages, stream: true }))), messages[0]?.content)
  assert.equal(
    text(await post('http://slow.test', valid({ model: 'svc/slow', messages, stream: true }), 'svc_p_x')),
    messages[0]?.content,
  )
  assert.equal(slow.ledger('p').usage_known, 1)
})
