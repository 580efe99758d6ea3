import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mockForFile, post, valid } from '../asking.ts'
import { ACCEPTED, REFUSED } from './bodies.ts'

const mock = await mockForFile()
for (const [changes, param, code] of REFUSED)
  test(`${JSON.stringify(changes)} is refused for ${param}`, async () => {
    const { status, json } = await post(mock.url, valid(changes))
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(json), ['error'])
    assert.deepEqual({ ...json.error, message: '' }, { message: '', type: 'invalid_request_error', param, code })
    assert.match(json.error.message, new RegExp(`${param.replace(/[[\].]/g, '\\$&')}: `))
  })

for (const changes of ACCEPTED)
  test(`${JSON.stringify(changes)} is accepted`, async () =>
    assert.equal((await post(mock.url, valid(changes))).status, 200))

test('one message names every problem and how to fix it', async () => {
  const { json } = await post(mock.url, valid({ temperature: 3, seed: 1, n: 2 }))
  for (const word of ['temperature', 'seed', 'n', 'from 0 to 2', 'leave it out'])
    assert.ok(json.error.message.includes(word), word)
})

test('many problems give a short message, and unusual names a printable one', async () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`x${at}`, at]))
  assert.ok((await post(mock.url, valid(many))).json.error.message.length < 1000)
  for (const name of [`\u0000\n🎉${'y'.repeat(500)}`, 'prix_€', 'y'.repeat(65), '']) {
    const { error } = (await post(mock.url, valid({ [name]: 1 }))).json
    assert.equal(error.param, null)
    assert.match(error.message, /^[\x20-\x7e]{0,200}$/)
  }
  assert.equal((await post(mock.url, valid({ 'a b': 1 }))).json.error.param, 'a b')
})

test('no message contains a phrase that client libraries act on', async () => {
  const { error } = (await post(mock.url, valid({ messages: [{ role: 'assistant', content: 'x', tool_calls: [] }] })))
    .json
  assert.equal(error.param, 'messages[0].tool_calls')
  assert.doesNotMatch(error.message, /tool_calls|quota|billing|rate limit|try again|context length/)
})
