/** Responses with missing or contradictory claims about usage, a limit, a field or the request id. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Header } from '../../../../suites/harness/http/exchange.ts'
import { judgeInvariants } from '../../../../suites/harness/judge/invariants.ts'
import { completionWith, errorWith } from '../http/bodies.ts'
import { chunk, DONE, framed } from '../http/event-writer.ts'
import { asked, asking, exchangeOf, outcomesOf, responseOf, streamed } from '../http/exchanges.ts'

const prompt = asking({ messages: [{ role: 'user', content: 'Hello.' }] })
const count = (prompt_tokens: number, completion_tokens: number): object => ({
  prompt_tokens,
  completion_tokens,
  total_tokens: prompt_tokens + completion_tokens,
})

/** The payload of a chunk with this text. */
const said = (text: string, usage?: object | null): string => chunk({ text, set: { usage } })

describe('usage that is not zero', () => {
  for (const [title, payloads, expected] of [
    ['zeros in each chunk with a text', [said('a', count(0, 0)), said('b', count(0, 0))], 'fail'],
    ['zeros at the start that grow', [said('', count(0, 0)), said('b', count(3, 1))], 'pass'],
    ['no prompt tokens', [said('a'), said('', count(0, 2))], 'pass'],
    ['null in each chunk', [said('a', null)], 'pass'],
    ['none', [said('a')], 'pass'],
    ['real counts', [said('a'), said('', count(3, 1))], 'pass'],
    ['no text and no completion tokens', [said('', count(3, 0))], 'pass'],
  ] as const)
    test(`in a stream: ${title}`, () => {
      const exchange = { ...streamed(framed([...payloads, DONE])), request: { ...prompt, stream: true } }
      assert.deepEqual(outcomesOf(exchange, 'usage-not-zero'), [expected])
    })

  for (const [usage, expected] of [
    [count(0, 2), 'pass'],
    [count(3, 0), 'fail'],
    [count(3, 2), 'pass'],
    [undefined, 'pass'],
  ] as const)
    test(`in JSON: ${JSON.stringify(usage)}`, () => {
      const exchange = exchangeOf(responseOf(completionWith({ usage })), { request: prompt })
      assert.deepEqual(outcomesOf(exchange, 'usage-not-zero'), [expected])
    })
})

describe('a 429 that names its wait', () => {
  for (const [message, isNamed] of [
    ['Rate limit reached. Please try again in 20s.', true],
    ['Too many requests: retry after 60 seconds', true],
    ['Please wait about 1.5 minutes', true],
    ['Rate limit exceeded, retrying in 300 ms is fine', true],
    ['You sent more than 3 requests in 60 seconds. Try again later.', false],
    ['The limit is 20 requests per 60 seconds', false],
    ['Try again later', false],
    ['Error 429 in region 5, try again', false],
  ] as const) {
    const judged = (...headers: Header[]): string[] => {
      const body = errorWith({ message, type: 'rate_limit_error' })
      const exchange = exchangeOf(responseOf(body, { status: 429, headers }), { request: prompt })
      return outcomesOf(exchange, 'retry-after-computed')
    }
    test(message, () => assert.deepEqual(judged(), [isNamed ? 'fail' : 'pass']))
    test(`${message}, and in the header`, () => assert.deepEqual(judged(['Retry-After', '20']), ['pass']))
  }
})

test('a repeated Retry-After is reported as such', () => {
  for (const [values, message] of [
    [['3', '3'], 'Retry-After occurs 2 times'],
    [['0'], 'Retry-After is not a whole number of seconds from 1 up'],
  ] as const) {
    const headers = values.map((value): Header => ['Retry-After', value])
    const findings = judgeInvariants(exchangeOf(responseOf(errorWith(), { status: 429, headers }), { request: prompt }))
    assert.equal(findings.find(({ requirement }) => requirement === 'retry-after')?.brief, message)
  }
})

describe('an empty param names nothing, unless a member of the request has an empty name', () => {
  const response = responseOf(errorWith({ param: '' }), { status: 400 })
  for (const [body, fails] of [
    ['{"":1,"model":"svc/a"}', false],
    ['{ "model" : "svc/a" ,\n "" : 1 }', false],
    ['{"model":""}', true],
  ] as const)
    test(`param "" is ${fails ? 'empty' : 'right'} for ${JSON.stringify(body)}`, () => {
      const exchange = exchangeOf(response, { request: asking(body) })
      assert.deepEqual(outcomesOf(exchange, 'error-texts-filled'), [fails ? 'fail' : 'pass'])
    })
})

describe('a request id equal to another id of the caller was not generated, unless it is a number', () => {
  const ID = '4bf92f3577b34da6a3ce929d0e0e4736'
  for (const [title, sent, responded, outcome] of [
    ['an id of the caller', ['x-correlation-id', ID], ID, 'fail'],
    ['the middle of traceparent', ['traceparent', `00-${ID}-00f067aa0ba902b7-01`], ID, 'fail'],
    ['a counter that equals a timeout', ['x-stainless-timeout', '600'], '600', 'pass'],
  ] as const)
    test(`${title}: ${outcome}`, () => {
      const response = responseOf('{}', { headers: [['x-svc-request-id', responded]] })
      const request = { ...asked, headers: [...asked.headers, sent] }
      const outcomes = outcomesOf(exchangeOf(response, { request }), 'request-id-generated')
      assert.equal(outcomes.includes('fail') ? 'fail' : 'pass', outcome)
    })
})
