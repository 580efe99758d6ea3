/** What may go wrong with an answer of any kind: its request id, its media type, its status. */
import { randomUUID } from 'node:crypto'
import type { Broken } from '../../red-team/fault.ts'
import { type Ask, headerOf, setHeader } from '../../red-team/layer/ask.ts'
import { type Reply, refusal } from '../../red-team/layer/reply.ts'
import type { Form } from '../kinds.ts'
import { type Deviation, of } from './deviation.ts'

const ID = 'x-svc-request-id'
const forms: readonly Form[] = ['list', 'completion', 'stream', 'error']

const withId =
  (make: (reply: Reply, ask: Ask) => string | undefined) =>
  (reply: Reply, ask: Ask): void =>
    setHeader(reply, ID, make(reply, ask))

const TRACED = [
  'traceparent',
  'x-request-id',
  'x-correlation-id',
  'x-b3-traceid',
  'x-amzn-trace-id',
  'x-cloud-trace-context',
]

/** What the caller calls its request. */
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

/** Requirements that say what a valid request gets, or an invalid one. */
export const ANSWERED: readonly Broken[] = [
  'auth-*',
  'client-headers-tolerated',
  'completion-*',
  'gateway-statuses',
  'message-*',
  'model-*',
  'models-*',
  'request-*',
  'status-order',
  'stream-*',
]

export const anyAnswer: readonly Deviation[] = [
  {
    name: 'no request id',
    group: 'request id missing',
    weight: 9,
    fits: () => true,
    breaks: ['request-id-present'],
    change: withId(() => undefined),
  },
  {
    name: 'an empty request id',
    group: 'request id missing',
    weight: 2,
    fits: () => true,
    breaks: ['request-id-present'],
    change: withId(() => ''),
  },
  {
    name: 'two request ids',
    group: 'request id missing',
    weight: 2,
    fits: () => true,
    breaks: ['request-id-present'],
    change: (reply) => {
      reply.headers.push([ID, randomUUID()])
    },
  },
  {
    name: 'one request id for all',
    group: 'request id shared or echoed',
    weight: 3,
    fits: () => true,
    breaks: ['request-id-unique'],
    change: withId(() => 'svc-gateway-request'),
    fewest: 2,
  },
  {
    name: 'the id of the caller as request id',
    group: 'request id shared or echoed',
    weight: 6,
    fits: () => true,
    breaks: ['request-id-generated', 'request-id-unique'],
    change: withId((reply, ask) => tracedAs(ask) ?? headerOf(reply, ID)),
    under: 'tracing',
  },
  ...forms.flatMap((form): Deviation[] => [
    {
      name: `${form}: another media type`,
      group: 'media type',
      weight: 3,
      fits: of(form),
      breaks: media[form],
      change: (reply) =>
        setHeader(reply, 'Content-Type', form === 'stream' ? 'application/json' : 'text/plain; charset=utf-8'),
    },
    {
      name: `${form}: no media type`,
      group: 'media type',
      weight: 2,
      fits: of(form),
      breaks: media[form],
      change: (reply) => setHeader(reply, 'Content-Type', undefined),
    },
  ]),
  {
    name: 'refused with 400',
    group: 'valid, refused',
    weight: 10,
    fits: of('list', 'completion', 'stream'),
    breaks: [...ANSWERED, 'error-param-names-field', 'error-param-path'],
    change: (reply) => Object.assign(reply, refusal(400)),
    mayWarn: true,
  },
  {
    name: 'refused with 406',
    group: 'valid, refused',
    weight: 2,
    fits: of('list', 'completion', 'stream'),
    breaks: ANSWERED,
    change: (reply) => Object.assign(reply, refusal(406)),
  },
  {
    name: 'refused with 502',
    group: 'valid, refused',
    weight: 2,
    fits: of('list', 'completion', 'stream'),
    breaks: ANSWERED,
    change: (reply) => Object.assign(reply, refusal(502)),
  },
  {
    name: 'answered with 201',
    group: 'another status',
    weight: 2,
    fits: of('list', 'completion', 'stream'),
    breaks: ANSWERED,
    change: (reply) => {
      reply.status = 201
    },
  },
]
