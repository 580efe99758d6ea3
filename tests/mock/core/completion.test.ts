import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGateway } from '../../../mock/index.ts'
import { demo, mockForFile, post, valid } from '../asking.ts'

const mock = await mockForFile()
const say = (content: string) => [{ role: 'user', content }]
const choice = async (changes: Record<string, unknown>) => (await post(mock.url, valid(changes))).json.choices[0]

test('a completion has the members of the contract', async () => {
  const { status, headers, json } = await post(mock.url, valid())
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'application/json')
  assert.deepEqual(Object.keys(json), ['id', 'object', 'created', 'model', 'choices', 'usage'])
  assert.equal(json.object, 'chat.completion')
  assert.equal(json.model, demo.chat)
  assert.deepEqual(json.choices, [
    { index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' },
  ])
  assert.equal(json.usage.total_tokens, json.usage.prompt_tokens + json.usage.completion_tokens)
  assert.deepEqual(json.usage.prompt_tokens_details, { cached_tokens: 0 })
})

for (const text of ['Grüße, 你好 🎉', '"quoted" \\ and\nnew\tlines', '\u2028\u0000\u007f', 'x'.repeat(900)])
  test(`echoes the last user message: ${JSON.stringify(text).slice(0, 30)}`, async () =>
    assert.equal((await choice({ messages: say(text) })).message.content, text))

test('echoes the last user message of several messages', async () => {
  const assistant = { role: 'assistant', content: 'Earlier' }
  for (const messages of [
    [...say('Question'), assistant],
    [{ role: 'system', content: 'Be terse' }, ...say('First'), assistant, ...say('Question')],
  ])
    assert.equal((await choice({ messages })).message.content, 'Question')
})

test('echoes the last message if there is no user message', async () =>
  assert.equal((await choice({ messages: [{ role: 'system', content: 'Be terse' }] })).message.content, 'Be terse'))

test('max_tokens and max_completion_tokens truncate the response', async () => {
  for (const name of ['max_tokens', 'max_completion_tokens']) {
    const cut = await choice({ messages: say('abcdefghij'), [name]: 2 })
    assert.deepEqual([cut.message.content, cut.finish_reason], ['abcdefgh', 'length'])
    const whole = await choice({ messages: say('abcdefgh'), [name]: 2 })
    assert.deepEqual([whole.message.content, whole.finish_reason], ['abcdefgh', 'stop'])
  }
})

test('the policy caps the requested tokens, and truncation never splits a character', async () => {
  const long = await choice({ messages: say('x'.repeat(20_000)), max_tokens: 1_000_000 })
  assert.deepEqual([long.message.content.length, long.finish_reason], [4096 * 4, 'length'])
  assert.equal((await choice({ messages: say('abc🎉🎉'), max_tokens: 1 })).message.content, 'abc')
  assert.equal((await choice({ messages: say('x'.repeat(2000)) })).message.content.length, 1024)
})

test('the response ends before the earliest stop sequence', async () => {
  assert.equal((await choice({ messages: say('one two three'), stop: 'two' })).message.content, 'one ')
  assert.equal((await choice({ messages: say('one two three'), stop: ['three', 'one'] })).message.content, '')
})

test('a response never has half of a surrogate pair, not even before a stop sequence', async () => {
  assert.equal((await choice({ messages: say('x\ud800') })).message.content, 'x\ufffd')
  assert.equal((await choice({ messages: say('x🎉y'), stop: '\udf89' })).message.content, 'x\ufffd')
})

test('the same request gives the same text, and with a seed the same bytes', () => {
  const clock = { now: () => 1_000_000, after: () => () => undefined }
  const run = () => {
    const gateway = createGateway(undefined, { seed: 'seven', clock })
    const head = {
      method: 'POST',
      target: '/v1/chat/completions',
      header: (name: string) => (name === 'authorization' ? `Bearer ${demo.valid}` : undefined),
    }
    return [valid(), valid({ stream: true })].map((body) => {
      const opening = gateway.begin(head)
      assert.ok('upload' in opening)
      const text = JSON.stringify(body)
      const { status, headers, body: response } = opening.finish(text, text.length)
      return { status, headers, answer: response }
    })
  }
  assert.deepEqual(run(), run())
})

test('accepts headers of client libraries, any Accept and any Content-Type', async () => {
  const headers = {
    accept: 'text/nothing',
    'content-type': 'text/plain',
    'x-stainless-lang': 'js',
    'openai-organization': 'x',
    'user-agent': 'y',
  }
  assert.equal((await post(mock.url, valid(), demo.valid, headers)).status, 200)
})

test('accepts indented JSON and repeated members, of which the last one counts', async () => {
  assert.equal((await post(mock.url, JSON.stringify(valid(), null, 4))).status, 200)
  const twice = await post(mock.url, JSON.stringify(valid()).replace('{', '{"model":"svc/nothing",'))
  assert.equal(twice.status, 200)
})
