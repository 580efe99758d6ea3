/** Deadlines and caps, each against a server that would never end. Each test waits only for the limit itself. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { ClientOptions } from '../../../../suites/harness/client/client.ts'
import { Watch } from '../../../../suites/harness/client/sending/dispatch.ts'
import { type Exchange, type Failure, identityOf } from '../../../../suites/harness/http/exchange.ts'
import { listModels } from '../../../../suites/harness/http/request.ts'
import { deadlinesOf } from '../../../../suites/harness/target/limits.ts'
import { parseTarget } from '../../../../suites/harness/target/target-file.ts'
import { asked as askedBy, clientOf, KEY } from './asked.ts'
import { type Act, http, pouring, rawServer } from './raw-server.ts'

const asked = async (act: Act, options: Partial<ClientOptions>, scheme = 'http:'): Promise<Exchange> =>
  askedBy((await rawServer(act)).url.replace('http:', scheme), options)

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n'
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
const silent: Act = () => {}

const writing =
  (text: string): Act =>
  (socket) =>
    socket.write(text)
const dripping = pouring('HTTP/1.1 200 OK\r\n', 'a: b\r\n', 10)
const flowing = pouring(CHUNKED, chunk(':\n'), 5)
const pausing = writing(`${CHUNKED}${chunk('data: {}\n\n')}`)
const NOTHING_MORE = /nothing more of the body for 100 ms/
const WHOLE = { idle: 30_000, timeout: 1500 }

type Deadline = [what: string, act: Act, options: Partial<ClientOptions>, stage: string, says: RegExp, scheme?: string]
const deadlines: readonly Deadline[] = [
  ['a TLS handshake without a response', silent, { connect: 100 }, 'connect', /no connection within 100 ms/, 'https:'],
  ['a response without a head', silent, { timeout: 1500 }, 'headers', /within 1500 ms/],
  ['a head that drips', dripping, { timeout: 1500 }, 'headers', /within 1500 ms/],
  ['a body without a first byte', writing(CHUNKED), { idle: 100 }, 'body', NOTHING_MORE],
  ['a body that pauses', pausing, { idle: 100 }, 'body', NOTHING_MORE],
  ['a body that drips without a long pause', flowing, WHOLE, 'body', /no complete response within 1500 ms/],
]
// The deadlines are long enough for a connection and a head on any machine, so the tests wait concurrently.
describe('a deadline ends', { concurrency: true }, () => {
  for (const [what, act, options, stage, says, scheme] of deadlines)
    test(`a deadline ends ${what}`, async () => {
      const { failure } = await asked(act, options, scheme)
      assert.deepEqual([failure?.stage, failure?.code], [stage, 'TIMEOUT'])
      assert.match(failure?.message ?? '', says)
    })
})

test('the idle deadline does not cut off a body that continues to arrive', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const messages: string[] = []
  const note = ({ message }: Failure): void => void messages.push(message)
  const watch = new Watch({ connect: 100, idle: 100, timeout: 1000 }, undefined, note)
  watch.connected()
  mock.timers.tick(500)
  for (let piece = 0; piece < 5; piece += 1) {
    watch.moved()
    mock.timers.tick(90)
  }
  assert.deepEqual(messages, [])
  mock.timers.tick(10)
  assert.deepEqual(messages, ['nothing more of the body for 100 ms'])
  watch.end()
  mock.timers.tick(1000)
  assert.equal(messages.length, 1)
})

test('does not send a request if its connection is established too late', async () => {
  const heads: string[] = []
  const { url } = await rawServer((_socket, head) => heads.push(head))
  const client = clientOf(url, { connect: 1000, timeout: 2500 })
  const both = await Promise.all(['a', 'b'].map((id) => client.send(identityOf(id), listModels())))
  assert.deepEqual([both[0]?.failure?.stage, both[1]?.failure?.stage], ['headers', 'connect'])
  await client.close()
  assert.equal(heads.length, 1)
})

const MIB = 1024 * 1024
const LINE = `x: ${'y'.repeat(1000)}\r\n`
const heads: readonly (readonly [what: string, act: Act])[] = [
  ['header lines', pouring('HTTP/1.1 200 OK\r\n', LINE)],
  ['a header value', pouring('HTTP/1.1 200 OK\r\nx: ', 'y'.repeat(1000))],
  ['the number of header lines', writing(http('200 OK', '{}', Array<string>(300).fill('x: y')))],
  ['the head of a 100 Continue', pouring('HTTP/1.1 100 Continue\r\n', LINE)],
  ['the head of a 103 Early Hints', pouring('HTTP/1.1 103 Early Hints\r\n', LINE)],
]
const events = http('200 OK', 'data:\n\n'.repeat(10_001), ['Content-Type: text/event-stream'])
const bodies: readonly (readonly [what: string, act: Act])[] = [
  ['a body', pouring('HTTP/1.1 200 OK\r\n\r\n', ' '.repeat(64 * 1024))],
  ['a stream', pouring(CHUNKED, chunk(`data: ${'x'.repeat(60_000)}\n\n`))],
  ['the events of a stream that has an end', writing(events)],
  ['the lines of one event', writing(http('200 OK', `data:\n`.repeat(20_001)))],
]
for (const [rows, code, kept] of [
  [heads, 'UND_ERR_HEADERS_OVERFLOW', undefined],
  [bodies, 'TOO_LARGE', 64 * 1024],
] as const)
  for (const [what, act] of rows)
    test(`there is a cap on ${what}`, async () => {
      const { response, failure } = await asked(act, {})
      assert.deepEqual([failure?.code, response?.complete ?? false, response?.body.length], [code, false, kept])
    })

test('reads a stream of many events completely', async () => {
  const body = 'data: {}\n\n'.repeat(10_000)
  const { response, failure } = await asked((socket) => socket.write(http('200 OK', body)), {})
  assert.deepEqual([failure, response?.complete, response?.body.length], [undefined, true, body.length])
})

test('records interim responses up to a cap', async () => {
  const interim = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1500)
  const { response } = await asked((socket) => socket.write(interim + http('200 OK', '{}')), {})
  assert.deepEqual([response?.status, response?.interim.length], [200, 1000])
})

/** A response with n content codings. */
function packed(bytes: Buffer, times: number): Act {
  const codings = Array<string>(times).fill('gzip')
  const body = codings.reduce<Buffer>((packedOnce) => gzipSync(packedOnce), bytes)
  return (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: ${codings.join(', ')}\r\nContent-Length: ${body.length}\r\n\r\n`)
    socket.write(body)
  }
}

test('keeps a decompression bomb as received: decoded content has the size limit of a body', async () => {
  assert.equal((await asked(packed(Buffer.alloc(3 * MIB), 1), {})).response?.body.length, 3 * MIB)
  assert.ok(((await asked(packed(Buffer.alloc(40 * MIB), 1), {})).response?.body.length ?? MIB) < MIB)
})

test('keeps a body with more than three codings as received', async () => {
  const text = Buffer.from('{"a":1}')
  assert.deepEqual((await asked(packed(text, 3), {})).response?.body.length, text.length)
  assert.notEqual((await asked(packed(text, 4), {})).response?.body.length, text.length)
})

test('the default deadlines follow from the timeout', () => {
  assert.deepEqual(deadlinesOf({ timeout: 30_000 }), { connect: 10_000, idle: 30_000, timeout: 30_000 })
  assert.deepEqual(deadlinesOf({ timeout: 400 }), { connect: 400, idle: 400, timeout: 400 })
  assert.deepEqual(deadlinesOf({ connect: 5, idle: 6, timeout: 400 }), { connect: 5, idle: 6, timeout: 400 })
})

test('a target file has deadlines as durations', () => {
  const file = (limits: string): string =>
    `base_url: http://127.0.0.1:9\nkeys: { valid: ${KEY} }\nlimits: { ${limits} }\n`
  const { limits } = parseTarget(file('timeout: 1m, connect: 2s, idle: 500ms'), 'target.yaml', {})
  assert.deepEqual([limits.timeout, limits.connect, limits.idle], [60_000, 2000, 500])
  assert.throws(() => parseTarget(file('connect: 3'), 'target.yaml', {}), /limits\.connect must be a duration/)
  assert.throws(() => parseTarget(file('idle: 1ms'), 'target.yaml', {}), /limits\.idle must be from 100ms to 10m/)
})
