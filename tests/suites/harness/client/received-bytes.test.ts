/** Very many tiny pieces of a body use limited memory, and cost more of the budget than their bytes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Budget } from '../../../../suites/harness/client/budget.ts'
import { MAX_PIECES, ReceivedBytes } from '../../../../suites/harness/client/received-bytes.ts'
import { asked } from './asked.ts'
import { responding } from './http2-front.ts'
import { rawServer } from './raw-server.ts'

/** A body whose bytes arrive one by one, a millisecond apart, and its cost. */
function received(pieces: number): { readonly body: ReceivedBytes; readonly cost: number } {
  const body = new ReceivedBytes()
  let cost = 0
  for (let at = 0; at < pieces; at += 1) cost += body.add(Uint8Array.of(at % 256), at)
  return { body, cost }
}

test('lists few pieces one by one, which cost their bytes', () => {
  const { body, cost } = received(MAX_PIECES)
  const each = Array.from({ length: MAX_PIECES }, (_, at) => [at, at])
  assert.deepEqual([cost, body.packets], [MAX_PIECES, each])
})

test('merges neighbours of many pieces, with the offset and time of the first', () => {
  for (const pieces of [MAX_PIECES + 1, 2 * MAX_PIECES, 2 * MAX_PIECES + 1, 12_345, 100_000]) {
    const { packets } = received(pieces).body
    assert.ok(packets.length <= MAX_PIECES && packets.length >= MAX_PIECES / 2, `${pieces}: ${packets.length}`)
    const together = packets[1]?.[0] ?? 0
    const evenly = packets.map((_, at) => [at * together, at * together])
    assert.deepEqual(packets, evenly)
    assert.ok(pieces - (packets.at(-1)?.[0] ?? 0) <= together)
  }
})

test('joins the bytes of any pieces in a buffer of their length', () => {
  for (const pieces of [0, 1, 2, 3, 1000, 4097]) {
    const whole = received(pieces).body.whole()
    assert.deepEqual(whole, Buffer.from(Array.from({ length: pieces }, (_, at) => at % 256)))
  }
  const { body } = received(100_000)
  assert.deepEqual([body.whole().buffer.byteLength, body.beginning(3)], [100_000, Buffer.from([0, 1, 2])])
})

test('copies a piece, so that the caller can reuse its memory', () => {
  const body = new ReceivedBytes()
  const piece = Buffer.from('ab')
  body.add(piece, 0)
  piece.fill('x')
  body.add(piece, 1)
  piece.fill('y')
  assert.equal(body.whole().toString(), 'abxx')
})

const CRUMBS = 5000
const TEXT = 'x'.repeat(CRUMBS)

async function byHttp1(): Promise<string> {
  const chunks = [...TEXT].map((byte) => `1\r\n${byte}\r\n`).join('')
  const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
  return (await rawServer((socket) => socket.write(`${head}${chunks}0\r\n\r\n`))).url
}

const byHttp2 = (): Promise<string> =>
  responding((stream) => {
    stream.respond({ ':status': 200 })
    let left = CRUMBS
    // Each byte waits for the previous one; otherwise they would share a frame.
    const next = (): void => {
      if (stream.destroyed) return
      if (left-- > 0) stream.write('x', next)
      else stream.end()
    }
    next()
  })

for (const [protocol, serve] of Object.entries({ 'HTTP/1.1': byHttp1, 'HTTP/2': byHttp2 }))
  test(`joins tiny pieces over ${protocol}, which cost more than their bytes`, async () => {
    const url = await serve()
    const budget = new Budget({ requests: 10 })
    const network = { http2: protocol === 'HTTP/2' }
    const { response, failure } = await asked(url, { budget, network })
    assert.deepEqual([failure, response?.complete, response?.body.length], [undefined, true, CRUMBS])
    assert.ok((response?.packets.length ?? 0) <= MAX_PIECES)
    assert.ok(budget.spent.bytes > 5 * CRUMBS, `${budget.spent.bytes}`)
    const scarce = await asked(url, { budget: new Budget({ requests: 10, bytes: 2 * CRUMBS }), network })
    assert.deepEqual([scarce.failure?.stage, scarce.response?.complete], ['budget', false])
  })
