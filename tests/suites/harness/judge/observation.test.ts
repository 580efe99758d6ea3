import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange } from '../../../../suites/harness/http/exchange.ts'
import { observe, observeExchange } from '../../../../suites/harness/judge/observation.ts'
import { chunk, final, first, framed, hello, plain } from '../http/event-writer.ts'
import { asking, exchangeOf, headersWith, listing, responseOf, streamed } from '../http/exchanges.ts'

const USAGE = { prompt_tokens: 2, completion_tokens: 1, total_tokens: 3 }
const ZEROS = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }
const usageAsked = asking('{ "stream_options": { "include_usag\\u0065": true }, "stream": true }')
const streamOf = (...payloads: readonly string[]): Exchange => streamed(framed([...payloads, '[DONE]']))

const message = { role: 'assistant', content: 'Hi.' }
const completion = (more: object, said: object = message): Exchange => {
  const choices = [{ index: 0, message: said, finish_reason: 'stop' }]
  return exchangeOf(
    responseOf(JSON.stringify({ id: 'cmpl_00ff', object: 'x', created: 1, model: 'm', choices, ...more })),
  )
}
const limited = (param: unknown, code: unknown, headers = headersWith('req-1')): Exchange => {
  const error = { message: 'm', type: 'rate_limit_error', param, code }
  return exchangeOf(responseOf(JSON.stringify({ error }), { status: 429, headers }))
}

/** The messages of each requirement. */
type Notes = Readonly<Record<string, string | readonly string[]>>
type Rows = Readonly<Record<string, readonly [Exchange, Notes]>>

const STREAM: Notes = {
  'id-formats': 'chunk: cmpl-<1 digits>',
  'stream-freedoms': ['line ends lf', 'first chunk with a role'],
  'chunk-extra-members': ['completion: none', 'delta: none'],
  'stream-usage-place': 'not asked for: none',
  'stream-error-after-start': 'none seen',
  'stream-pace': 'in one piece',
}
const COMPLETION: Notes = {
  'id-formats': 'completion: cmpl_<4 hex>',
  'completion-extra-members': ['completion: none', 'message: none'],
}
const unlimited = { 'retry-after-given': 'not given' }

const rowsFor = (values: object, rowFor: (form: string, value: unknown) => [string, Rows[string]]): Rows =>
  Object.fromEntries(Object.entries(values).map(([form, value]) => rowFor(form, value)))

const limitsWith = (params: object): Rows =>
  rowsFor(params, (form, param) => {
    const expected = { ...unlimited, 'error-param-form': `429: ${form}`, 'error-values': '429: code ""' }
    return [`an error.param that is ${form}`, [limited(param, ''), expected]]
  })

const completionsWith = (usages: object): Rows =>
  rowsFor(usages, (form, usage) => {
    const expected = { ...COMPLETION, 'usage-unknown': `completion: ${form}` }
    return [`usage that is ${form}`, [completion({ usage }), expected]]
  })

const usageWithFinal = [` ${hello}`, chunk({ finish: 'stop', set: { usage: USAGE } })]
const detailed = { usage: { ...USAGE, prompt_tokens_details: { cached_tokens: 0 }, cost: 1 } }

