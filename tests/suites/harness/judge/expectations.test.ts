/** What each expectation says of each response: the outcome of a check before attempts and causes are looked at. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Exchange, identityOf } from '../../../../suites/harness/http/exchange.ts'
import { complete, listModels, type Plan, sentRequest } from '../../../../suites/harness/http/request.ts'
import { type Consistency, SINGLE } from '../../../../suites/harness/judge/attempts.ts'
import type { Expectation } from '../../../../suites/harness/judge/evidence.ts'
import { judgeEvidence } from '../../../../suites/harness/judge/expectations.ts'
import { answerOf } from '../http/exchanges.ts'

const COMPLETION = JSON.stringify({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'svc/a',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi.' }, finish_reason: 'stop' }],
})
const event = (delta: object, reason: string | null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'svc/a', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`
const FIRST = event({ content: 'Hi.' }, null)
const FAILED = 'data: {"error":{"message":"m","type":"server_error","param":null,"code":"c"}}\n\n'
const list = (...ids: string[]): string =>
  JSON.stringify({ object: 'list', data: ids.map((id) => ({ id, object: 'model', created: 1, owned_by: 'svc' })) })
const error = (code: string): string =>
  JSON.stringify({ error: { message: 'm', type: 'server_error', param: null, code } })

/** Bodies by name, with the content type where it is not JSON. */
const BODIES = {
  completion: [COMPLETION],
  'other model': [COMPLETION.replace('svc/a', 'svc/b')],
  stream: [`${FIRST}${event({}, 'stop')}data: [DONE]\n\n`, 'text/event-stream'],
  'error events': [FAILED, 'text/event-stream'],
  'broken stream': [`${FIRST}${FAILED}`, 'text/event-stream'],
  list: [list('svc/a', 'svc/b')],
  'empty list': [list()],
  error: [error('c')],
  'disabled error': [error('account_disabled')],
  object: ['{"object":"page"}'],
  page: ['<h1>no</h1>', 'text/html'],
} as const

type Body = keyof typeof BODIES
type Got = readonly [status: number, body: Body] | 'reset'

const plain = complete({ model: 'svc/a', messages: [] })

function got(answer: Got, plan: Plan): Exchange {
  const base = { ...identityOf('a/1'), request: sentRequest(plan), duration: 1 }
  if (answer === 'reset') return { ...base, failure: { stage: 'headers', code: 'ECONNRESET', message: '' } }
  const [status, name] = answer
  const [body, type = 'application/json'] = BODIES[name]
  const headers = [
    ['content-type', type],
    ['x-svc-request-id', 'r'],
  ] as const
  return { ...base, answer: answerOf(body, { status, headers }) }
}

interface More {
  readonly plan?: Plan
  readonly control?: Got
  readonly attempts?: Partial<Consistency>
}
type Row = readonly [response: Got, says: string | readonly string[], more?: More]

const OK = [200, 'completion'] as const
const E400 = [400, 'error'] as const
const STEADY = { attempts: { isSteady: true } } as const
const SAME = { attempts: { isSame: true } } as const
const TRANSIENT = { attempts: { isTransient: true } } as const
const SILENT = 'inconclusive: no response: ECONNRESET'
const CLOSED = 'fail: the target closed the connection without a response, each time'
const ACCEPTED = ['pass: accepted', 'pass: the model is named'] as const
const UNKNOWN = 'not-evidenced: the response has status 200, but contains no recognisable completion'
const PLAIN_REFUSED = 'not-evidenced: the plain form of this request was not accepted either'
const BROKEN = 'fail: a valid request got an error each time, while an equivalent request was accepted'
const CONTROL_UNCLEAR =
  'inconclusive: rejected, but the control (the same request without the fault) got no clear response'
const CONTROL_REJECTED = 'not-evidenced: rejected, but so was the control (the same request without the fault)'
const NO_EFFECT =
  'not-evidenced: the provocation in the target file had no effect: check that no proxy drops its header and that key and model are right'
const OTHER_STATE =
  'not-evidenced: the response belongs to another state, key or model: check the provocation in the target file'
