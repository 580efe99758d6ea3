/**
 * Features of a request that a gateway can see, by the contract and HTTP alone. They were written independently of the
 * suites, so that they do not share gaps. A feature has several conditions, such as ranges of a number.
 */
import { type Ask, headerOf } from '../../red-team/layer/ask.ts'
import type { Json } from '../../red-team/layer/conditions.ts'
import type { Timing } from '../conditions/condition.ts'

type When = (ask: Ask, timing: Timing) => boolean
type Part =
  | 'head'
  | 'body'
  | 'time'
  | 'model'
  | 'stream_options'
  | 'text'
  | 'stop'
  | 'temperature'
  | 'top_p'
  | 'limit'
  | 'n'

export interface Feature {
  readonly name: string
  /** The weight: how often gateways decide by this feature. */
  readonly weight: number
  /** The part of a request that it is about. A rule about this part refuses the request regardless of other parts. */
  readonly of: Part
  readonly conditions: Readonly<Record<string, When>>
}

const feature = (of: Part, name: string, weight: number, conditions: Feature['conditions']): Feature => {
  return { of, name, weight, conditions }
}

const table = (words: readonly string[], when: (ask: Ask, word: string) => boolean): Feature['conditions'] =>
  Object.fromEntries(words.map((word) => [word, (ask: Ask) => when(ask, word)]))

/** A feature with one condition for each of these words. */
const each = (of: Part, name: string, weight: number, ...words: Parameters<typeof table>): Feature =>
  feature(of, name, weight, table(...words))

const hasHeader = (ask: Ask, name: string): boolean => headerOf(ask, name) !== undefined
const value = (ask: Ask, name: string): string => headerOf(ask, name) ?? ''
const coding = (ask: Ask): string => value(ask, 'accept-encoding')

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
const CODINGS = ['gzip', 'deflate', 'br', 'zstd', 'identity', 'q=']
const MEDIA_TYPES = ['application/json', 'text/event-stream', '*/*', ', ', 'q=']
const SCRIPTS = 'Latin Cyrillic Greek Han Hiragana Arabic Hebrew Devanagari Thai'.split(' ')
/** Without lone surrogates (Cs): RFC 8259, 8.2 leaves open what happens to them, so they break nothing. */
const CATEGORIES = ['Cc', 'Cf', 'Mn', 'Nd', 'Pd', 'Sm', 'So', 'Zl', 'Lu']
const SIGNS = [...'"\'\\/<>&{}[]:,;!?@#$%^*()_+=|~`-']
const ROLES = '^u$ ^s ^a a$ s$ uu aa su us ^su$ ^.{3} ^.{5} ^.{10} ^.{100}'.split(' ')
const TEXTS = ['1 texts', '2 texts', '3 texts', '4 texts']

const words = (ask: Ask): string => ask.json.messages.map(({ content }: Json) => content).join('\n')
const roles = (ask: Ask): string => ask.json.messages.map(({ role }: Json) => role[0]).join('')
const raw = (ask: Ask): string => ask.text
const names = ({ json }: Ask): string[] => Object.keys(json)

/** A feature with a condition for each minimum. */
const atLeast = (of: Part, name: string, weight: number, numbers: readonly number[], count: (ask: Ask) => number) =>
  each(of, name, weight, numbers.map(String), (ask, number) => count(ask) >= Number(number))

/** Ranges of a number between two bounds. */
const regions = (
  bounds: readonly number[],
  nameOf: (from: number, to: number) => string,
  numberOf: (ask: Ask) => number,
): Feature['conditions'] =>
  Object.fromEntries(
    bounds.slice(1).map((to, at) => {
      const from = bounds[at] as number
      return [nameOf(from, to), (ask: Ask) => numberOf(ask) >= from && numberOf(ask) < to]
    }),
  )

const regionsOf = (field: string, bounds: readonly number[]): Feature['conditions'] =>
  regions(
    bounds,
    (from, to) => `${field} from ${from} to ${to}`,
    ({ json }) => json[field],
  )

const LENGTHS = regions(
  [0, 128, 256, 512, 1024, 4096, 16384, 1 << 20],
  (from, to) => `${from} to ${to} bytes`,
  ({ text }) => Buffer.byteLength(text),
)

const limitOf = ({ json }: Ask): unknown => json.max_tokens ?? json.max_completion_tokens

