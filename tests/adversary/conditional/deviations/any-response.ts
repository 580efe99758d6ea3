/** What may go wrong with a response of any kind: its request id, its media type, its status. */
import { randomUUID } from 'node:crypto'
import { names } from '../../../../suites/harness/text/names.ts'
import { type Ask, headerOf, setHeader } from '../../red-team/layer/ask.ts'
import { type Reply, refusal } from '../../red-team/layer/reply.ts'
import type { Broken } from '../../red-team/rows.ts'
import type { Form } from '../kinds.ts'
import { type Deviation, deviating, deviatingOn, of } from './deviation.ts'

const ID = 'x-svc-request-id'
const forms: readonly Form[] = ['list', 'completion', 'stream', 'error']

const withId =
  (make: (reply: Reply, ask: Ask) => string | undefined) =>
  (reply: Reply, ask: Ask): void =>
    setHeader(reply, ID, make(reply, ask))

const TRACED = 'traceparent x-request-id x-correlation-id x-b3-traceid x-amzn-trace-id x-cloud-trace-context'.split(' ')

/** The caller's own id for its request, from tracing headers. */
function tracedAs(ask: Ask): string | undefined {
  const value = TRACED.map((name) => headerOf(ask, name)).find((each) => each !== undefined)
  return /[\da-f]{32}/.exec(value ?? '')?.[0] ?? value
}

const media: Readonly<Record<Form, readonly Broken[]>> = {
  list: ['models-media-type'],
  completion: ['completion-media-type', 'completion-json'],
  stream: ['stream-media-type', 'stream-started', 'completion-media-type'],
  error: ['error-media-type', 'stream-invalid-request'],
}

/** Requirements about which response a valid or an invalid request gets. */
export const RESPONDED: readonly Broken[] = names(
  'auth-* client-headers-tolerated completion-* gateway-statuses message-* model-* models-* request-* status-order',
  'stream-*',
)

const typed =
  (type: string | undefined): Deviation['change'] =>
  (reply) =>
    setHeader(reply, 'Content-Type', type)
const refusedWith =
  (status: number): Deviation['change'] =>
  (reply) =>
    void Object.assign(reply, refusal(status))
const always = (): boolean => true
const INVALID = [...RESPONDED, 'error-param-names-field', 'error-param-path'] as const
const TEXT = 'text/plain; charset=utf-8'
const NOT_NEW = ['request-id-generated', 'request-id-unique'] as const
const callersId = (reply: Reply, ask: Ask): string | undefined => tracedAs(ask) ?? headerOf(reply, ID)

export const anyResponse: readonly Deviation[] = [
  ...deviating('request id missing', always, {
    'no request id': [9, ['request-id-present'], withId(() => undefined)],
    'an empty request id': [2, ['request-id-present'], withId(() => '')],
    'two request ids': [2, ['request-id-present'], (reply) => void reply.headers.push([ID, randomUUID()])],
  }),
  ...deviating('request id shared or echoed', always, {
    'one request id for all': [3, ['request-id-unique'], withId(() => 'svc-gateway-request'), { fewest: 2 }],
    'the id of the caller as request id': [6, NOT_NEW, withId(callersId), { under: 'tracing' }],
  }),
  ...forms.flatMap((form) =>
    deviatingOn(form, 'media type', {
      'another media type': [3, media[form], typed(form === 'stream' ? 'application/json' : TEXT)],
      'no media type': [2, media[form], typed(undefined)],
    }),
  ),
  ...deviating('valid, refused', of('list', 'completion', 'stream'), {
    'refused with 400': [10, INVALID, refusedWith(400), { mayWarn: true }],
    'refused with 406': [2, RESPONDED, refusedWith(406)],
    'refused with 502': [2, RESPONDED, refusedWith(502)],
  }),
  ...deviating('another status', of('list', 'completion', 'stream'), {
    'returned with 201': [2, RESPONDED, (reply) => void (reply.status = 201)],
  }),
]