const PROVOKED_429 = 'fail: the state that the target file provokes got 429'
const LIMITED = 'inconclusive: a limit was reached'
const TABLE: readonly (readonly [expectation: Expectation, rows: readonly Row[]])[] = [
  [
    { kind: 'accepted' },
    [
      [OK, ACCEPTED],
      [
        [200, 'other model'],
        ['pass: accepted', 'fail: another model is named'],
      ],
      [[200, 'stream'], ACCEPTED],
      [[200, 'list'], 'pass: accepted', { plan: listModels() }],
      [[200, 'object'], UNKNOWN],
      [[200, 'broken stream'], 'inconclusive: the stream broke off with an error event'],
      [E400, 'fail: a valid request got 400', { control: OK }],
      [E400, 'fail: a valid request got 400'],
      [E400, PLAIN_REFUSED, { control: E400 }],
      [E400, PLAIN_REFUSED, { control: 'reset' }],
      [[429, 'error'], 'inconclusive: a valid request got 429, which says nothing about the rule'],
      [
        [503, 'error'],
        'inconclusive: a valid request got 503, which says nothing about the rule',
        { attempts: { isBroken: true } },
      ],
      [
        [403, 'error'],
        'inconclusive: a valid request got 403: the account or the feature is disabled for this key',
        { control: OK },
      ],
      [[403, 'error'], 'fail: a valid request got 403 each time, while an equivalent request was accepted', STEADY],
      ['reset', SILENT],
      ['reset', CLOSED, STEADY],
    ],
  ],
  [
    { kind: 'accepted', alike: true },
    [
      [[500, 'error'], BROKEN, { attempts: { isBroken: true } }],
      ['reset', BROKEN, { attempts: { isBroken: true } }],
      [[500, 'error'], 'inconclusive: a valid request got 500, which says nothing about the rule'],
    ],
  ],
  [
    { kind: 'accepted', refusedBy: [413] },
    [
      [OK, ACCEPTED],
      [[413, 'error'], 'fail: a valid request got 413', { control: OK }],
      [E400, []],
      ['reset', []],
    ],
  ],
  [
    { kind: 'accepted', as: 'stream' },
    [
      [[200, 'stream'], ACCEPTED],
      [OK, 'fail: the response is not an event stream'],
      [[200, 'object'], 'fail: the response is not an event stream'],
    ],
  ],
  [
    { kind: 'accepted', not: 'stream' },
    [
      [[200, 'stream'], 'fail: the response is an event stream'],
      [OK, ACCEPTED],
      [[200, 'object'], UNKNOWN],
    ],
  ],
  [
    { kind: 'rejected', statuses: [400, 404] },
    [
      [[404, 'error'], 'pass: rejected', { control: OK }],
      [E400, CONTROL_UNCLEAR],
      [E400, CONTROL_UNCLEAR, { control: [403, 'error'] }],
      [E400, CONTROL_REJECTED, { control: E400 }],
      [E400, 'inconclusive: rejected, but not every time', { control: OK, attempts: { isMixed: true } }],
      [OK, 'fail: an invalid request was accepted', { control: OK }],
      [[200, 'broken stream'], 'fail: an invalid request was accepted', { control: OK }],
      [
        [200, 'error events'],
        'fail: the response to the invalid request is a stream that contains an error',
        { control: OK },
      ],
      [[422, 'error'], 'fail: rejected with 422', { control: OK }],
      [
        [422, 'error'],
        'not-evidenced: the control (the same request without the fault) also got 422',
        { control: [422, 'error'] },
      ],
      [[422, 'error'], 'fail: rejected with 422', { control: E400 }],
      [[500, 'error'], 'inconclusive: got 500, which may be a transient error', { control: OK, ...TRANSIENT }],
      [[500, 'error'], 'fail: rejected with 500', { control: OK, ...STEADY }],
      [[429, 'error'], LIMITED, { control: OK }],
      [[429, 'error'], 'fail: rejected with 429', { control: OK, ...STEADY }],
      ['reset', SILENT, { control: OK }],
      ['reset', CLOSED, { control: OK, ...STEADY }],
      [
        'reset',
        'not-evidenced: no response: ECONNRESET; the control was not accepted either',
        { control: E400, ...STEADY },
      ],
    ],
  ],
  [{ kind: 'rejected', statuses: [401] }, [[[429, 'error'], LIMITED, { control: OK, ...STEADY }]]],
  [
    { kind: 'denied' },
    [
      [[418, 'error'], 'pass: refused', { control: OK }],
      [[401, 'error'], CONTROL_REJECTED, { control: [401, 'error'] }],
      [OK, 'fail: accepted', { control: OK }],
      [[429, 'error'], LIMITED, { control: OK, ...STEADY }],
      [[503, 'error'], 'inconclusive: got 503, which may be a transient error', { control: OK, ...TRANSIENT }],
      ['reset', SILENT, { control: OK }],
    ],
  ],
  [
    { kind: 'state', statuses: [503] },
    [
      [[503, 'error'], 'pass: got 503'],
      [[200, 'broken stream'], 'observed: the error was received after the stream had begun'],
      [OK, NO_EFFECT],
      [[404, 'error'], OTHER_STATE],
      [[429, 'error'], PROVOKED_429],
      [[429, 'error'], 'inconclusive: a request without the state also got 429', { control: [429, 'error'] }],
      [[429, 'error'], PROVOKED_429, { control: OK }],
      [[502, 'page'], 'inconclusive: got 502, which may be a transient error', TRANSIENT],
      ['reset', SILENT],
      ['reset', CLOSED, STEADY],
    ],
  ],
  [
    { kind: 'state', statuses: [403] },
    [
      [OK, 'fail: the state that the target file provokes got 200'],
      [[400, 'disabled error'], 'fail: the state that the target file provokes got 400'],
      [E400, OTHER_STATE],
    ],
  ],
  [{ kind: 'state', statuses: [429] }, [[OK, 'not-evidenced: no limit was reached']]],
  [
    { kind: 'state', statuses: [503], alike: true },
    [
      [
        OK,
        'fail: accepted each time, while the same request in another form was rejected',
        { attempts: { isSame: true, between: [503, 503] } },
      ],
      [OK, NO_EFFECT, { attempts: { isSame: true, between: [503, 200] } }],
      [OK, NO_EFFECT, { attempts: { isSame: true, between: [503] } }],
    ],
  ],
  [
    { kind: 'served', after: 'state' },
    [
      [OK, 'pass: served'],
      [
        [403, 'error'],
        'fail: got 403 each time right after a request of another key did, and was accepted otherwise',
        STEADY,
      ],
      [[403, 'error'], 'inconclusive: got 403, which may have another cause', SAME],
      ['reset', SILENT, STEADY],
    ],
  ],
  [
    { kind: 'served', after: 'wait' },
    [
      [[429, 'error'], 'fail: limited again each time, after the wait of Retry-After', SAME],
      [[429, 'error'], 'inconclusive: got 429, which may have another cause', STEADY],
      [[503, 'error'], 'inconclusive: got 503, which may have another cause', SAME],
    ],
  ],
  [
    { kind: 'callable' },
    [
      [OK, 'pass: callable'],
      [[503, 'error'], 'pass: listed, but currently unavailable'],
      [[404, 'error'], 'fail: a listed model got 404', { control: OK }],
      [[404, 'error'], 'fail: a listed model got 404'],
      [[404, 'error'], 'not-evidenced: no model is callable with this key', { control: [404, 'error'] }],
      [[403, 'error'], 'inconclusive: got 403'],
      [[500, 'error'], 'inconclusive: got 500'],
      [E400, 'not-evidenced: got 400, which is neither'],
      [[200, 'object'], 'not-evidenced: got 200, which is neither'],
      ['reset', SILENT],
    ],
  ],
  [
    { kind: 'lists', includes: ['svc/b', 'svc/a'], excludes: ['svc/c'] },
    [
      [[200, 'list'], 'pass: as expected'],
      [[200, 'empty list'], 'fail: the list lacks svc/b, svc/a'],
      [[404, 'error'], 'fail: got 404'],
      [[503, 'error'], 'inconclusive: got 503'],
      [[200, 'object'], 'not-evidenced: the response is not a model list'],
      ['reset', SILENT],
    ],
  ],
  [{ kind: 'lists', excludes: ['svc/c', 'svc/b'] }, [[[200, 'list'], 'fail: the list holds svc/b']]],
  [
    { kind: 'lists', empty: true },
    [
      [[200, 'list'], 'fail: the list is not empty'],
      [[200, 'empty list'], 'pass: as expected'],
    ],
  ],
  [
    { kind: 'own-request-id' },
    [
      [OK, 'pass: the gateway made its own request id'],
      [OK, 'pass: the gateway made its own request id', { plan: { ...plain, headers: [['x-svc-request-id', 'q']] } }],
      [
        OK,
        'fail: the request id is the one that the client sent',
        { plan: { ...plain, headers: [['x-svc-request-id', 'r']] } },
      ],
      ['reset', SILENT],
    ],
  ],
  [
    { kind: 'stray' },
    [
      [[404, 'error'], 'pass: rejected with an error of this gateway'],
      [[404, 'page'], 'fail: the response should have an error body'],
      [OK, 'fail: the response should have an error status, an error body'],
      [[500, 'error'], 'fail: the response should have no server error'],
      [[500, 'error'], 'inconclusive: got 500, which may be a transient error', TRANSIENT],
      ['reset', SILENT],
    ],
  ],
]

for (const [expectation, rows] of TABLE) {
  for (const [response, says, { plan, control, attempts } = {}] of rows) {
    const sent = plan ?? (expectation.kind === 'lists' ? listModels() : plain)
    const with_ = control ? `, control ${String(control)}` : ''
    test(`${JSON.stringify(expectation)}: ${String(response)}${with_}: ${String(says)}`, () => {
      const evidence = { check: 'n', requirement: 'request-n', title: 't', exchange: 'a/1', expectation } as const
      const found = judgeEvidence(evidence, got(response, sent), control && got(control, plain), {
        ...SINGLE,
        ...attempts,
      })
      assert.deepEqual(
        found.map(({ outcome, brief }) => `${outcome}: ${brief}`),
        [says].flat(),
      )
    })
  }
}
