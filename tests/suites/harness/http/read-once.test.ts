import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange, HttpResponse } from '../../../../suites/harness/http/exchange.ts'
import { readOnce, SameBodies } from '../../../../suites/harness/http/read-once.ts'
import { bodyOf, postRaw } from '../../../../suites/harness/http/request.ts'
import { brokeOff, hasBegun, modelsNamed, recognise } from '../../../../suites/harness/http/response.ts'
import { exchangeOf, responseOf } from './exchanges.ts'

/** The number of readings if all bodies are requested twice in order. */
function readsOf(responses: readonly HttpResponse[], reading = readOnce(({ length }) => ({ length }))): number {
  const first = responses.map(reading)
  return responses.length + responses.filter((response, at) => reading(response) !== first[at]).length
}

test('reads the bodies of a usual run once', () =>
  assert.equal(readsOf(Array.from({ length: 900 }, (_, at) => responseOf(`{"choices":[${at}],"usage":{}}\n`))), 900))

test('does not cache readings of bodies with very many lines or values', () => {
  for (const piece of ['data:{}\n\n', '[],', '{"a":', '\r', '1,'])
    assert.equal(readsOf(Array.from({ length: 20 }, (_, at) => responseOf(`${piece.repeat(20_000)}${at}`))), 40, piece)
})

test('caches usual bodies again after such bodies', () => {
  const reading = readOnce(({ length }) => ({ length }))
  readsOf(Array(20).fill(responseOf('[],'.repeat(20_000))), reading)
  const usual = Array.from({ length: 100 }, (_, at) => responseOf(`{"data":[${at}]}`))
  assert.equal(readsOf(usual, reading), 100)
})

test('caches the facts that many judgements need of a long stream, but not its reading', () => {
  let lines = 0
  class Counted extends Uint8Array {
    override subarray(from?: number, to?: number): Uint8Array<ArrayBuffer> {
      lines += 1
      return super.subarray(from, to)
    }
  }
  const streamOf = (at: number): Exchange => {
    const text = `${'data: {"choices":[],"model":"svc/a"}\n\n'.repeat(5000)}data: {"error":${at}}\n\n`
    return exchangeOf({ ...responseOf(''), body: new Counted(Buffer.from(text)) })
  }
  const streams = Array.from({ length: 8 }, (_, at) => streamOf(at))
  const judged = (exchange: Exchange): unknown[] => {
    const models = exchange.response && modelsNamed(exchange.response)
    return [recognise(exchange), brokeOff(exchange), hasBegun(exchange), models]
  }
  assert.deepEqual(streams.map(judged), Array(8).fill(['stream', true, true, ['svc/a']]))
  const read = lines
  assert.ok(read > 8 * 5000)
  streams.map(judged)
  assert.equal(lines, read)
})

test('shares equal long bodies, and does not share short ones', () => {
  const bodies = new SameBodies()
  const long = (text: string): Buffer => Buffer.from(text.repeat(20_000))
  const first = long('x')
  for (const body of [first, long('x')]) assert.equal(bodies.of(body), first)
  for (const body of [long('y'), Buffer.from('{}'), Buffer.from('{}')]) assert.equal(bodies.of(body), body)
  assert.equal(bodyOf(postRaw('z'.repeat(20_000))), bodyOf(postRaw('z'.repeat(20_000))))
})
