import assert from 'node:assert/strict'
import { mock as spies, test } from 'node:test'
import { inspect } from 'node:util'
import { startMock } from '../../../mock/index.ts'
import { models, post, valid } from '../asking.ts'

const PROMPT = 'planted-prompt-7f3a'
const KEY = 'svc_planted_secret-9c1b'

test('does not keep, print or quote in errors any prompt, response or key', async () => {
  const written: string[] = []
  const listen = (stream: NodeJS.WriteStream) =>
    spies.method(stream, 'write', (text: string | Uint8Array) => {
      written.push(String(text))
      return true
    })
  const listeners = [listen(process.stdout), listen(process.stderr)]
  const messages = [{ role: 'user', content: PROMPT }]
  const config = { models: { 'svc/a': {} }, projects: { p: { keys: [KEY], models: ['svc/a'] } } }
  const mock = await startMock({ config })
  const errors = [
    await post(mock.url, valid({ model: 'svc/b', messages }), KEY),
    await post(mock.url, valid({ model: 'svc/a', messages: [{ role: PROMPT, content: PROMPT }] }), KEY),
    await post(mock.url, `{"model": "svc/a", "messages": [{"content": "${PROMPT}"`, KEY),
    await post(mock.url, valid({ model: 'svc/a', messages }), `${KEY}-wrong`),
    await models(mock.url, { authorization: `Basic ${KEY}` }),
  ]
  const response = await post(mock.url, valid({ model: 'svc/a', messages }), KEY)
  const kept = inspect([mock, mock.gateway.ledger('p'), mock.gateway.projects], { depth: 9, showHidden: true })
  await mock.close()
  for (const listener of listeners) listener.mock.restore()

  assert.equal(response.json.choices[0].message.content, PROMPT)
  for (const { status, text } of errors) {
    assert.ok(status >= 400)
    assert.doesNotMatch(text, /planted/)
  }
  assert.doesNotMatch(kept, /planted/)
  assert.doesNotMatch(written.join(''), /planted-prompt|secret-9c1b/)
})
