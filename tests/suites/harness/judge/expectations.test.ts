/** The outcome of each expectation for each response, before attempts and causes are considered. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange } from '../../../../suites/harness/http/exchange.ts'
import { complete, listModels, type Plan, sentRequest } from '../../../../suites/harness/http/request.ts'
import { type Consistency, SINGLE } from '../../../../suites/harness/judge/attempts.ts'
import type { Expectation } from '../../../../suites/harness/judge/evidence.ts'
import { judgeEvidence } from '../../../../suites/harness/judge/expectations.ts'
import { judgeOwnRequestId } from '../../../../suites/harness/judge/states.ts'
import { completionWith, errorWith, listOf } from '../http/bodies.ts'
import { chunk, DONE, framed } from '../http/event-writer.ts'
import { evidenceFor, exchangeOf, headersWith, lostBy, responseOf } from '../http/exchanges.ts'

const COMPLETION = completionWith({ model: 'svc/a' })
const FIRST = framed([chunk({ text: 'Hi.', set: { model: 'svc/a' } })])
const FINAL = framed([chunk({ finish: 'stop', set: { model: 'svc/a' } }), DONE])
const FAILED = framed([errorWith()])
const ERROR_CHUNK = errorWith().replace('{', '{"choices":[],')

/** Bodies by name, with the content type if it is not JSON. */
const BODIES = {
  completion: [COMPLETION],
  'other model': [COMPLETION.replace('svc/a', 'svc/b')],
  'no model': [COMPLETION.replace('"model":"svc/a",', '')],
  stream: [`${FIRST}${FINAL}`, 'text/event-stream'],
  'error events': [FAILED, 'text/event-stream'],
  'broken stream': [`${FIRST}${FAILED}`, 'text/event-stream'],
  'broken by a chunk': [`${FIRST}${framed([ERROR_CHUNK, DONE])}`, 'text/event-stream'],
  'error and text': [`${FIRST}${framed([ERROR_CHUNK])}${FINAL}`, 'text/event-stream'],
  list: [listOf('svc/a', 'svc/b')],
  'empty list': [listOf()],
  error: [errorWith()],
  'cap error': [errorWith({ param: 'max_tokens' })],
  'disabled error': [errorWith({ code: 'account_disabled' })],
  object: ['{"object":"page"}'],
  page: ['<h1>no</h1>', 'text/html'],
} as const

type Body = keyof typeof BODIES
type Got = readonly [status: number, body: Body] | 'reset'

const plain = complete({ model: 'svc/a', messages: [] })
const streamed = complete({ model: 'svc/a', messages: [], stream: true })
const naming = (requestId: string): Plan => ({ ...plain, headers: [['x-svc-request-id', requestId]] })

function got(response: Got, plan: Plan): Exchange {
  const request = sentRequest(plan)
  if (response === 'reset') return lostBy('ECONNRESET', { request })
  const [status, name] = response
  const [body, type] = BODIES[name]
  return exchangeOf(responseOf(body, { status, headers: headersWith('r', type) }), { request })
}

interface More {
  readonly plan?: Plan
  readonly control?: Got
  readonly attempts?: Partial<Consistency>
}
type Row = readonly [response: Got, says: string | readonly string[], more?: More]

/** Tests the outcomes of responses to a request with this expectation. */
function judging(expectation: Expectation, ...rows: readonly Row[]): void {
  for (const [response, says, { plan, control, attempts } = {}] of rows) {
    const sent = plan ?? (expectation.kind === 'lists' ? listModels() : plain)
    const with_ = control ? `, control ${String(control)}` : ''
    test(`${JSON.stringify(expectation)}: ${String(response)}${with_}: ${String(says)}`, () => {
      const evidence = evidenceFor('request-n', 'a/1', expectation)
      const consistency = { ...SINGLE, ...attempts }
      const controlPlan = sent.operation === 'models' ? sent : plain
      const found = judgeEvidence(evidence, got(response, sent), control && got(control, controlPlan), consistency)
      const said = found.map(({ outcome, brief }) => `${outcome}: ${brief}`)
      assert.deepEqual(said, [says].flat())
    })
  }
}

const OK = [200, 'completion'] as const
const OTHER = [200, 'other model'] as const
const STREAM = [200, 'stream'] as const
const BROKEN = [200, 'broken stream'] as const
const LIST = [200, 'list'] as const
const EMPTY = [200, 'empty list'] as const
const OBJECT = [200, 'object'] as const
const error = (status: number): Got => [status, 'error']

