import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aboutStream } from '../../../cli/commands/doctor/between.ts'
import type { Exchange, HttpResponse } from '../../../suites/harness/http/exchange.ts'
import { chunk, DONE, framed } from '../../suites/harness/http/event-writer.ts'
import { streamed as whole } from '../../suites/harness/http/exchanges.ts'

const body = framed([...['one ', 'two ', 'three'].map((text) => chunk({ text })), DONE])

function streamed(...packets: HttpResponse['packets']): Exchange {
  const { response = assert.fail(), ...exchange } = whole(body)
  return { ...exchange, response: { ...response, packets }, duration: 2000 }
}

test('a stream that arrives in several pieces is ok', () => {
  const { verdict, found } = aboutStream(streamed([0, 20], [100, 900], [200, 1900]))
  assert.deepEqual([verdict, found], ['ok', '4 events arrived in 3 pieces, from 20 to 1900 ms'])
})

test('a stream that arrives late in one piece is noted as buffered, and one that arrives at once is ok', () => {
  const { verdict, found, mend } = aboutStream(streamed([0, 1900]))
  assert.equal(verdict, 'note')
  assert.match(found, /^4 events arrived in one piece, after 1900 ms; a proxy may have buffered them$/)
  assert.match(mend ?? '', /buffering/)
  assert.equal(aboutStream(streamed([0, 20])).verdict, 'ok')
})

test('a stream without a response is a problem', () => {
  const { response: _, ...exchange } = streamed()
  const failure = { stage: 'headers', code: 'TIMEOUT', message: 'no complete response within 15000 ms' } as const
  const { verdict, found } = aboutStream({ ...exchange, failure })
  assert.deepEqual([verdict, found], ['problem', 'no response (TIMEOUT)'])
})
