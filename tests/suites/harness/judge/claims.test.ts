/** What a response says of its usage and of a limit, where it says nothing or the opposite. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Exchange, identityOf } from '../../../../suites/harness/http/exchange.ts'
import { judgeInvariants } from '../../../../suites/harness/judge/invariants.ts'
import { answerOf, asked, streamed } from '../http/exchanges.ts'

const outcomes = (exchange: Exchange, requirement: string): string[] =>
  judgeInvariants(exchange)
    .filter((finding) => finding.requirement === requirement)
    .map(({ outcome }) => outcome)

const prompt = { ...asked, body: Buffer.from('{"messages":[{"role":"user","content":"Hello."}]}') }
const received = { ...identityOf('a/1'), duration: 1 }
const count = (prompt_tokens: number, completion_tokens: number): object => ({
  prompt_tokens,
  completion_tokens,
  total_tokens: prompt_tokens + completion_tokens,
})

const chunk = (content: string, usage?: object | null): string =>
  `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content }, finish_reason: null }], usage })}\n\n`

describe('usage that is not zero', () => {
  const streams: readonly (readonly [title: string, body: string, expected: string])[] = [
    ['zeros in each chunk with a text', chunk('a', count(0, 0)) + chunk('b', count(0, 0)), 'fail'],
    ['zeros at the start that grow', chunk('', count(0, 0)) + chunk('b', count(3, 1)), 'pass'],
    ['no prompt tokens', chunk('a') + chunk('', count(0, 2)), 'fail'],
    ['null in each chunk', chunk('a', null), 'pass'],
    ['none', chunk('a'), 'pass'],
    ['real counts', chunk('a') + chunk('', count(3, 1)), 'pass'],
    ['no text and no completion tokens', chunk('', count(3, 0)), 'pass'],
  ]
  for (const [title, body, expected] of streams)
    test(`in a stream: ${title}`, () => {
      const exchange = { ...streamed(`${body}data: [DONE]\n\n`), request: { ...prompt, stream: true } }
      assert.deepEqual(outcomes(exchange, 'usage-not-zero'), [expected])
    })

  for (const [usage, expected] of [
    [count(0, 2), 'fail'],
    [count(3, 0), 'fail'],
    [count(3, 2), 'pass'],
    [undefined, 'pass'],
  ] as const)
    test(`in JSON: ${JSON.stringify(usage)}`, () => {
      const choices = [{ index: 0, message: { role: 'assistant', content: 'Hi.' }, finish_reason: 'stop' }]
      const answer = answerOf(JSON.stringify({ object: 'chat.completion', choices, usage }))
      assert.deepEqual(outcomes({ ...received, request: prompt, answer }, 'usage-not-zero'), [expected])
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
    const error = { message, type: 'rate_limit_error', param: null, code: 'limited' }
    const judged = (headers: readonly (readonly [string, string])[]): string[] => {
      const answer = answerOf(JSON.stringify({ error }), { status: 429, headers })
      return outcomes({ ...received, request: prompt, answer }, 'retry-after-computed')
    }
    test(message, () => assert.deepEqual(judged([]), [isNamed ? 'fail' : 'pass']))
    test(`${message}, and in the header`, () => assert.deepEqual(judged([['Retry-After', '20']]), ['pass']))
  }
})
