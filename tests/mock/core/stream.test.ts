import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMock } from '../../../mock/index.ts'
import { chunks, mockForFile, oneModel, payloads, post, send, valid } from '../asking.ts'

const mock = await mockForFile()
const messages = [{ role: 'user', content: 'Grüße, 你好 🎉 and more' }]

test('a stream has role, text, finish and [DONE], each as a one-line event', async () => {
  const received = await post(mock.url, valid({ messages, stream: true }))
  assert.equal(received.status, 200)
  assert.equal(received.headers.get('content-type'), 'text/event-stream')
  assert.match(received.text, /^(data: [^\n\r]+\n\n)+$/)
  assert.equal(payloads(received.text).at(-1), '[DONE]')
  const all = chunks(received.text)
  assert.deepEqual(all[0].choices, [{ index: 0, delta: { role: 'assistant' }, finish_reason: null }])
  assert.deepEqual(all.at(-1).choices, [{ index: 0, delta: {}, finish_reason: 'stop' }])
  assert.equal(all.map((chunk) => chunk.choices[0].delta.content ?? '').join(''), messages[0]?.content)
  assert.deepEqual(new Set(all.map((chunk) => chunk.id)).size, 1)
  for (const chunk of all) assert.equal(chunk.usage, undefined)
})

test('usage is sent in a separate chunk, and only on request', async () => {
  const asked = chunks((await post(mock.url, valid({ stream: true, stream_options: { include_usage: true } }))).text)
  assert.deepEqual(asked.at(-1).choices, [])
  assert.equal(asked.at(-1).usage.completion_tokens, 2)
  const not = await post(mock.url, valid({ stream: true, stream_options: { include_usage: false } }))
  assert.doesNotMatch(not.text, /usage/)
})

test('a truncated response finishes with length', async () => {
  const all = chunks((await post(mock.url, valid({ messages, stream: true, max_tokens: 1 }))).text)
  assert.equal(all.at(-1).choices[0].finish_reason, 'length')
})

test('an invalid stream request gets an ordinary JSON error', async () => {
  const received = await post(mock.url, valid({ stream: true, temperature: 3 }))
  assert.equal(received.status, 400)
  assert.equal(received.headers.get('content-type'), 'application/json')
})

test('stream false gives one JSON body', async () =>
  assert.equal((await post(mock.url, valid({ stream: false }))).json.object, 'chat.completion'))

const paced = oneModel({ pace: { first_ms: 1, gap_ms: 1 }, price: { completion: 10 } }, {}, 'svc/slow')

test('a paced stream is written event by event and metered at its end', async () => {
  await using slow = await startMock({ config: paced })
  const received = await post(slow.url, valid({ model: 'svc/slow', stream: true }), 'svc_p_x')
  assert.equal(chunks(received.text).length, 4)
  const { usage_known, completion_tokens, price_micros, aborted } = slow.gateway.ledger('p')
  assert.deepEqual([usage_known, completion_tokens, price_micros, aborted], [1, 2, 20, 0])
})

test('an aborted stream is metered up to the abort', async () => {
  const steps: (() => void)[] = []
  const clock = {
    now: () => 0,
    after: (_ms: number, callback: () => void) => {
      steps.push(callback)
      return () => undefined
    },
  }
  await using slow = await startMock({ config: paced, clock })
  const controller = new AbortController()
  const body = valid({ model: 'svc/slow', stream: true, messages: [{ role: 'user', content: 'abcdefghijklmnop' }] })
  const response = await send(slow.url, body, 'svc_p_x', { signal: controller.signal })
  const reader = response.body?.getReader()
  for (let event = 0; event < 3; event++) {
    steps.shift()?.()
    await reader?.read()
  }
  controller.abort()
  while (slow.gateway.ledger('p').aborted === 0) await new Promise((resolve) => setImmediate(resolve))
  const { usage_known, completion_tokens, prompt_tokens } = slow.gateway.ledger('p')
  assert.deepEqual([usage_known, completion_tokens, prompt_tokens], [1, 2, 7])
})

test('the mock can be closed while a stream is open', async () => {
  const stopped = { now: () => 0, after: () => () => undefined }
  const slow = await startMock({ config: paced, clock: stopped })
  const response = await send(slow.url, valid({ model: 'svc/slow', stream: true }), 'svc_p_x')
  await slow.close()
  await assert.rejects(response.text())
})
