import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange } from '../../../../suites/harness/http/exchange.ts'
import { observe, observeExchange } from '../../../../suites/harness/judge/observation.ts'
import { chunk, final, first, framed, hello, plain } from '../http/event-writer.ts'
import { asking, exchangeOf, headersWith, listing, responseOf, streamed } from '../http/exchanges.ts'

const USAGE = { prompt_tokens: 2, completion_tokens: 1, total_tokens: 3 }
const ZEROS = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }
const usageAsked = asking({ stream: true, stream_options: { include_usage: true } })
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

type Rows = Readonly<Record<string, readonly [Exchange, readonly string[]]>>

const rowsFor = (values: object, rowFor: (form: string, value: unknown) => [string, Rows[string]]): Rows =>
  Object.fromEntries(Object.entries(values).map(([form, value]) => rowFor(form, value)))

const limitsWith = (params: object): Rows =>
  rowsFor(params, (form, param) => {
    const expected = ['retry-after-given: not given', `error-param-form: 429: ${form}`, 'error-values: 429: code ""']
    return [`an error.param that is ${form}`, [limited(param, ''), expected]]
  })

const completionsWith = (usages: object): Rows =>
  rowsFor(usages, (form, usage) => {
    const none = ['completion', 'message'].map((name) => `completion-extra-members: ${name}: none`)
    const expected = ['id-formats: completion: cmpl_<4 hex>', ...none, `usage-unknown: completion: ${form}`]
    return [`usage that is ${form}`, [completion({ usage }), expected]]
  })

/** The observations on each response, besides those of `usual`. */
const rows: Rows = {
  'a stream with a role': [
    streamed(framed(plain)),
    [
      'id-formats: chunk: cmpl-<1 digits>',
      'stream-freedoms: line ends lf',
      'stream-freedoms: first chunk with a role',
      'chunk-extra-members: completion: none',
      'chunk-extra-members: delta: none',
      'stream-usage-place: not asked for: none',
      'stream-error-after-start: none seen',
      'stream-pace: in one piece',
    ],
  ],
  'line ends, spaces, and usage in the final chunk': [
    {
      ...streamed(
        `\ufeff: ping\r\n\r\n${framed([` ${hello}`, chunk({ finish: 'stop', set: { usage: USAGE } })], '\r\n')}`,
        [9],
      ),
      request: usageAsked,
    },
    [
      'id-formats: chunk: cmpl-<1 digits>',
      'stream-freedoms: line ends crlf, byte order mark',
      'stream-freedoms: comment lines',
      'stream-freedoms: white space around the JSON of a chunk',
      'stream-freedoms: first chunk without a role',
      'chunk-extra-members: completion: none',
      'chunk-extra-members: delta: none',
      'chunk-extra-members: usage: none',
      'stream-usage-place: asked for: the final chunk',
      'stream-error-after-start: none seen',
      'stream-pace: in several packets',
    ],
  ],
  'chunks that differ, with more members': [
    streamOf(
      chunk({ delta: { content: 'Hi.', mood: 1 }, set: { usage: null } }),
      chunk({ text: '', set: { created: 8, model: 'n', mine: true } }),
      final,
    ),
    [
      'id-formats: chunk: cmpl-<1 digits>',
      'stream-freedoms: line ends lf',
      'stream-freedoms: first chunk without a role',
      'stream-freedoms: created changes within a stream',
      'stream-freedoms: model changes within a stream',
      'chunk-extra-members: completion: none',
      'chunk-extra-members: delta: mood',
      'chunk-extra-members: completion: mine',
      'chunk-extra-members: delta: none',
      'stream-usage-place: not asked for: null',
      'stream-error-after-start: none seen',
      'stream-pace: in one piece',
    ],
  ],
  'usage in chunks with and without a choice': [
    streamOf(
      first,
      chunk({ text: 'Hi.', set: { usage: { ...USAGE, cost: 1 } } }),
      final,
      chunk({ set: { choices: [], usage: USAGE } }),
    ),
    [
      'id-formats: chunk: cmpl-<1 digits>',
      'stream-freedoms: line ends lf',
      'stream-freedoms: first chunk with a role',
      'chunk-extra-members: completion: none',
      'chunk-extra-members: delta: none',
      'chunk-extra-members: usage: cost',
      'chunk-extra-members: usage: none',
      'stream-usage-place: not asked for: a chunk with a choice, a chunk without a choice',
      'stream-error-after-start: none seen',
      'stream-pace: in one piece',
    ],
  ],
  'an error in a stream': [
    streamed(framed([first, '{"error":{"message":"m","type":"server_error","param":null,"code":"c"}}'])),
    [
      'id-formats: chunk: cmpl-<1 digits>',
      'stream-freedoms: line ends lf',
      'stream-freedoms: first chunk with a role',
      'chunk-extra-members: completion: none',
      'chunk-extra-members: delta: none',
      'chunk-extra-members: completion: error',
      'stream-usage-place: not asked for: none',
      'stream-error-after-start: an event with an error',
      'stream-pace: in one piece',
    ],
  ],
  'a completion of zeros': [
    completion({ usage: ZEROS, extra: 1 }),
    [
      'id-formats: completion: cmpl_<4 hex>',
      'completion-extra-members: completion: extra',
      'completion-extra-members: usage: none',
      'completion-extra-members: message: none',
      'usage-unknown: completion: given, all zeros',
    ],
  ],
  'a completion with details of its usage': [
    completion(
      { usage: { ...USAGE, prompt_tokens_details: { cached_tokens: 0 }, cost: 1 } },
      { ...message, refusal: null },
    ),
    [
      'id-formats: completion: cmpl_<4 hex>',
      'completion-extra-members: completion: none',
      'completion-extra-members: usage: cost',
      'completion-extra-members: message: refusal',
      'usage-unknown: completion: given, with details',
    ],
  ],
  'a list with another member': [
    exchangeOf(responseOf('{"object":"list","data":[],"has_more":false}'), { request: listing }),
    ['list-extra-members: list: has_more'],
  ],
  'a limit with Retry-After': [
    limited('messages[0].role', 'slow', headersWith('req-1', 'application/json', ['retry-after', '1'])),
    ['retry-after-given: given', 'error-param-form: 429: a path', 'error-values: 429: code "slow"'],
  ],
  'a limit that names a field': [
    limited('model', 5),
    ['retry-after-given: not given', 'error-param-form: 429: a field'],
  ],
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
    assert.deepEqual(notes.toSorted(), [...usual, ...expected].toSorted())
  })

test('an outcome is the status, with the reason that a completion ends or the param of an error', () => {
  const outcomes = [
    completion({}),
    completion({ choices: [{ finish_reason: 5 }] }),
    limited('model', 'slow'),
    limited(null, ''),
  ]
  assert.deepEqual(
    outcomes.map((exchange) => observe('outcome', exchange)),
    [['200, finish_reason stop'], ['200'], ['429, param "model"'], ['429']],
  )
})