export const features: readonly Feature[] = [
  each('head', 'a header', 6, FIELDS, (ask, name) => headerOf({ headers: ask.sent }, name) !== undefined),
  each('head', 'no such header', 2, ['accept', 'accept-encoding', 'user-agent'], (ask, name) => !hasHeader(ask, name)),
  each('head', 'a coding', 4, CODINGS, (ask, name) => coding(ask).includes(name)),
  each('head', 'one coding', 1, ['gzip', 'identity', 'gzip, deflate'], (ask, name) => coding(ask) === name),
  each('head', 'a media type', 4, MEDIA_TYPES, (ask, name) => value(ask, 'accept').includes(name)),
  each('head', 'a product', 4, PRODUCTS, (ask, name) => value(ask, 'user-agent').toLowerCase().includes(name)),
  atLeast('head', 'a long head', 1, [6, 10, 14, 18], ({ headers }) => headers.length),
  feature('head', 'spelling', 1, {
    'a name with a capital': ({ headers }) => headers.some(([name]) => /^[A-Z][a-z]/.test(name)),
    'names in lower case': ({ headers }) => headers.every(([name]) => name === name.toLowerCase()),
    'authorization before content-type': ({ headers }) => {
      const names = headers.map(([name]) => name.toLowerCase())
      return names.indexOf('authorization') < names.indexOf('content-type')
    },
  }),
  feature('body', 'a parameter of the content type', 2, {
    charset: (ask) => value(ask, 'content-type').includes('charset'),
  }),
  feature('time', 'time', 4, {
    'the second time': (_, { before }) => before === 1,
    'the third time': (_, { before }) => before === 2,
    'from the 13th time on': (_, { before }) => before >= 12,
    'another in flight': (_, { others }) => others > 0,
    'two others in flight': (_, { others }) => others > 1,
    'a new connection': (_, { onConnection }) => onConnection === 0,
    'a used connection': (_, { onConnection }) => onConnection > 0,
    'the third on its connection': (_, { onConnection }) => onConnection === 2,
    'from the 13th on its connection on': (_, { onConnection }) => onConnection >= 12,
  }),
  feature('body', 'length', 3, LENGTHS),
  each('text', 'a script of the text', 3, SCRIPTS, (ask, name) =>
    new RegExp(name === 'Latin' ? '[\\u00c0-\\u024f]' : `\\p{Script=${name}}`, 'u').test(words(ask)),
  ),
  each('text', 'a category of the text', 3, CATEGORIES, (ask, name) =>
    new RegExp(`\\p{${name}}`, 'u').test(words(ask)),
  ),
  each('text', 'a sign of the text', 3, SIGNS, (ask, sign) => words(ask).includes(sign)),
  each('text', 'white space of the text', 2, ['\n', '\r\n', '\t', '\n\n', ' '], (ask, sign) =>
    words(ask).includes(sign),
  ),
  atLeast('text', 'words of the text', 2, [1, 2, 5, 10, 20, 50, 500], (ask) => words(ask).split(/\s+/).length),
  each('text', 'roles', 3, ROLES, (ask, form) => new RegExp(form).test(roles(ask))),
  feature('temperature', 'temperature', 2, {
    ...regionsOf('temperature', [0, 0.5, 1, 1.5, 2.1]),
    zero: ({ json }) => json.temperature === 0,
    none: ({ json }) => !('temperature' in json),
  }),
  feature('top_p', 'top_p', 2, {
    ...regionsOf('top_p', [0, 0.1, 0.6, 1]),
    one: ({ json }) => json.top_p === 1,
    none: ({ json }) => !('top_p' in json),
  }),
  feature('limit', 'limit', 2, {
    one: (ask) => limitOf(ask) === 1,
    'below 16': (ask) => Number(limitOf(ask)) < 16,
    'above 16': (ask) => Number(limitOf(ask)) > 16,
    none: (ask) => limitOf(ask) === undefined,
    max_tokens: ({ json }) => 'max_tokens' in json,
    max_completion_tokens: ({ json }) => 'max_completion_tokens' in json,
  }),
  feature('stop', 'stop', 2, {
    'a text': ({ json }) => typeof json.stop === 'string',
    ...table(TEXTS, ({ json }, name) => Array.isArray(json.stop) && `${json.stop.length} texts` === name),
    'beyond ASCII': ({ json }) => /[^\x00-\x7f]/.test(String(json.stop ?? '')),
    'a line end': ({ json }) => /\n/.test(String(json.stop ?? '')),
  }),
  feature('n', 'n', 1, { 'n is 1': ({ json }) => json.n === 1 }),
  feature('stream_options', 'streaming', 3, {
    'stream is false': ({ json }) => json.stream === false,
    'stream is true': ({ json }) => json.stream === true,
    'usage wanted': ({ json }) => json.stream_options.include_usage === true,
    'usage not wanted': ({ json }) => json.stream_options.include_usage === false,
  }),
  feature('body', 'writing', 3, {
    'white space after a colon': (ask) => /": /.test(raw(ask)),
    'more than one line': (ask) => /\n/.test(raw(ask)),
    'an escape of four digits': (ask) => /\\u[\da-f]{4}/i.test(raw(ask)),
    'bytes beyond ASCII': (ask) => /[^\x00-\x7f]/.test(raw(ask)),
    'an exponent': (ask) => /[:,[]\s*\d+(?:\.\d+)?e/i.test(raw(ask)),
    'an escaped slash': (ask) => raw(ask).includes('\\/'),
    'white space at the end': (ask) => /\s$/.test(raw(ask)),
  }),
  feature('body', 'order of members', 3, {
    ...table(['model', 'messages', 'max_tokens', 'stream', 'temperature'], (ask, name) => names(ask)[0] === name),
    ...table(
      ['model last', 'messages last', 'stream last', 'stop last'],
      (ask, name) => `${names(ask).at(-1)} last` === name,
    ),
  }),
  atLeast('body', 'number of members', 1, [4, 5, 6, 7, 8, 9], (ask) => names(ask).length),
]