test('a finding shows an empty model as an empty string', () => {
  const nameless = exchangeOf(responseOf(completionWith({ model: '' })), { request: sentRequest(plain) })
  const found = judgeEvidence(evidenceFor('request-n', 'a/1', { kind: 'accepted' }), nameless, undefined, SINGLE)
  assert.equal(found.find(({ outcome }) => outcome === 'fail')?.actual, '""')
})

const STEADY = { attempts: { isSteady: true } } as const
const STEADY_ALONE = { attempts: { isSteady: true, isSteadyAlone: true } } as const
const SAME = { attempts: { isSame: true } } as const
const TRANSIENT = { attempts: { isTransient: true } } as const
const IN_ERROR = { attempts: { isBroken: true } } as const
const between = (...statuses: number[]): More => ({ attempts: { isSame: true, between: statuses } })

const SILENT = 'inconclusive: no response: ECONNRESET'
const CLOSED = 'fail: the target closed the connection without a response, several times in a row'
const ACCEPTED = ['pass: accepted', 'pass: the model is named'] as const
const OTHER_NAMED = ['pass: accepted', 'fail: another model is named'] as const
const UNKNOWN = 'not-evidenced: the response has status 200, but contains no recognisable completion'
const PLAIN_REFUSED = 'not-evidenced: the plain form of this request was not accepted either'
const DISABLED = 'inconclusive: a valid request got 403: the account or a feature may be disabled for this key'
const NOT_CALLABLE = 'the model may be disabled for this key; use a key that may call each model that it lists'
const IN_ONE_FORM =
  'fail: a valid request got an error several times in a row, while an equivalent request was accepted'
const CONTROL_UNCLEAR =
  'inconclusive: rejected, but the control (the same request without the fault) got no clear response'
const CONTROL_REJECTED = 'not-evidenced: rejected, but so was the control (the same request without the fault)'
const CONTROL_SILENT = 'not-evidenced: no response: ECONNRESET; the control was not accepted either'
const CONTROL_SAME = 'not-evidenced: the control (the same request without the fault) also got 422'
const INVALID_ACCEPTED = 'fail: an invalid request was accepted'
const ERROR_STREAMED = 'fail: the response to the invalid request is a stream that contains an error'
const NO_EFFECT =
  'not-evidenced: provoke.unavailable had no effect: check that no proxy drops its header and that key and model are right'
const otherState = (state: string, got: number): string =>
  `not-evidenced: provoke.${state} got ${got}: its key, model or headers in the target file may belong to another state`
const ACCEPTED_IN_ONE_FORM = 'fail: accepted each time, while the same request in another form was rejected'
const PROVOKED_429 = 'fail: the state that the target file provokes got 429'
const LEAKED = 'fail: got 403 each time right after a request of another key did, and was accepted otherwise'
const LIMITED = 'inconclusive: a limit was reached'
const NOT_A_STREAM = 'fail: the response is not an event stream'

/** Messages about a status that may be chance, of a valid request and of any request. */
const unclear = (status: number): string =>
  `inconclusive: a valid request got ${status}, which says nothing about the rule`
const transient = (status: number): string => `inconclusive: got ${status}, which may be a transient error`
const otherCause = (status: number): string => `inconclusive: got ${status}, which may have another cause`

