import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { anyCharacter } from '../../../../bench/fuzz/requests/completion-text.ts'
import { isRequirement } from '../../../../suites/harness/catalogue/requirements.ts'
import type { Exchange, HttpResponse } from '../../../../suites/harness/http/exchange.ts'
import { streamOf } from '../../../../suites/harness/http/response.ts'
import { judgeInvariants } from '../../../../suites/harness/judge/invariants.ts'
import { chunk, framed, plain } from '../http/event-writer.ts'
import { broken, brokenBy, responseOf, streamed } from '../http/exchanges.ts'
import { streams } from '../http/streams.ts'

for (const { title, body, breaks, mediaType } of streams) {
  test(`${title}: ${breaks.length === 0 ? 'it breaks nothing' : `it breaks ${breaks.join(' and ')}`}`, () => {
    const unknown = breaks.filter((id) => !isRequirement(id))
    assert.deepEqual(unknown, [])
    assert.deepEqual(brokenBy(streamed(body, [], mediaType)), [...breaks].sort())
  })
}

test('titles and streams are unique', () => {
  const titles = new Set(streams.map(({ title }) => title))
  const sent = new Set(streams.map(({ body, mediaType }) => `${mediaType}${Buffer.from(body).toString('latin1')}`))
  assert.deepEqual([titles.size, sent.size], [streams.length, streams.length])
})

/** The findings about a stream, without those about the times of its packets. */
const judged = (exchange: Exchange): unknown[] =>
  judgeInvariants(exchange).filter(({ requirement }) => requirement !== 'stream-pace')

test('verdicts do not depend on the packets of a stream', () => {
  const property = fc.property(
    fc.constantFrom(...streams),
    fc.array(fc.nat(900), { maxLength: 40 }),
    ({ body, mediaType }, cuts) => {
      assert.deepEqual(judged(streamed(body, cuts, mediaType)), judged(streamed(body, [], mediaType)))
    },
  )
  fc.assert(property)
})

test('accepts a media type with parameters or capitals for an event stream', () => {
  assert.deepEqual(brokenBy(streamed(framed(plain), [], 'text/event-stream; charset=utf-8')), [])
  assert.deepEqual(brokenBy(streamed(framed(plain), [], 'Text/Event-Stream')), [])
})

test('does not judge the form of a stream that was cut off by a lost connection', () => {
  const exchange = streamed(framed(plain).slice(0, 200))
  assert.ok(exchange.response)
  assert.deepEqual(brokenBy({ ...exchange, response: { ...exchange.response, complete: false } }), [])
})

test('any complete stream of well-formed chunks breaks nothing', () => {
  const event = fc.record({
    text: fc.string({ unit: anyCharacter }).filter((text) => text.isWellFormed() && !text.includes('\ufffd')),
    reason: fc.constantFrom('stop', 'length', 'content_filter'),
  })
  const property = fc.property(
    fc.array(event, { maxLength: 5 }),
    fc.constantFrom('\n', '\r\n', '\r'),
    (events, lineEnd) => {
      const [head, , tail, done] = plain as [string, string, string, string]
      const middle = events.map(({ text }) => chunk({ text }))
      const body = framed([head, ...middle, tail.replace('stop', events[0]?.reason ?? 'stop'), done], lineEnd)
      assert.deepEqual(broken(judgeInvariants(streamed(body))), [])
    },
  )
  fc.assert(property)
})

test('a finding has its byte offset', () => {
  const body = framed(plain).replace('data: [DONE]', 'data:[DONE]')
  const failed = judgeInvariants(streamed(body)).filter(({ outcome }) => outcome === 'fail')
  const finding = failed.find(({ requirement }) => requirement === 'stream-framing')
  assert.equal(finding?.at, `byte ${body.indexOf('data:[DONE]')}`)
})

test('a finding shows an empty id as an empty string', () => {
  const findings = judgeInvariants(streamed(framed([chunk({ set: { id: '' } }), ...plain])))
  assert.equal(findings.find(({ requirement }) => requirement === 'stream-one-id')?.actual, '"", cmpl-1')
})

test('an error belongs to a stream only before [DONE]', () => {
  const [error, done, chunk] = ['{"error":{}}', '[DONE]', '{"choices":[]}'].map((data) => `data: ${data}\n\n`)
  const hasError = (...events: (string | undefined)[]) => streamOf(responseOf(events.join(''))).error
  assert.deepEqual([hasError(chunk, error), hasError(error), hasError(error, done)], [true, true, true])
  assert.deepEqual([hasError(done, error), hasError(chunk, done, error), hasError(chunk)], [false, false, false])
})

test('a stream in an unknown encoding, or in one without a label, breaks only the framing', () => {
  const exchange = streamed(framed(plain))
  const { response } = exchange as { response: HttpResponse }
  for (const unreadable of [{ encoded: 'br' }, { body: gzipSync(response.body) }])
    assert.deepEqual(brokenBy({ ...exchange, response: { ...response, ...unreadable } }), ['stream-framing'])
})
