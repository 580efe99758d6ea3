import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMock } from '../../../mock/index.ts'
import { demo, mockForFile, models, oneModel, post, valid } from '../asking.ts'

const mock = await mockForFile()

const WRONG: [title: string, headers: Record<string, string>][] = [
  ['no key', {}],
  ['an empty token', { authorization: 'Bearer ' }],
  ['the scheme alone', { authorization: 'Bearer' }],
  ['a key without a scheme', { authorization: demo.valid }],
  ['another scheme', { authorization: `Basic ${demo.valid}` }],
  ['a malformed key', { authorization: 'Bearer sk-123' }],
  ['an unknown id', { authorization: 'Bearer svc_nobody_not-a-real-secret' }],
  ['a known id with a wrong secret', { authorization: `Bearer ${demo.valid.slice(0, -1)}X` }],
  ['a known id with a shortened secret', { authorization: `Bearer ${demo.valid.slice(0, -1)}` }],
  ['a known id with a longer secret', { authorization: `Bearer ${demo.valid}X` }],
  ['another id with the right secret', { authorization: `Bearer ${demo.valid.replace('main', 'unknown')}` }],
  ['a key in upper case', { authorization: `Bearer ${demo.valid.toUpperCase()}` }],
  ['a key in another header', { 'x-api-key': demo.valid }],
  ['two tokens', { authorization: `Bearer ${demo.valid} ${demo.valid}` }],
]

for (const [title, headers] of WRONG)
  test(`${title} gives 401 on both operations`, async () => {
    for (const received of [await models(mock.url, headers), await post(mock.url, valid(), null, headers)]) {
      assert.equal(received.status, 401)
      assert.equal(received.json.error.type, 'authentication_error')
      assert.match(received.headers.get('www-authenticate') ?? '', /^Bearer /)
    }
  })

test('a key in the query string gives 401', async () => {
  const response = await fetch(`${mock.url}/v1/models?api_key=${demo.valid}&access_token=${demo.valid}`)
  assert.equal(response.status, 401)
})

for (const scheme of ['bearer', 'BEARER', 'Bearer  '])
  test(`accepts the scheme "${scheme}"`, async () =>
    assert.equal((await models(mock.url, { authorization: `${scheme} ${demo.valid}` })).status, 200))

test('a disabled account gives 403 on both operations', async () => {
  for (const received of [await models(mock.url, demo.disabled), await post(mock.url, valid(), demo.disabled)]) {
    assert.equal(received.status, 403)
    assert.equal(received.json.error.code, 'account_disabled')
  }
})

test('a disabled feature leaves the model list open', async () => {
  await using half = await startMock({ config: oneModel({}, { disabled: 'completions' }) })
  assert.equal((await models(half.url, 'svc_p_x')).status, 200)
  assert.equal((await post(half.url, valid({ model: 'svc/a' }), 'svc_p_x')).status, 403)
})
