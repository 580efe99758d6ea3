/**
 * Features of a request that a gateway can see, by the contract and HTTP alone. They were written independently of the suites,
 * so that they do not share their gaps. A feature has several conditions, such as regions of a number.
 */
import { type Ask, headerOf } from '../../red-team/layer/ask.ts'
import type { Json } from '../../red-team/layer/conditions.ts'
import type { Moment } from '../conditions/condition.ts'

export interface Feature {
  readonly name: string
  /** How often a gateway decides by it. */
  readonly weight: number
  /** The part of a request that it is about: a rule about this part refuses the request whatever else it has. */
  readonly of:
    | 'head'
    | 'time'
    | 'text'
    | 'model'
    | 'stop'
    | 'temperature'
    | 'top_p'
    | 'limit'
    | 'n'
    | 'stream_options'
    | 'body'
  readonly conditions: Readonly<Record<string, (ask: Ask, moment: Moment) => boolean>>
}

const table = <Name extends string>(
  names: readonly Name[],
  when: (name: Name) => (ask: Ask, moment: Moment) => boolean,
) => Object.fromEntries(names.map((name) => [name, when(name)]))

const value = (ask: Ask, name: string): string => headerOf(ask, name) ?? ''

/** Request fields of RFC 9110 and 9112, of Fetch, of W3C and OpenTracing systems, and of proxies: those that a POST may have. */
const FIELDS = (
  'accept accept-charset accept-encoding accept-language authorization cache-control connection content-language ' +
  'content-length cookie date dnt expect forwarded from idempotency-key keep-alive max-forwards origin pragma prefer ' +
  'priority referer sec-fetch-dest sec-fetch-mode sec-fetch-site te traceparent tracestate transfer-encoding upgrade ' +
  'user-agent via x-b3-traceid x-correlation-id x-forwarded-for x-forwarded-host x-forwarded-proto x-real-ip ' +
  'x-request-id x-requested-with'
).split(' ')

const PRODUCTS =
  'openai python node go java ruby php perl rust curl wget okhttp axios langchain mozilla httpx aiohttp'.split(' ')

const words = (ask: Ask): string => ask.json.messages.map(({ content }: Json) => content).join('\n')
const roles = (ask: Ask): string => ask.json.messages.map(({ role }: Json) => role[0]).join('')
const raw = (ask: Ask): string => ask.text

/** Regions of a number between two bounds. */
const regions = (field: string, bounds: readonly number[]): Feature['conditions'] =>
  Object.fromEntries(
    bounds.slice(1).map((to, at) => {
      const from = bounds[at] as number
      return [`${field} from ${from} to ${to}`, ({ json }: Ask) => json[field] >= from && json[field] < to]
    }),
  )

const limitOf = ({ json }: Ask): unknown => json.max_tokens ?? json.max_completion_tokens