/** The observations on each response, besides those of `usual`. */
const rows: Rows = {
  'a stream with a role': [streamed(framed(plain)), STREAM],
  'line ends, spaces, and usage in the final chunk, asked for with spaces and an escape': [
    { ...streamed(`\ufeff: ping\r\n\r\n${framed(usageWithFinal, '\r\n')}`, [9]), request: usageAsked },
    {
      ...STREAM,
      'stream-freedoms': [
        'line ends crlf, byte order mark',
        'comment lines',
        'white space around the JSON of a chunk',
        'first chunk without a role',
      ],
      'chunk-extra-members': ['completion: none', 'delta: none', 'usage: none'],
      'stream-usage-place': 'asked for: the final chunk',
      'stream-pace': 'in several packets',
    },
  ],
  'chunks that differ, with more members': [
    streamOf(
      chunk({ delta: { content: 'Hi.', mood: 1 }, set: { usage: null } }),
      chunk({ text: '', set: { created: 8, model: 'n', mine: true } }),
      final,
    ),
    {
      ...STREAM,
      'stream-freedoms': [
        'line ends lf',
        'first chunk without a role',
        'created changes within a stream',
        'model changes within a stream',
      ],
      'chunk-extra-members': ['completion: none', 'delta: mood', 'completion: mine', 'delta: none'],
      'stream-usage-place': 'not asked for: null',
    },
  ],
  'usage in chunks with and without a choice': [
    streamOf(
      first,
      chunk({ text: 'Hi.', set: { usage: { ...USAGE, cost: 1 } } }),
      final,
      chunk({ set: { choices: [], usage: USAGE } }),
    ),
    {
      ...STREAM,
      'chunk-extra-members': ['completion: none', 'delta: none', 'usage: cost', 'usage: none'],
      'stream-usage-place': 'not asked for: a chunk with a choice, a chunk without a choice',
    },
  ],
  'an error in a stream': [
    streamed(framed([first, '{"error":{"message":"m","type":"server_error","param":null,"code":"c"}}'])),
    {
      ...STREAM,
      'chunk-extra-members': ['completion: none', 'delta: none', 'completion: error'],
      'stream-error-after-start': 'an event with an error',
    },
  ],
  'a completion of zeros': [
    completion({ usage: ZEROS, extra: 1 }),
    {
      ...COMPLETION,
      'completion-extra-members': ['completion: extra', 'usage: none', 'message: none'],
      'usage-unknown': 'completion: given, all zeros',
    },
  ],
  'a completion with details of its usage': [
    completion(detailed, { ...message, refusal: null }),
    {
      ...COMPLETION,
      'completion-extra-members': ['completion: none', 'usage: cost', 'message: refusal'],
      'usage-unknown': 'completion: given, with details',
    },
  ],
  'a list with another member': [
    exchangeOf(responseOf('{"object":"list","data":[],"has_more":false}'), { request: listing }),
    { 'list-extra-members': 'list: has_more' },
  ],
  'a limit with Retry-After': [
    limited('messages[0].role', 'slow', headersWith('req-1', 'application/json', ['retry-after', '1'])),
    { 'retry-after-given': 'given', 'error-param-form': '429: a path', 'error-values': '429: code "slow"' },
  ],
  'a limit that names a field': [limited('model', 5), { ...unlimited, 'error-param-form': '429: a field' }],
  ...limitsWith({ null: null, empty: '', malformed: 5 }),
  ...completionsWith({ 'left out': undefined, null: null, malformed: 5 }),
}

const usual = [
  'id-formats: request: req-<1 digits>',
  'deprecation: not announced',
  'interim-answers: none seen',
  'key-echoed: not seen',
]

for (const [title, [exchange, expected]] of Object.entries(rows))
  test(`observes ${title}`, () => {
    const findings = observeExchange(exchange, exchange.response ?? assert.fail())
    const notes = findings.map(({ requirement, message }) => `${requirement}: ${message}`)
    const stated = Object.entries(expected).flatMap(([name, said]) => [said].flat().map((one) => `${name}: ${one}`))
    assert.deepEqual(notes.toSorted(), [...usual, ...stated].toSorted())
  })

test('an outcome is the status, with the reason that a completion ends or the param of an error', () => {
  const outcome = (exchange: Exchange): string => observe('outcome', exchange)
  assert.equal(outcome(completion({})), '200, finish_reason stop')
  assert.equal(outcome(completion({ choices: [{ finish_reason: 5 }] })), '200')
  assert.equal(outcome(limited('model', 'slow')), '429, param "model"')
  assert.equal(outcome(limited(null, '')), '429')
})
