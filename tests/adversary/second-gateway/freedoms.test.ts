import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyFor, call, complete, errorOf } from './calls.ts'
import {
  defaultFreedoms,
  type Freedoms,
  pickFreedoms,
  type Switch,
  startSecondGateway,
  switches,
  unwarnedValues,
} from './index.ts'

const table = Object.entries(switches) as [keyof Freedoms, Switch][]

test('a seed always picks the same, and strict picks raise no warning', () => {
  for (let seed = 0; seed < 200; seed += 1) {
    assert.deepEqual(pickFreedoms(seed), pickFreedoms(seed))
    const strict = pickFreedoms(seed, { strict: true })
    for (const [name, point] of table) assert.ok(unwarnedValues(point).includes(strict[name]), name)
  }
})

test('every value of every switch comes up, and defaults raise no warning', () => {
  const seen = new Set<string>()
  for (let seed = 0; seed < 400; seed += 1) {
    for (const [name, value] of Object.entries(pickFreedoms(seed))) seen.add(`${name}=${value}`)
  }
  for (const [name, point] of table) {
    for (const value of point.values) assert.ok(seen.has(`${name}=${value}`), `${name}=${value}`)
    assert.ok(unwarnedValues(point).includes(defaultFreedoms()[name]), name)
  }
})

/** Checks what no freedom may change. */
async function checkInvariants(freedoms: Freedoms): Promise<void> {
  await using gateway = await startSecondGateway({ freedoms })
  const { keys, models } = gateway

  const list = await call(gateway, '/v1/models')
  assert.equal(list.status, 200)
  const ids: string[] = JSON.parse(list.text).data.map((model: { id: string }) => model.id)
  assert.ok(ids.includes(models.chat) && ids.includes(models.unavailable))
  assert.ok(!ids.includes(models.foreign))
  for (const id of ids) assert.match(id, /^svc\/[a-z0-9-]+$/)

  const said = await complete(gateway, bodyFor(gateway))
  assert.equal(said.status, 200)
  const completion = JSON.parse(said.text)
  assert.equal(completion.object, 'chat.completion')
  assert.equal(typeof completion.choices[0].message.content, 'string')
  assert.notEqual(completion.usage, null)

  const options = { stream: true, stream_options: { include_usage: true } }
  const heard = await complete(gateway, bodyFor(gateway, options))
  assert.match(heard.headers.get('content-type') ?? '', /^text\/event-stream/i)
  assert.equal(streamedText(heard.text), completion.choices[0].message.content)

  const statuses: [number, ReturnType<typeof call>][] = [
    [401, call(gateway, '/v1/models', { key: 'svc_a_b' })],
    [400, complete(gateway, bodyFor(gateway, { n: 2 }))],
    [400, complete(gateway, bodyFor(gateway, { ...options, n: 2 }))],
    [403, complete(gateway, bodyFor(gateway), { key: keys.disabled })],
    [404, complete(gateway, bodyFor(gateway, { model: models.foreign }))],
    [413, complete(gateway, ' '.repeat(1024 * 1024 + 1))],
    [500, call(gateway, '/v1/models', { headers: { 'x-test-fault': 'internal' } })],
    [503, complete(gateway, bodyFor(gateway, { model: models.unavailable, stream: true }))],
  ]
  for (const [status, response] of statuses) {
    const refusal = await response
    assert.equal(refusal.status, status, refusal.text)
    const { param } = errorOf(refusal)
    if (status === 400) assert.ok(param === null || param === 'n')
  }
}

/** Reads a stream as the SSE standard says. @throws if the framing is wrong */
function streamedText(text: string): string {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n/)
  assert.deepEqual(lines.slice(-3), ['data: [DONE]', '', ''])
  const data = lines.filter((line) => !line.startsWith(':') && line !== '')
  let content = ''
  let finishes = 0
  for (const line of data.slice(0, -1)) {
    assert.match(line, /^data: \{/)
    const [choice] = JSON.parse(line.slice('data: '.length)).choices
    if (choice === undefined) continue
    assert.ok(finishes === 0, 'a choice after the finish')
    content += choice.delta.content ?? ''
    if (choice.finish_reason !== null) finishes += 1
  }
  assert.equal(finishes, 1)
  return content
}

test('the defaults keep what no freedom may touch', () => checkInvariants(defaultFreedoms()))

for (let seed = 1; seed <= 40; seed += 1) {
  test(`so does the combination of seed ${seed}`, () => checkInvariants(pickFreedoms(seed)))
}
