/** Requests whose responses were cut off in every attempt. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ABORTED,
  type Exchange,
  type HttpResponse,
  identityOf,
  type SentRequest,
} from '../../../../suites/harness/http/exchange.ts'
import { AttemptsByName } from '../../../../suites/harness/judge/attempts.ts'
import { judgeLosses } from '../../../../suites/harness/judge/together/losses.ts'
import { framed, plain } from '../http/event-writer.ts'
import { broken, exchangeOf, responseOf, streamed } from '../http/exchanges.ts'

/** Attempts at one request whose responses were cut off with these failure codes. */
const attemptsAt = (cut: Exchange, codes: readonly (string | undefined)[]): Exchange[] =>
  codes.map((code, at) => {
    const { failure: _, ...exchange } = cut
    const lost = code === undefined ? {} : { failure: { stage: 'body', code, message: 'lost' } as const }
    return { ...exchange, ...identityOf(`a/b/${at + 1}`), ...lost }
  })

const half = streamed(framed(plain).slice(0, 200))
const cutOff = (codes: readonly (string | undefined)[], change: Partial<HttpResponse> = {}): Exchange[] =>
  attemptsAt({ ...half, response: { ...half.response, complete: false, ...change } as HttpResponse }, codes)

const resets = (count: number): string[] => Array(count).fill('ECONNRESET')
const wholeStream = { body: Buffer.from(framed(plain)) }

const PART = '{"object":"chat.completion","choi'
const ERROR = '{"error":{"message":"no"'

/** Six attempts whose JSON was cut off. */
function documents(body: string, status: number, request: Partial<SentRequest> = {}, change = {}): Exchange[] {
  const cut = exchangeOf(responseOf(body, { status, complete: false }), change)
  return attemptsAt({ ...cut, request: { ...cut.request, ...request } }, resets(6))
}

/** A valid request between the attempts. */
const valid = (body: string, time = 1): Exchange => ({
  ...exchangeOf(responseOf(body, { complete: body !== PART })),
  ...identityOf(`a/b/between/${time}`),
})

for (const [title, exchanges, expected] of [
  ['six streams by a reset', cutOff(resets(6)), ['stream-done']],
  ['six streams without a failure', cutOff(Array(6).fill(undefined)), ['stream-done']],
  ['five streams', cutOff(resets(5)), []],
  ['six streams, one by our time limit', cutOff([...resets(5), 'TIMEOUT']), []],
  ['six streams, one by our limit of bytes', cutOff([...resets(5), 'TOO_LARGE']), []],
  ['six streams, one by our caller', cutOff([ABORTED, ...resets(5)]), []],
  ['six streams, one of them complete', [...cutOff(resets(5)), ...cutOff([undefined], { complete: true })], []],
  ['six streams after [DONE]', cutOff(resets(6), wholeStream), []],
  ['six completions', documents(PART, 200), ['completion-json']],
  ['six completions after their last byte', documents('{}', 200), []],
  ['six lists', documents('{"data":[', 200, { operation: 'models' }), ['models-list']],
  ['six errors', documents(ERROR, 400), ['error-body']],
  ['six errors for a body of 65536 bytes', documents(ERROR, 400, { body: Buffer.alloc(65_536) }), ['error-body']],
  ['six errors for a body of 65537 bytes', documents(ERROR, 413, { body: Buffer.alloc(65_537) }), []],
  ['six completions for a large body', documents(PART, 200, { body: Buffer.alloc(65_537) }), ['completion-json']],
  ['six responses with status 304', documents(PART, 304), []],
  ['six on another path', documents(ERROR, 404, { operation: 'other' }), []],
  ['six errors, with whole responses between', [...documents(ERROR, 400), valid('{}')], ['error-body']],
  ['six errors, with one cut off between', [...documents(ERROR, 400), valid('{}'), valid(PART, 2)], []],
  ['six through a proxy of the caller', documents(PART, 200, {}, { forwarded: true }), []],
] as const)
  test(`cut off: ${title}`, () =>
    assert.deepEqual(broken(judgeLosses(exchanges, new AttemptsByName(exchanges))), expected))

test('the finding names the first attempts and the reason', () => {
  const exchanges = documents(PART, 200)
  const [found] = judgeLosses(exchanges, new AttemptsByName(exchanges))
  assert.equal(
    found?.message,
    'the connection was lost before the end of the body in each of 6 attempts of one request',
  )
  assert.deepEqual([found.exchanges, found.actual], [['a/b/1', 'a/b/2', 'a/b/3'], 'lost'])
})