judging(
  { kind: 'accepted' },
  [OK, ACCEPTED],
  [OTHER, OTHER_NAMED],
  [[200, 'no model'], 'pass: accepted'],
  [STREAM, 'fail: the response is an event stream'],
  [STREAM, ACCEPTED, { plan: streamed }],
  [OK, 'fail: the response is a JSON completion', { plan: streamed }],
  [LIST, 'pass: accepted', { plan: listModels() }],
  [OBJECT, UNKNOWN],
  [BROKEN, 'inconclusive: the stream broke off with an error event'],
  [[200, 'broken by a chunk'], 'inconclusive: the stream broke off with an error event'],
  [[200, 'error and text'], ['pass: accepted', 'pass: the model is named'], { plan: streamed }],
  [error(400), 'fail: a valid request got 400', { control: OK }],
  [error(400), 'fail: a valid request got 400'],
  [error(400), PLAIN_REFUSED, { control: error(400) }],
  [error(400), PLAIN_REFUSED, { control: 'reset' }],
  [error(429), unclear(429)],
  [error(503), unclear(503), IN_ERROR],
  [error(403), DISABLED, { control: OK }],
  [
    error(403),
    'fail: a valid request got 403 several times in a row, while an equivalent request was accepted',
    STEADY,
  ],
  ['reset', SILENT],
  ['reset', CLOSED, STEADY],
)
judging(
  { kind: 'accepted', alike: true },
  [error(500), IN_ONE_FORM, IN_ERROR],
  ['reset', IN_ONE_FORM, IN_ERROR],
  [error(500), unclear(500)],
)
judging(
  { kind: 'accepted', refusedBy: [413] },
  [OK, ACCEPTED],
  [error(413), 'fail: a valid request got 413', { control: OK }],
  [error(400), []],
  ['reset', []],
)
judging({ kind: 'accepted', as: 'stream' }, [STREAM, ACCEPTED], [OK, NOT_A_STREAM], [OBJECT, NOT_A_STREAM])
judging(
  { kind: 'accepted', not: 'stream' },
  [STREAM, 'fail: the response is an event stream'],
  [OK, ACCEPTED],
  [OBJECT, UNKNOWN],
)
judging(
  { kind: 'rejected', statuses: [400, 404] },
  [error(404), 'pass: rejected', { control: OK }],
  [error(400), CONTROL_UNCLEAR],
  [error(400), CONTROL_UNCLEAR, { control: error(403) }],
  [error(400), CONTROL_REJECTED, { control: error(400) }],
  [error(400), 'inconclusive: rejected, but not every time', { control: OK, attempts: { isMixed: true } }],
  [OK, INVALID_ACCEPTED, { control: OK }],
  [BROKEN, INVALID_ACCEPTED, { control: OK }],
  [[200, 'error events'], ERROR_STREAMED, { control: OK }],
  [error(422), 'fail: rejected with 422', { control: OK }],
  [error(422), CONTROL_SAME, { control: error(422) }],
  [error(422), 'fail: rejected with 422', { control: error(400) }],
  [error(500), transient(500), { control: OK, ...TRANSIENT }],
  [error(500), 'fail: rejected with 500', { control: OK, ...STEADY }],
  [error(429), LIMITED, { control: OK }],
  [error(429), LIMITED, { control: OK, ...STEADY }],
  [error(429), 'fail: rejected with 429', { control: OK, ...STEADY_ALONE }],
  ['reset', SILENT, { control: OK }],
  ['reset', CLOSED, { control: OK, ...STEADY }],
  ['reset', CONTROL_SILENT, { control: error(400), ...STEADY }],
)
judging({ kind: 'rejected', statuses: [401] }, [error(429), LIMITED, { control: OK, ...STEADY_ALONE }])
judging(
  { kind: 'denied' },
  [error(418), 'pass: refused', { control: OK }],
  [error(401), CONTROL_REJECTED, { control: error(401) }],
  [OK, 'fail: accepted', { control: OK }],
  [error(429), LIMITED, { control: OK, ...STEADY }],
  [error(503), transient(503), { control: OK, ...TRANSIENT }],
  ['reset', SILENT, { control: OK }],
)
judging(
  { kind: 'state', statuses: [503] },
  [error(503), 'pass: got 503'],
  [BROKEN, 'observed: the error was received after the stream had begun'],
  [OK, NO_EFFECT],
  [error(404), otherState('unavailable', 404)],
  [error(429), PROVOKED_429],
  [error(429), 'inconclusive: a request without the state also got 429', { control: error(429) }],
  [error(429), PROVOKED_429, { control: OK }],
  [[502, 'page'], transient(502), TRANSIENT],
  ['reset', SILENT],
  ['reset', CLOSED, STEADY],
)
judging(
  { kind: 'state', statuses: [403] },
  [OK, 'fail: the state that the target file provokes got 200'],
  [[400, 'disabled error'], 'fail: the state that the target file provokes got 400'],
  [error(400), otherState('disabled', 400)],
)
judging(
  { kind: 'state', statuses: [429] },
  [OK, 'not-evidenced: no limit was reached'],
  [STREAM, 'not-evidenced: no limit was reached'],
  [BROKEN, 'observed: the error was received after the stream had begun'],
  [[200, 'error events'], 'fail: the state that the target file provokes got 200'],
  [[200, 'error'], 'fail: the state that the target file provokes got 200'],
)
judging(
  { kind: 'state', statuses: [503], alike: true },
  [OK, ACCEPTED_IN_ONE_FORM, between(503, 503)],
  [OK, NO_EFFECT, between(503, 200)],
  [OK, NO_EFFECT, between(503)],
)
judging(
  { kind: 'served', after: 'state' },
  [OK, 'pass: served'],
  [error(403), LEAKED, STEADY],
  [error(403), otherCause(403), SAME],
  ['reset', SILENT, STEADY],
)
judging(
  { kind: 'served', after: 'wait' },
  [error(429), 'fail: limited again each time, after the wait of Retry-After', SAME],
  [error(429), otherCause(429), STEADY],
  [error(503), otherCause(503), SAME],
)
judging(
  { kind: 'callable' },
  [OK, 'pass: callable'],
  [error(503), 'pass: listed, but currently unavailable'],
  [error(429), 'pass: listed, but has its own limit', { control: OK, ...SAME }],
  [error(429), 'inconclusive: got 429', SAME],
  [error(429), 'inconclusive: got 429', { control: OK }],
  [error(404), 'fail: a listed model got 404', { control: OK }],
  [error(404), 'fail: a listed model got 404'],
  [error(404), 'not-evidenced: no model is callable with this key', { control: error(404) }],
  [error(403), `inconclusive: got 403: ${NOT_CALLABLE}`],
  [error(500), 'inconclusive: got 500'],
  [error(400), 'not-evidenced: got 400, which is neither'],
  [error(400), 'fail: a valid request for a listed model got 400', { control: OK }],
  [error(400), 'not-evidenced: got 400, which is neither', { control: OK, plan: complete({ model: 'gpt-4' }) }],
  [[400, 'cap error'], 'not-evidenced: got 400, which is neither', { control: OK }],
  [OBJECT, 'not-evidenced: got 200, which is neither'],
  ['reset', SILENT],
)
judging(
  { kind: 'lists', includes: ['svc/b', 'svc/a'], excludes: ['svc/c'] },
  [LIST, 'pass: as expected'],
  [EMPTY, 'fail: the list lacks svc/b, svc/a'],
  [error(404), 'fail: got 404'],
  [error(503), 'inconclusive: got 503'],
  [OBJECT, 'not-evidenced: the response is not a model list'],
  ['reset', SILENT],
)
judging({ kind: 'lists', excludes: ['svc/c', 'svc/b'] }, [LIST, 'fail: the list holds svc/b'])
judging({ kind: 'lists', empty: true }, [LIST, 'fail: the list is not empty'], [EMPTY, 'pass: as expected'])
judging(
  { kind: 'own-request-id' },
  [OK, 'pass: the gateway made its own request id'],
  [OK, 'pass: the gateway made its own request id', { plan: naming('q') }],
  [OK, 'fail: the request id is what the caller sent in x-svc-request-id', { plan: naming('r') }],
  ['reset', SILENT],
)
const LISTING = { plan: listModels() }
judging(
  { kind: 'accepted', as: 'list' },
  [LIST, 'pass: accepted', LISTING],
  [OBJECT, 'fail: the response is not a model list', { ...LISTING, control: LIST }],
  [OBJECT, 'not-evidenced: the plain response is not a model list either', { ...LISTING, control: OBJECT }],
)
for (const [status, outcome] of [
  [429, 'inconclusive'],
  [500, 'inconclusive'],
  [503, 'inconclusive'],
  [403, 'fail'],
] as const)
  test(`a 200 that is cut off instead of ${status}: ${outcome}`, () => {
    const cut = exchangeOf(responseOf('{"error":{', { status: 200, complete: false }), { request: sentRequest(plain) })
    const evidence = evidenceFor('limit-429', 'a/1', { kind: 'state', statuses: [status] })
    assert.equal(judgeEvidence(evidence, cut, undefined, SINGLE)[0]?.outcome, outcome)
  })
test('a response without a request id is named by its status', () => {
  const { message } = judgeOwnRequestId(exchangeOf(responseOf('', { status: 413, headers: [] })))
  assert.equal(message, 'got 413 without a request id')
})
judging(
  { kind: 'stray' },
  [error(404), 'pass: rejected with an error of this gateway'],
  [[404, 'page'], 'fail: the response should have an error body'],
  [OK, 'fail: the response should have an error status, an error body'],
  [error(500), 'fail: the response should have no server error'],
  [error(500), transient(500), TRANSIENT],
  ['reset', SILENT],
)
