/** Conditions on the content of a request body, and on how it is written. */
import type { Ask } from '../../red-team/layer/ask.ts'
import type { Json } from '../../red-team/layer/conditions.ts'
import type { Form } from '../kinds.ts'
import type { Condition, Dimension } from './condition.ts'

type Table = Readonly<Record<string, readonly [weight: number, when: (json: Json, ask: Ask) => boolean]>>

const rows = (dimension: Dimension, forms: readonly Form[] | undefined, table: Table): Condition[] =>
  Object.entries(table).map(([name, [weight, when]]) => {
    return { name, dimension, weight, when: (ask) => when(ask.json, ask), ofBody: true, ...(forms ? { forms } : {}) }
  })

const valid: readonly Form[] = ['completion', 'stream']

type When = (json: Json) => boolean
const has = (...names: readonly string[]): When => {
  return (json) => names.every((name) => Object.hasOwn(json, name))
}
const content = (test: (text: string) => boolean): When => {
  return ({ messages }) => messages.some((message: Json) => test(message.content))
}
const holds = (what: RegExp) => content((text) => what.test(text))
const rolesOf = ({ messages }: Json): string[] => messages.map(({ role }: Json) => role)
const placeOf = (json: Json, name: string): number => Object.keys(json).indexOf(name)
const isBefore = (one: string, other: string): When => {
  return (json) => has(one)(json) && placeOf(json, one) < placeOf(json, other)
}
const hasLimit: When = (json) => has('max_tokens')(json) || has('max_completion_tokens')(json)
/** White space between the tokens of a JSON text. */
const spaces = (text: string): string => text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').replaceAll(/[^\s]/g, '')

export const bodies: readonly Condition[] = [
  ...rows('text', valid, {
    'the text holds a line feed': [4, holds(/\n/)],
    'the text holds a carriage return': [1, holds(/\r/)],
    'the text holds a tab': [1, holds(/\t/)],
    'the text holds a quotation mark': [4, holds(/"/)],
    'the text holds a backslash': [3, holds(/\\/)],
    'the text holds an emoji': [4, holds(/\p{Extended_Pictographic}/u)],
    'the text holds letters beyond ASCII': [4, holds(/[^\x00-\x7f]/)],
    'the text holds U+0000': [1, holds(/\x00/)],
    'the text holds a control character': [1, holds(/[\x01-\x08\x0b\x0c\x0e-\x1f]/)],
    'the text holds U+2028': [1, holds(/[\u2028\u2029]/)],
    'the text holds a combining mark': [1, holds(/\p{M}/u)],
    'the text holds a lone surrogate': [1, content((text) => !text.isWellFormed())],
    'the text holds data: ': [1, holds(/data: /)],
    'the text holds [DONE]': [1, holds(/\[DONE\]/)],
    'the text holds a tag': [2, holds(/<\/?\w+>/)],
    'the text is longer than 2000 characters': [2, content((text) => text.length > 2000)],
    'the text is longer than 32 KiB': [2, content((text) => text.length > 32 * 1024)],
    'the text is one character': [1, content((text) => text.length === 1)],
    'the text ends with white space': [1, holds(/\s$/)],
  }),
  ...rows('options', valid, {
    'it has temperature': [3, has('temperature')],
    'it has temperature 0': [2, ({ temperature }) => temperature === 0],
    'it has temperature 2': [1, ({ temperature }) => temperature === 2],
    'it has a fraction as temperature': [1, ({ temperature }) => temperature % 1 > 0],
    'it has top_p': [3, has('top_p')],
    'it has max_tokens': [2, has('max_tokens')],
    'it has max_completion_tokens': [3, has('max_completion_tokens')],
    'it has a limit of one token': [1, (json) => json.max_tokens === 1 || json.max_completion_tokens === 1],
    'it has no limit of tokens': [2, (json) => !hasLimit(json)],
    'it has n': [2, has('n')],
    'it has one stop as a string': [2, ({ stop }) => typeof stop === 'string'],
    'it has a list of stops': [2, ({ stop }) => Array.isArray(stop)],
    'it has four stops': [1, ({ stop }) => stop.length === 4 && typeof stop === 'object'],
    'it has temperature and top_p': [2, has('temperature', 'top_p')],
    'it has a stop and a limit': [1, (json) => has('stop')(json) && hasLimit(json)],
  }),
  ...rows('streaming', ['completion'], { 'stream is false in words': [4, ({ stream }) => stream === false] }),
  ...rows('streaming', ['stream'], {
    'it asks for usage': [4, ({ stream_options: options }) => options.include_usage === true],
    'it asks for no usage': [1, ({ stream_options: options }) => options.include_usage === false],
  }),
  ...rows('streaming', ['error'], { 'a stream is asked for': [6, ({ stream }) => stream === true] }),
  ...rows('messages', valid, {
    'it has several messages': [3, ({ messages }) => messages.length > 1],
    'it has ten messages': [1, ({ messages }) => messages.length >= 10],
    'it has a hundred messages': [1, ({ messages }) => messages.length >= 100],
    'a system message comes first': [3, (json) => rolesOf(json)[0] === 'system'],
    'the assistant speaks last': [1, (json) => rolesOf(json).at(-1) === 'assistant'],
    'two users speak in a row': [1, (json) => /user user/.test(rolesOf(json).join(' '))],
    'the assistant speaks somewhere': [2, (json) => rolesOf(json).includes('assistant')],
  }),
  ...rows('order', undefined, {
    'stream is before messages': [2, isBefore('stream', 'messages')],
    'messages are before model': [2, (json) => placeOf(json, 'messages') < placeOf(json, 'model')],
    'model is last': [1, (json) => Object.keys(json).at(-1) === 'model'],
  }),
  ...rows('writing', undefined, {
    'line feeds stand between the members': [2, (_json, { text }) => spaces(text).includes('\n')],
    'spaces stand between the members': [2, (_json, { text }) => spaces(text).includes(' ')],
    'it has escapes such as \\u0041': [2, (_json, { text }) => /(?<!\\)(?:\\\\)*\\u[\da-f]{4}/i.test(text)],
    'it has bytes beyond ASCII': [2, (_json, { text }) => /[^\x00-\x7f]/.test(text)],
  }),
  ...rows('model', valid, {
    'the model is not the one that is listed first': [3, ({ model }, ask) => model !== ask.world.gateway.models.chat],
    'the model is the last but two of the list': [2, ({ model }) => model === 'svc/quay-7'],
    'the model is the fourth of the list': [2, ({ model }) => model === 'svc/quay-1'],
  }),
  {
    name: 'the key is of another project',
    dimension: 'project',
    weight: 3,
    when: ({ role }) => role === 'second',
    forms: ['list', 'completion', 'stream'],
    beyondOneKey: true,
  },
]
