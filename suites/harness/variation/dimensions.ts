/**
 * The space of requests: what may differ between two requests that ask for the same thing. The first value of each
 * dimension is the plain one. All of them are what real callers send, and HTTP and JSON call them equal.
 */
import type { Header } from '../http/exchange.ts'
import { CONVERSATIONS } from './conversations.ts'
import { TEXTS } from './texts.ts'

/** Header sets of client libraries, as they were seen on the wire; Accept and Accept-Encoding are separate dimensions. */
export const CLIENTS = {
  none: [],
  'openai-node': [
    ['user-agent', 'OpenAI/JS 7.55.0'],
    ['x-stainless-lang', 'js'],
    ['x-stainless-package-version', '7.55.0'],
    ['x-stainless-os', 'Linux'],
    ['x-stainless-arch', 'x64'],
    ['x-stainless-runtime', 'node'],
    ['x-stainless-runtime-version', 'v24.11.0'],
    ['x-stainless-retry-count', '0'],
    ['x-stainless-timeout', '600'],
    ['openai-organization', 'org-conformance'],
    ['openai-project', 'proj_conformance'],
  ],
  'openai-python': [
    ['user-agent', 'OpenAI/Python 3.22.1'],
    ['x-stainless-lang', 'python'],
    ['x-stainless-package-version', '3.22.1'],
    ['x-stainless-async', 'false'],
    ['x-stainless-runtime', 'CPython'],
    ['x-stainless-runtime-version', '3.13.9'],
    ['x-stainless-retry-count', '1'],
    ['x-stainless-read-timeout', '600'],
  ],
  'ai-sdk': [
    ['user-agent', 'ai/7.0.173 ai-sdk/openai-compatible/3.0.92 ai-sdk/provider-utils/5.0.40 runtime/node.js/v24.11.0'],
    ['accept-language', '*'],
    ['sec-fetch-mode', 'cors'],
    ['origin', 'https://app.example.com'],
    ['referer', 'https://app.example.com/chat'],
    ['cookie', 'session=conformance; theme=dark'],
  ],
  langchain: [
    ['user-agent', 'langchainjs-openai/1.6.0 (node/v24.11.0)'],
    ['x-stainless-lang', 'js'],
    ['x-stainless-helper-method', 'stream'],
    ['x-stainless-retry-count', '0'],
  ],
  curl: [['user-agent', 'curl/8.17.0']],
  go: [
    ['user-agent', 'Go-http-client/1.1'],
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-proto', 'https'],
    ['x-real-ip', '127.0.0.1'],
  ],
  'python-requests': [
    ['user-agent', 'python-requests/2.32.5'],
    ['cache-control', 'no-cache'],
  ],
} as const satisfies Record<string, readonly Header[]>

/** Headers with which callers follow a request through several systems; `id` has 32 hexadecimal digits. */
export const TRACING = {
  none: () => [],
  traceparent: (id) => [
    ['traceparent', `00-${id}-${id.slice(0, 16)}-01`],
    ['tracestate', 'vendor=conformance'],
    ['baggage', 'sentry-environment=test,userId=conformance'],
    ['sentry-trace', `${id}-${id.slice(0, 16)}-1`],
  ],
  b3: (id) => [
    ['x-b3-traceid', id],
    ['x-b3-spanid', id.slice(0, 16)],
    ['x-b3-sampled', '1'],
  ],
  'x-request-id': (id) => [['x-request-id', `caller-${id}`]],
  'x-correlation-id': (id) => [
    ['x-correlation-id', `caller-${id}`],
    ['x-trace-id', `trace-${id}`],
    ['x-datadog-trace-id', String(BigInt(`0x0${id.slice(0, 15)}`))],
  ],
  'x-amzn-trace-id': (id) => [['x-amzn-trace-id', `Root=1-${id.slice(0, 8)}-${id.slice(8)};Sampled=1`]],
  'x-cloud-trace-context': (id) => [['x-cloud-trace-context', `${id}/1;o=1`]],
} as const satisfies Record<string, (id: string) => readonly Header[]>

const namesOf = <const Name extends string>(values: Readonly<Record<Name, unknown>>): readonly Name[] =>
  Object.keys(values) as Name[]

export const dimensions = {
  accept: ['none', 'application/json', '*/*', 'text/event-stream', 'application/json, text/event-stream'],
  'accept-encoding': ['none', 'identity', 'gzip, deflate', 'gzip, deflate, br', 'gzip, deflate, br, zstd'],
  client: [
    'none',
    'openai-node',
    'openai-python',
    'ai-sdk',
    'langchain',
    'curl',
    'go',
    'python-requests',
  ] satisfies (keyof typeof CLIENTS)[],
  tracing: [
    'none',
    'traceparent',
    'b3',
    'x-request-id',
    'x-correlation-id',
    'x-amzn-trace-id',
    'x-cloud-trace-context',
  ] satisfies (keyof typeof TRACING)[],
  spelling: ['lower', 'title', 'upper'],
  connection: ['reuse', 'close'],
  'content-type': ['application/json', 'application/json; charset=utf-8', 'Application/JSON'],
  writing: ['compact', 'indented', 'spaced', 'reversed', 'escaped', 'names escaped', 'wide white space'],
  text: namesOf(TEXTS),
  conversation: namesOf(CONVERSATIONS),
  temperature: ['left out', 'between 0 and 2', '0', '2'],
  top_p: ['left out', 'between 0 and 1'],
  stop: ['left out', 'one text', 'four texts'],
  n: ['left out', '1'],
  limit: ['max_tokens', 'max_completion_tokens'],
  stream: ['left out', 'false'],
  include_usage: ['left out', 'true', 'false'],
} as const satisfies Record<string, readonly string[]>

export type Dimension = keyof typeof dimensions

/** A value that is in no row of the table: what has it costs too much to have it often. */
interface Rare {
  readonly text: 'long'
}

type ValueOf<Name extends Dimension> =
  | (typeof dimensions)[Name][number]
  | (Name extends keyof Rare ? Rare[Name] : never)

/** One value for each dimension: a variation. */
export type Row = { readonly [Name in Dimension]: ValueOf<Name> } & {
  /** Which one it is if a value covers several: a reduced row uses the same one. */
  readonly turn: number
}

export const dimensionNames = Object.keys(dimensions) as readonly Dimension[]

/** Dimensions of what a request holds. The others are about its headers, form and writing. */
export const contentNames = [
  'text',
  'conversation',
  'temperature',
  'top_p',
  'stop',
  'n',
  'limit',
  'stream',
  'include_usage',
] as const satisfies readonly Dimension[]

export type ContentName = (typeof contentNames)[number]

export const isContent = (name: Dimension): name is ContentName => (contentNames as readonly string[]).includes(name)

/** The plain variation: a request without a value of any dimension. */
export const plainRow = {
  ...Object.fromEntries(dimensionNames.map((name) => [name, dimensions[name][0]])),
  turn: 0,
} as Row

/** `accept-encoding: gzip, deflate`: how a value is called in findings. */
export function valueName(dimension: Dimension, row: Row): string {
  return `${dimension}: ${row[dimension]}`
}
