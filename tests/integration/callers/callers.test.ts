/** Tests of the recordings of clients, and of the recorder. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { startMock } from '../../../mock/index.ts'
import { callers } from '../../../suites/harness/variation/callers.ts'
import { judgeCallers } from '../../suites/harness/traffic/callers.ts'
import { shown } from './caller.ts'
import { startRecorder } from './recorder.ts'

test('at least 25 clients in 8 languages are recorded, each with version, date and requests', () => {
  assert.ok(callers().length >= 25)
  assert.ok(new Set(callers().map(({ name }) => name.split('/')[0])).size >= 8)
  for (const { name, version, recorded, requests } of callers()) {
    assert.match(version, /^\d+\.\d+/, name)
    assert.match(recorded, /^\d{4}-\d\d-\d\d$/, name)
    const { completion } = requests
    assert.ok(completion, name)
    assert.ok((JSON.parse(completion.body) as { model?: unknown }).model === 'svc/echo-1', name)
    const bearer = completion.headers.find(([header]) => header.toLowerCase() === 'authorization')
    assert.deepEqual(bearer?.[1], 'Bearer {key}', name)
  }
})

test('the recorder preserves order, spelling and escapes, joins chunks, and numbers connections', async () => {
  await using mock = await startMock()
  await using recorder = await startRecorder(mock.url)
  const host = `127.0.0.1:${recorder.port}`
  const socket = connect(recorder.port, '127.0.0.1')
  const bearer = `aUTHORIZATION: Bearer ${mock.demo.valid}`
  const completion = 'Transfer-Encoding: chunked\r\n\r\n3\r\n{"m\r\n5;x=1\r\n\\u00e\r\n0\r\n\r\n'
  socket.write(`GET /v1/models HTTP/1.1\r\nx-b: 2\r\nHost: ${host}\r\n${bearer}\r\n\r\n`)
  socket.write(`POST /v1/chat/completions HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${bearer}\r\n${completion}`)
  socket.resume()
  await once(socket, 'close')
  const asked = { base: `http://${host}/v1`, key: mock.demo.valid, model: '', text: '' }
  const { connections, requests } = shown(recorder.requests(), asked, 'no folder')
  assert.deepEqual(connections, [1, 1])
  assert.equal(requests.list, 'GET /v1/models HTTP/1.1\nx-b: 2\nHost: {host}\naUTHORIZATION: Bearer {key}')
  assert.ok(requests.completion?.endsWith('Transfer-Encoding: chunked\n\n{"m\\u00e'))
})

test('requests of recorded clients break no requirement of conforming gateways, live and in records', async () => {
  const { exchanges, judged, requirements } = await judgeCallers(420, ['compresses-json', 'compresses-streams'])
  const held = requirements.filter(({ verdict }) => verdict === 'held').length
  assert.deepEqual([exchanges, judged], [420, 420])
  assert.ok(held > 60, `${held}`)
  assert.deepEqual(
    requirements.filter(({ verdict }) => verdict === 'broken'),
    [],
  )
})

test('refuses to publish data about this machine', () => {
  const asked = { base: 'http://127.0.0.1:1/v1', key: 'k', model: '', text: '' }
  const request = { connection: 1, head: 'GET / HTTP/1.1\nuser-agent: x (/a/folder)', body: '' }
  assert.throws(() => shown([request], asked, '/a/folder'), /about this machine/)
})
