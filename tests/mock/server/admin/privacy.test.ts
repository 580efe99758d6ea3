import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMock } from '../../../../mock/index.ts'
import { post, valid } from '../../asking.ts'
import { ask, operations } from './admin-client.ts'

const PLANTED = 'planted-7f3a'
/** The id of a key may be shown, but not its secret. */
const KEY = `svc_id_${PLANTED}`

test('no response of the admin API contains a prompt, a response or a key', async () => {
  await using mock = await startMock({ admin: {} })
  const { json: opened } = await ask(mock, 'POST', '/projects', { models: ['svc/small'] })
  const { name, key } = opened
  const secret = key.split('_').at(-1)
  const path = `/projects/${name}`
  await ask(mock, 'POST', `${path}/script`, {
    when: { text: PLANTED },
    next: [{ reply: `${PLANTED} reply` }, { fail: 500, options: { message: `${PLANTED} message` }, times: 2 }],
  })
  const prompt = (changes: Record<string, unknown> = {}) =>
    valid({ model: 'svc/small', messages: [{ role: 'user', content: PLANTED }], ...changes })
  for (const changes of [{}, {}, { [`${PLANTED} field`]: 1 }, { model: `svc/${PLANTED}` }, { stop: PLANTED }])
    await post(mock.url, prompt(changes), key)
  await post(mock.url, prompt(), `${key}wrong`)
  await fetch(`${mock.url}/v1/${PLANTED}?key=${key}`)

  const texts: string[] = []
  for (const { method, path: form } of operations.filter(({ method }) => method === 'GET')) {
    const { status, text } = await ask(mock, method, form.replace('{name}', name))
    assert.equal(status, form.startsWith('/gateway/') ? 404 : form.endsWith('/requests') ? 409 : 200, form)
    texts.push(text)
  }
  const bad: readonly [string, string, unknown][] = [
    ['POST', `${path}/script`, { next: [{ reply: PLANTED, options: { finish: PLANTED.repeat(3) } }] }],
    ['POST', `${path}/script`, { next: [{ reply: [PLANTED] }] }],
    ['POST', `${path}/script`, `{"next": ${PLANTED}`],
    ['POST', '/projects', { name: KEY, [KEY]: 1, models: [KEY] }],
    ['POST', '/reload', { config: { models: {}, projects: { a: { keys: [`${PLANTED} key`], models: [] } } } }],
    ['POST', '/reload', { config: { models: {}, projects: { a: { keys: [KEY, KEY], models: [KEY] } } } }],
    ['GET', `/projects/${KEY}/ledger`, undefined],
    ['GET', `/${KEY}`, undefined],
    ['GET', `/journal?after=${KEY}`, undefined],
    ['GET', `/journal?${KEY}=1`, undefined],
    ['DELETE', `/projects/${KEY}`, undefined],
  ]
  for (const [method, target, body] of bad) {
    const { status, text } = await ask(mock, method, target, body)
    assert.ok(status >= 400, `${method} ${target}`)
    texts.push(text)
  }
  assert.equal(texts.length, 15 + bad.length)
  for (const text of texts) {
    assert.ok(!text.includes(secret), text)
    assert.ok(!text.includes(PLANTED), text)
  }
})

test('the admin API shows bodies if the mock keeps them on request', async () => {
  await using mock = await startMock({ admin: {}, journal: { bodies: true } })
  await post(mock.url, valid({ messages: [{ role: 'user', content: PLANTED }] }))
  const { json } = await ask(mock, 'GET', '/journal')
  assert.match(json.entries[0].bodies.request, new RegExp(PLANTED))
  const { json: sent } = await ask(mock, 'GET', '/projects/main/requests?limit=1')
  assert.equal(sent.requests[0].body.messages[0].content, PLANTED)
  assert.deepEqual([sent.more, sent.forgotten], [false, 0])
})