export const features: readonly Feature[] = [
  {
    name: 'a header',
    weight: 6,
    of: 'head',
    conditions: table(FIELDS, (name) => (ask) => headerOf({ headers: ask.sent }, name) !== undefined),
  },
  {
    name: 'no such header',
    weight: 2,
    of: 'head',
    conditions: table(
      ['accept', 'accept-encoding', 'user-agent'],
      (name) => (ask) => headerOf(ask, name) === undefined,
    ),
  },
  {
    name: 'a coding',
    weight: 4,
    of: 'head',
    conditions: table(
      ['gzip', 'deflate', 'br', 'zstd', 'identity', 'q='],
      (name) => (ask) => value(ask, 'accept-encoding').includes(name),
    ),
  },
  {
    name: 'one coding',
    weight: 1,
    of: 'head',
    conditions: table(['gzip', 'identity', 'gzip, deflate'], (name) => (ask) => value(ask, 'accept-encoding') === name),
  },
  {
    name: 'a media type',
    weight: 4,
    of: 'head',
    conditions: table(
      ['application/json', 'text/event-stream', '*/*', ', ', 'q='],
      (name) => (ask) => value(ask, 'accept').includes(name),
    ),
  },
  {
    name: 'a product',
    weight: 4,
    of: 'head',
    conditions: table(PRODUCTS, (name) => (ask) => value(ask, 'user-agent').toLowerCase().includes(name)),
  },
  {
    name: 'a long head',
    weight: 1,
    of: 'head',
    conditions: table(['6', '10', '14', '18'], (count) => (ask) => ask.headers.length >= Number(count)),
  },
  {
    name: 'spelling',
    weight: 1,
    of: 'head',
    conditions: {
      'a name with a capital': ({ headers }) => headers.some(([name]) => /^[A-Z][a-z]/.test(name)),
      'names in lower case': ({ headers }) => headers.every(([name]) => name === name.toLowerCase()),
      'authorization before content-type': ({ headers }) => {
        const names = headers.map(([name]) => name.toLowerCase())
        return names.indexOf('authorization') < names.indexOf('content-type')
      },
    },
  },
  {
    name: 'a parameter of the content type',
    weight: 2,
    of: 'body',
    conditions: { charset: (ask) => value(ask, 'content-type').includes('charset') },
  },
  {
    name: 'time',
    weight: 4,
    of: 'time',
    conditions: {
      'the second time': (_, { before }) => before === 1,
      'the third time': (_, { before }) => before === 2,
      'from the 13th time on': (_, { before }) => before >= 12,
      'another in flight': (_, { others }) => others > 0,
      'two others in flight': (_, { others }) => others > 1,
      'a new connection': (_, { onConnection }) => onConnection === 0,
      'a used connection': (_, { onConnection }) => onConnection > 0,
      'the third on its connection': (_, { onConnection }) => onConnection === 2,
      'from the 13th on its connection on': (_, { onConnection }) => onConnection >= 12,
    },
  },
  {
    name: 'length',
    weight: 3,
    of: 'body',
    conditions: Object.fromEntries(
      [0, 128, 256, 512, 1024, 4096, 16384].map((from, at, all) => {
        const to = all[at + 1] ?? 1 << 20
        return [
          `${from} to ${to} bytes`,
          ({ text }: Ask) => Buffer.byteLength(text) >= from && Buffer.byteLength(text) < to,
        ]
      }),
    ),
  },
  {
    name: 'a script of the text',
    weight: 3,
    of: 'text',
    conditions: table(
      ['Latin', 'Cyrillic', 'Greek', 'Han', 'Hiragana', 'Arabic', 'Hebrew', 'Devanagari', 'Thai'],
      (name) => {
        const letters = new RegExp(name === 'Latin' ? '[\\u00c0-\\u024f]' : `\\p{Script=${name}}`, 'u')
        return (ask) => letters.test(words(ask))
      },
    ),
  },
  {
    name: 'a category of the text',
    weight: 3,
    of: 'text',
    // Without lone surrogates (Cs): RFC 8259, 8.2 leaves open what happens to them, so they break nothing.
    conditions: table(['Cc', 'Cf', 'Mn', 'Nd', 'Pd', 'Sm', 'So', 'Zl', 'Lu'], (name) => {
      const letters = new RegExp(`\\p{${name}}`, 'u')
      return (ask) => letters.test(words(ask))
    }),
  },
  {
    name: 'a sign of the text',
    weight: 3,
    of: 'text',
    conditions: table([...'"\'\\/<>&{}[]:,;!?@#$%^*()_+=|~`-'], (sign) => (ask) => words(ask).includes(sign)),
  },
  {
    name: 'white space of the text',
    weight: 2,
    of: 'text',
    conditions: table(
      ['\n', '\r\n', '\t', '\n\n', ' '],
      (sign) => (ask) => words(ask).endsWith(sign) || words(ask).includes(sign),
    ),
  },
  {
    name: 'words of the text',
    weight: 2,
    of: 'text',
    conditions: table(
      ['1', '2', '5', '10', '20', '50', '500'],
      (count) => (ask) => words(ask).split(/\s+/).length >= Number(count),
    ),
  },
  {
    name: 'roles',
    weight: 3,
    of: 'text',
    conditions: table(
      ['^u$', '^s', '^a', 'a$', 's$', 'uu', 'aa', 'su', 'us', '^su$', '^.{3}', '^.{5}', '^.{10}', '^.{100}'],
      (form) => {
        const order = new RegExp(form)
        return (ask) => order.test(roles(ask))
      },
    ),
  },
  {
    name: 'temperature',
    weight: 2,
    of: 'temperature',
    conditions: {
      ...regions('temperature', [0, 0.5, 1, 1.5, 2.1]),
      zero: ({ json }) => json.temperature === 0,
      none: ({ json }) => !('temperature' in json),
    },
  },
  {
    name: 'top_p',
    weight: 2,
    of: 'top_p',
    conditions: {
      ...regions('top_p', [0, 0.1, 0.6, 1]),
      one: ({ json }) => json.top_p === 1,
      none: ({ json }) => !('top_p' in json),
    },
  },
  {
    name: 'limit',
    weight: 2,
    of: 'limit',
    conditions: {
      one: (ask) => limitOf(ask) === 1,
      'below 16': (ask) => Number(limitOf(ask)) < 16,
      'above 16': (ask) => Number(limitOf(ask)) > 16,
      none: (ask) => limitOf(ask) === undefined,
      max_tokens: ({ json }) => 'max_tokens' in json,
      max_completion_tokens: ({ json }) => 'max_completion_tokens' in json,
    },
  },
  {
    name: 'stop',
    weight: 2,
    of: 'stop',
    conditions: {
      'a text': ({ json }) => typeof json.stop === 'string',
      ...Object.fromEntries(
        [1, 2, 3, 4].map((count) => [
          `${count} texts`,
          ({ json }: Ask) => Array.isArray(json.stop) && json.stop.length === count,
        ]),
      ),
      'beyond ASCII': ({ json }) => /[^\x00-\x7f]/.test(String(json.stop ?? '')),
      'a line end': ({ json }) => /\n/.test(String(json.stop ?? '')),
    },
  },
  { name: 'n', weight: 1, of: 'n', conditions: { 'n is 1': ({ json }) => json.n === 1 } },
  {
    name: 'streaming',
    weight: 3,
    of: 'stream_options',
    conditions: {
      'stream is false': ({ json }) => json.stream === false,
      'stream is true': ({ json }) => json.stream === true,
      'usage wanted': ({ json }) => json.stream_options.include_usage === true,
      'usage not wanted': ({ json }) => json.stream_options.include_usage === false,
    },
  },
  {
    name: 'writing',
    weight: 3,
    of: 'body',
    conditions: {
      'white space after a colon': (ask) => /": /.test(raw(ask)),
      'more than one line': (ask) => /\n/.test(raw(ask)),
      'an escape of four digits': (ask) => /\\u[\da-f]{4}/i.test(raw(ask)),
      'bytes beyond ASCII': (ask) => /[^\x00-\x7f]/.test(raw(ask)),
      'an exponent': (ask) => /[:,[]\s*\d+(?:\.\d+)?e/i.test(raw(ask)),
      'an escaped slash': (ask) => raw(ask).includes('\\/'),
      'white space at the end': (ask) => /\s$/.test(raw(ask)),
    },
  },
  {
    name: 'order of members',
    weight: 3,
    of: 'body',
    conditions: {
      ...table(
        ['model', 'messages', 'max_tokens', 'stream', 'temperature'],
        (name) =>
          ({ json }) =>
            Object.keys(json)[0] === name,
      ),
      ...Object.fromEntries(
        ['model', 'messages', 'stream', 'stop'].map((name) => [
          `${name} last`,
          ({ json }: Ask) => Object.keys(json).at(-1) === name,
        ]),
      ),
    },
  },
  {
    name: 'number of members',
    weight: 1,
    of: 'body',
    conditions: table(
      ['4', '5', '6', '7', '8', '9'],
      (count) =>
        ({ json }) =>
          Object.keys(json).length >= Number(count),
    ),
  },
]
