/**
 * The dimensions in which two requests for the same thing may differ. The first value of each dimension is the plain
 * one. Real callers send all values, and by HTTP and JSON all of them mean the same.
 */
import type { Header } from '../http/exchange.ts'
import { names } from '../text/names.ts'
import { ADDERS, type Caller, callersOf, commonValues, familyNames } from './callers.ts'
import { CONVERSATIONS, TEXTS } from './texts.ts'

/** A UUID of version 4, the form that most callers give a request id. */
const asUuid = (id: string): string =>
  [id.slice(0, 8), id.slice(8, 12), `4${id.slice(13, 16)}`, `8${id.slice(17, 20)}`, id.slice(20)].join('-')

/** Another id for another header of the same request. */
const turned = (id: string, by: number): string => id.slice(by) + id.slice(0, by)

/** Headers with different ids. */
const withIds = (id: string, line: string): Header[] =>
  names(line).map((name, at) => [name, asUuid(turned(id, at + 1))])

/**
 * Headers with which callers follow a request through several systems. The first one shows which way of tracing it is.
 *
 * `id` has 32 hexadecimal digits, and `turn` selects a form.
 */
export const TRACING = {
  none: () => [],
  // For malformed ids, which some callers send, a gateway begins another trace.
  'malformed traceparent': (id) => [
    ['elastic-apm-traceparent', `00-${id}-0-1`],
    ['traceparent', `00-${id.slice(1)}-0-1`],
  ],
  traceparent: (id) => [
    ['tracestate', `vendor=t61rcWkgMzE,rum=${id.repeat(8)}`],
    ['baggage', `sentry-environment=test,userId=4711,session=${id.repeat(16)}`],
    ['sentry-trace', `${turned(id, 8)}-${id.slice(0, 16)}-1`],
    ['traceparent', `00-${id}-${id.slice(0, 16)}-01`],
    ...withIds(id, 'x-amzn-requestid fly-request-id x-vercel-id x-azure-ref x-requestid'),
  ],
  b3: (id) => [
    ['x-b3-traceid', id],
    ['x-b3-spanid', id.slice(0, 16)],
    ['x-b3-sampled', '1'],
    ['b3', `${id}-${id.slice(0, 16)}-1`],
    ...withIds(id, 'trace-id x-transaction-id transaction-id x-message-id apigw-requestid'),
  ],
  'x-request-id': (id, turn) => [
    ['x-request-id', turn % 2 === 0 ? asUuid(id) : asUuid(id).toUpperCase()],
    ...withIds(id, 'x-conversation-id x-interaction-id correlation-id x-call-id x-kong-request-id'),
  ],
  'x-correlation-id': (id) => [
    ['x-correlation-id', asUuid(id)],
    ['x-trace-id', `trace-${id}`],
    ['x-client-request-id', `caller-${id}`],
    ['x-datadog-trace-id', String(BigInt(`0x0${id.slice(0, 15)}`))],
    ['cf-ray', `${id.slice(0, 16)}-FRA`],
    ...withIds(id, 'request-id x-ms-client-request-id x-litellm-call-id idempotency-key'),
  ],
  'x-amzn-trace-id': (id) => [
    ['x-amzn-trace-id', `Root=1-${id.slice(0, 8)}-${id.slice(8)};Sampled=1`],
    ['x-cloud-trace-context', `${turned(id, 4)}/1;o=1`],
    ['uber-trace-id', `${turned(id, 8)}:${id.slice(0, 16)}:0:1`],
    // Microseconds, long after any run: a request that looks old may be dropped.
    ['x-request-start', `t=${4_000_000_000_000_000n + BigInt(`0x0${id.slice(0, 12)}`)}`],
    ...withIds(id, 'x-operation-id operation-id x-session-id session-id'),
  ],
} as const satisfies Record<string, (id: string, turn: number) => readonly Header[]>

const namesOf = <const Name extends string>(values: Readonly<Record<Name, unknown>>): readonly Name[] =>
  Object.keys(values) as Name[]

/** The number of rows is the product of the two largest dimensions, so no dimension should be larger than the next. */
const MAX_COMMON = 5

export const dimensions = {
  accept: ['none', ...commonValues('accept', MAX_COMMON)],
  'accept-encoding': ['none', ...commonValues('accept-encoding', MAX_COMMON)],
  client: ['none', ...familyNames],
  added: ADDERS,
  tracing: namesOf(TRACING),
  spelling: ['of the client', 'lower', 'upper'],
  connection: ['reuse', 'close'],
  framing: ['length', 'chunked'],
  'content-type': commonValues('content-type', MAX_COMMON),
  writing: ['compact', 'indented', 'spaced', 'escaped', 'names escaped', 'wide white space'],
  order: ['usual', 'reversed', 'rotated'],
  text: namesOf(TEXTS),
  conversation: namesOf(CONVERSATIONS),
  temperature: ['left out', 'between 0 and 2', '0', '2'],
  top_p: ['left out', 'above 0, at most 1'],
  stop: ['left out', 'one text', 'several texts'],
  n: ['left out', '1'],
  limit: ['max_tokens', 'max_completion_tokens'],
  stream: ['left out', 'false'],
  include_usage: ['left out', 'true', 'false'],
} as const satisfies Record<string, readonly string[]>

export type Dimension = keyof typeof dimensions

/** A value of a dimension. A long text is in no row of the table: requests with it cost too much. */
type ValueOf<Name extends Dimension> = (typeof dimensions)[Name][number] | (Name extends 'text' ? 'long' : never)

/** One value for each dimension: a variation. */
export type Row = { readonly [Name in Dimension]: ValueOf<Name> } & {
  /** Selects a form if a value covers several; a reduced row uses the same form. */
  readonly turn: number
  /** The name of the client, if it is not that of its group. */
  readonly caller?: string | undefined
}

/** The recorded client of a row: the one that names its group, unless the row has another one. */
export function callerIn({ client, caller }: Row): Caller | undefined {
  if (client === 'none') return undefined
  const own = callersOf(client)
  return own.find(({ name }) => name === caller) ?? own[0]
}

export const dimensionNames = Object.keys(dimensions) as readonly Dimension[]

/** Dimensions of a request's content. The others are about its headers, form and writing. */
export const contentNames = names(
  'text conversation temperature top_p stop n limit stream include_usage',
) satisfies readonly Dimension[]

export type ContentName = (typeof contentNames)[number]

export const isContent = (name: Dimension): name is ContentName => (contentNames as readonly string[]).includes(name)

/** The plain variation: a request without a value of any dimension. */
export const plainRow = {
  ...Object.fromEntries(dimensionNames.map((name) => [name, dimensions[name][0]])),
  turn: 0,
} as Row

/** Dimensions whose names say too little in a finding. */
const LABELS: { readonly [Name in Dimension]?: string } = {
  added: 'added headers',
  spelling: 'header names',
  writing: 'JSON format',
  order: 'order of members',
}

/** The name of a dimension in findings. */
export const labelOf = (name: Dimension): string => LABELS[name] ?? name

/** The name of a value, such as `accept-encoding: gzip, deflate`. */
export function valueName(dimension: Dimension, row: Row): string {
  const caller = dimension === 'client' ? callerIn(row) : undefined
  if (caller) return `client: ${caller.name} ${caller.version}`
  return `${labelOf(dimension)}: ${row[dimension]}`
}
