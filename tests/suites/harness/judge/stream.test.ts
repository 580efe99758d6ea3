import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../../bench/fuzz/requests/any-character.ts'
import { isRequirement } from '../../../../suites/harness/catalogue/requirements.ts'
import { streamOf } from '../../../../suites/harness/http/answer.ts'
import { ABORTED, type Answer, type Exchange, identityOf } from '../../../../suites/harness/http/exchange.ts'
import { judgeInvariants } from '../../../../suites/harness/judge/invariants.ts'
import { judgeLosses } from '../../../../suites/harness/judge/streams/stream.ts'
import { framed, plain } from '../http/event-writer.ts'
import { answerOf, broken, brokenBy, streamed } from '../http/exchanges.ts'
import { streams } from '../http/streams.ts'

for (const { title, body, breaks, mediaType } of streams) {
  test(`${title}: ${breaks.length === 0 ? 'it breaks nothing' : `it breaks ${breaks.join(' and ')}`}`, () => {
    assert.deepEqual(
      breaks.filter((id) => !isRequirement(id)),
      [],
    )
    assert.deepEqual(brokenBy(streamed(body, [], mediaType)), [...breaks].sort())
  })
}

test('each title names one stream', () => {
  assert.equal(new Set(streams.map(({ title }) => title)).size, streams.length)
  assert.equal(
    new Set(streams.map(({ body, mediaType }) => `${mediaType}${Buffer.from(body).toString('latin1')}`)).size,
    streams.length,
  )
})

/** What is said of a stream, without the times of its packets. */
function judged(exchange: Parameters<typeof judgeInvariants>[0]): unknown[] {
  return judgeInvariants(exchange).filter(({ requirement }) => requirement !== 'stream-pace')
}

test('no verdict depends on how the bytes were cut into packets', () => {
  fc.assert(
    fc.property(fc.constantFrom(...streams), fc.array(fc.nat(900), { maxLength: 40 }), ({ body, mediaType }, cuts) => {
      assert.deepEqual(judged(streamed(body, cuts, mediaType)), judged(streamed(body, [], mediaType)))
    }),
  )
})

test('what is judged is an event stream even where the media type has parameters', () => {
  assert.deepEqual(brokenBy(streamed(framed(plain), [], 'text/event-stream; charset=utf-8')), [])
  assert.deepEqual(brokenBy(streamed(framed(plain), [], 'Text/Event-Stream')), [])
})

test('a stream that a lost connection cut off is not evidence about its form', () => {
  const exchange = streamed(framed(plain).slice(0, 200))
  assert.ok(exchange.answer)
  assert.deepEqual(brokenBy({ ...exchange, answer: { ...exchange.answer, complete: false } }), [])
})

test('any stream of well-formed chunks that ends well breaks nothing', () => {
  const event = fc.record({
    text: fc.string({ unit: anyCharacter }).filter((text) => text.isWellFormed() && !text.includes('\ufffd')),
    reason: fc.constantFrom('stop', 'length', 'content_filter'),
  })
  fc.assert(
    fc.property(fc.array(event, { maxLength: 5 }), fc.constantFrom('\n', '\r\n', '\r'), (events, lineEnd) => {
      const [head, , tail, done] = plain as [string, string, string, string]
      const middle = events.map(({ text }) =>
        JSON.stringify({
          ...(JSON.parse(head) as object),
          choices: [{ index: 0, delta: { content: text }, finish_reason: null }],
        }),
      )
      const body = framed([head, ...middle, tail.replace('stop', events[0]?.reason ?? 'stop'), done], lineEnd)
      assert.deepEqual(broken(judgeInvariants(streamed(body))), [])
    }),
  )
})

test('a breach says at which byte it is', () => {
  const body = framed(plain).replace('data: [DONE]', 'data:[DONE]')
  const finding = judgeInvariants(streamed(body)).find(
    ({ requirement, outcome }) => requirement === 'stream-framing' && outcome === 'fail',
  )
  assert.equal(finding?.at, `byte ${body.indexOf('data:[DONE]')}`)
})

test('an error is one of a stream only before its end', () => {
  const [error, done, chunk] = ['{"error":{}}', '[DONE]', '{"choices":[]}'].map((data) => `data: ${data}\n\n`)
  const hasError = (...events: (string | undefined)[]) => streamOf(answerOf(events.join(''))).error
  assert.deepEqual([hasError(chunk, error), hasError(error), hasError(error, done)], [true, true, true])
  assert.deepEqual([hasError(done, error), hasError(chunk, done, error), hasError(chunk)], [false, false, false])
})

test('a stream in an encoding that cannot be undone has no events that a client can read', () => {
  const exchange = streamed(framed(plain))
  const answer = { ...exchange.answer, encoded: 'br' } as Answer
  assert.deepEqual(brokenBy({ ...exchange, answer }), ['stream-framing'])
})

/** Attempts at one request whose streams were cut off, by the codes of their failures. */
const cutOff = (codes: readonly (string | undefined)[], change: Partial<Answer> = {}): Exchange[] =>
  codes.map((code, at) => {
    const { failure: _, answer, ...exchange } = streamed(framed(plain).slice(0, 200))
    const lost = code === undefined ? {} : { failure: { stage: 'body', code, message: 'lost' } as const }
    return {
      ...exchange,
      ...identityOf(`a/b/${at + 1}`),
      answer: { ...answer, complete: false, ...change },
      ...lost,
    } as Exchange
  })

for (const [title, exchanges, expected] of [
  ['six by a reset', cutOff(Array(6).fill('ECONNRESET')), ['stream-done']],
  ['six without a failure', cutOff(Array(6).fill(undefined)), ['stream-done']],
  ['five', cutOff(Array(5).fill('ECONNRESET')), []],
  ['six, one by our time limit', cutOff([...Array(5).fill('ECONNRESET'), 'TIMEOUT']), []],
  ['six, one by our limit of bytes', cutOff([...Array(5).fill('ECONNRESET'), 'TOO_LARGE']), []],
  ['six, one by our caller', cutOff([ABORTED, ...Array(5).fill('ECONNRESET')]), []],
  [
    'six, of which one is whole',
    [...cutOff(Array(5).fill('ECONNRESET')), ...cutOff([undefined], { complete: true })],
    [],
  ],
  ['six after [DONE]', cutOff(Array(6).fill('ECONNRESET'), { body: Buffer.from(framed(plain)) }), []],
  ['six that are not streams', cutOff(Array(6).fill('ECONNRESET'), answerOf('{}', { complete: false })), []],
  ['six with another status', cutOff(Array(6).fill('ECONNRESET'), { status: 500 }), []],
] as const)
  test(`streams that were cut off: ${title}`, () => assert.deepEqual(broken(judgeLosses(exchanges)), expected))
