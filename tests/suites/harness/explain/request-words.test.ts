import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestInWords } from '../../../../suites/harness/explain/request-words.ts'
import type { Exchange } from '../../../../suites/harness/http/exchange.ts'
import { asking, exchangeOf, responseOf } from '../http/exchanges.ts'

const exchange = (body: string): Exchange => exchangeOf(responseOf('{}'), { request: asking(body) })

const MESSAGES = '"messages":[{"role":"user","content":"Hello."}]'
const control = exchange(`{"model":"svc/a",${MESSAGES}}`)

for (const [body, words] of [
  ['{"model":"svc/a","messages":[{"role":"user"}]}', 'a request without messages[0].content'],
  [`{"model":"svc/a",${MESSAGES},"temperature":2.1}`, 'a request with temperature: 2.1'],
  ['{"model":"svc/a","messages":[]}', 'a request with messages: []'],
  ['{"model":"svc/a"}', 'a request without messages'],
  [`{"model":null,${MESSAGES},"n":0}`, 'a request with model: null and with n: 0'],
  [`{"model":"svc/a",${MESSAGES},"user":"${'x'.repeat(80)}"}`, `a request with user: "${'x'.repeat(59)}…`],
  // JSON.stringify would write null, 0 and a rounded number.
  [`{"model":"svc/a",${MESSAGES},"top_p":1e400}`, 'a request with top_p: 1e400'],
  [`{"model":"svc/a",${MESSAGES},"temperature":-0}`, 'a request with temperature: -0'],
  [`{"model":"svc/a",${MESSAGES},"n":9223372036854775808}`, 'a request with n: 9223372036854775808'],
  // No difference, too many differences, and bodies that are not objects.
  [`{"model":"svc/a",${MESSAGES}}`, undefined],
  ['{"model":1,"messages":1,"n":1}', undefined],
  ['[]', undefined],
  ['{', undefined],
] as const)
  test(`${body.slice(0, 60)} is ${words ?? 'not described'}`, () =>
    assert.equal(requestInWords(exchange(body), control), words))

test('of many differences, describes those that the error about a valid request names', () => {
  const body = `{"model":"svc/b",${MESSAGES},"temperature":0.7,"n":1}`
  for (const [param, words] of [
    ['body.temperature', 'a request with temperature: 0.7, among other differences from its control'],
    ['other', undefined],
  ] as const) {
    const refused = exchangeOf(responseOf(`{"error":{"param":"${param}"}}`, { status: 400 }), { request: asking(body) })
    assert.equal(requestInWords(refused, control, { isValid: true }), words)
    assert.equal(requestInWords(refused, control), undefined)
  }
})

test('describes a long body with its length if the control is also long, and quotes unusual names', () => {
  const long = (rest = ''): Exchange =>
    exchange(`{"model":"svc/a","messages":[{"role":"user","content":"${'x'.repeat(20_000)}"}]${rest}}`)
  const words = 'a request with "a\\udfff": 1, in a body of 20071 bytes'
  assert.equal(requestInWords(long(',"a\\udfff":1'), long()), words)
  assert.equal(requestInWords(long(',"a\\udfff":1'), control), undefined)
})

test('describes a stream as streamed, and nothing without a control', () => {
  const streamed = (rest: string): Exchange => exchange(`{"model":"svc/a","stream":true${rest},${MESSAGES}}`)
  assert.equal(requestInWords(streamed(',"top_p":2'), streamed('')), 'a streamed request with top_p: 2')
  assert.equal(requestInWords(streamed(''), undefined), undefined)
})

test('names the limit of the control together with the other one, since each is valid alone', () => {
  const limited = (rest = ''): Exchange => exchange(`{"model":"svc/a",${MESSAGES},"max_completion_tokens":8${rest}}`)
  const words = 'a request with max_tokens: 9 and max_completion_tokens'
  assert.equal(requestInWords(limited(',"max_tokens":9'), limited()), words)
  assert.equal(requestInWords(limited(',"n":2'), limited()), 'a request with n: 2')
})

test('names the model if it is not that of the run', () => {
  const sent = exchange(`{"model":"svc/a",${MESSAGES},"n":2}`)
  assert.equal(requestInWords(sent, control, { model: 'svc/b' }), 'a request for svc/a with n: 2')
  assert.equal(requestInWords(sent, control, { model: 'svc/a' }), 'a request with n: 2')
})

test('names a wrong key as it was sent, and not the key of another role', () => {
  const keyed = (key: string): Exchange =>
    exchangeOf(responseOf('{}'), { request: { ...asking('{}'), headers: [['Authorization', key]] } })
  const inWords = (key: string) => requestInWords(keyed(key), keyed('Bearer $SVC_CONFORMANCE_KEY'))
  assert.equal(
    inWords('Bearer $SVC_CONFORMANCE_KEY#7'),
    'a completion with Authorization: Bearer $SVC_CONFORMANCE_KEY#7',
  )
  assert.equal(inWords('bearer $SVC_CONFORMANCE_KEY_SECOND'), undefined)
})
