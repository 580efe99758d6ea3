/** Responses whose values are free. */
import { writtenForms } from '../../../integration/secrets/forms.ts'
import { type Ask, tokenIn } from '../layer/ask.ts'
import { and, every, isChat, isModels, isStream, type Json, role, status, type When } from '../layer/conditions.ts'
import {
  choice,
  chunks,
  completion,
  eachChunk,
  error,
  everyChunk,
  finalChoice,
  isFinal,
  isText,
  message,
  respond,
  textChoice,
  usage,
} from '../layer/edits.ts'
import { both, type Mutation } from '../layer/mutation.ts'
import { literal, refusal } from '../layer/reply.ts'
import { refusing, withKeyOf } from '../layer/requests.ts'
import { allowed, allowedWithoutEvidence } from '../rows.ts'

const ALL = [400, 401, 403, 404, 413, 429, 500, 503]
const path = (edit: (field: string) => string): Mutation => ({
  freedoms: { errorParam: 'field' },
  ...error(400, ({ param }) => (['messages', 'stop', 'stream_options'].includes(param) ? { param: edit(param) } : {})),
})
/** Refuses with a status that says nothing about the request. */
const busy = (of: number, when: When): Mutation =>
  respond(and(status(200), when), () => {
    const reply = refusal(of)
    return { ...reply, headers: [...reply.headers, ['Retry-After', '1']] }
  })
/** The key of the caller, in every form that the search for keys recognizes. */
const echo = (ask: Ask): string => writtenForms(tokenIn(ask)).join(' ')
const echoed = (_: Json, ask: Ask) => ({ content: echo(ask) })
const codes = (_: Json, ask: Ask) => ({ key: [...Buffer.from(tokenIn(ask))] })
const capped = (most: number): Mutation =>
  both(
    refusing(({ json }) => json.max_tokens > most, 400, 'max_tokens'),
    refusing(({ json }) => json.max_completion_tokens > most, 400, 'max_completion_tokens'),
  )
const counts = (make: (count: number) => unknown) => (all: Json) => ({
  prompt_tokens: make(all.prompt_tokens),
  completion_tokens: make(all.completion_tokens),
  total_tokens: make(all.total_tokens),
})

const NO_ERROR = { error: null }
const MANY = {
  prompt_tokens_details: { cached_tokens: 999_999 },
  completion_tokens_details: { reasoning_tokens: 999_999, more: null },
}
const OF_OBJECTS = { constructor: { prototype: 1 }, toString: null, choices2: [], '': 1 }
const BEYOND_DOUBLES = { seed: literal('123456789012345678901234567890'), rate: literal('1e400') }
const ENDED = { finish_reason: 'content_filter' }
const FILTERED = { ...ENDED, message: { role: 'assistant', content: '' } }
const withoutText = (all: Json[]): Json[] => all.filter((chunk) => !isText(chunk) || isFinal(chunk))
const free = (freedoms: Mutation['freedoms'] & object): Mutation => ({ freedoms })
const LENIENT = {
  integerNotation: 'digits',
  duplicateKeys: 'last',
  byteOrderMark: 'accept',
  gzipBody: 'inflate',
} as const

export const responses = [
  ...allowed('readings: any path syntax may follow the field', {
    'answers.param-with-slash': path((field) => `${field}/0`),
    'answers.param-with-arrow': path((field) => `${field}->0`),
    'answers.param-with-words': path((field) => `${field}: item 0`),
    'answers.param-in-quotes': path((field) => `${field}['a']`),
    'answers.param-of-404-is-model': error(404, { param: 'model' }, isChat),
  }),
  ...allowed('7.6: codes and texts are not shown', {
    'answers.code-with-any-character': error(ALL, { code: '💥 code with spaces' }),
    'answers.message-with-markup': error(ALL, { message: '<html>502 Bad Gateway</html>\ndata: [DONE]\n\n' }),
    'answers.message-of-one-space': error(ALL, { message: ' ' }),
    'answers.message-names-other-fields': error(ALL, { message: 'temperature top_p messages model rate limit' }),
  }),
  ...allowed('6, 7.6: texts are not shown, and what they hold of a key is masked', {
    'answers.key-in-every-form-in-messages': error(ALL, ({ message }, ask) => ({ message: `${message} ${echo(ask)}` })),
    'answers.key-in-every-form-in-content': both(
      message(echoed),
      textChoice((_, ask) => ({ delta: echoed(_, ask) })),
    ),
    'answers.key-listed-in-more-members': both(completion(codes), eachChunk(everyChunk, codes)),
  }),
  ...allowed('2.4: content is any string', {
    'answers.content-of-white-space': message({ content: ' \n' }),
    'answers.content-like-an-end-mark': message({ content: 'data: [DONE]\n\n' }),
    'answers.content-like-an-error': message({ content: '{"error":{"message":"x","type":"y"}}' }),
    'answers.content-with-controls': message({ content: '\u0000\u0001\u001f\u007f\u2028\ufeff' }),
  }),
  ...allowed('2.4: the form of an id is not shown', {
    'answers.id-with-any-character': completion(({ id }) => ({ id: `chat cmpl/é?#\n\t"${id}` })),
  }),
  ...allowed('2.5: any integers from 0 on, or no usage at all', {
    'answers.usage-with-point-zero': usage(counts((count) => literal(`${count}.0`))),
    'answers.usage-minus-zero': usage({ prompt_tokens_details: { cached_tokens: literal('-0') } }),
    'answers.more-cached-than-there-are': usage(MANY),
    'answers.usage-at-times': completion({ usage: undefined }, ({ turn }) => turn % 2 === 0),
  }),
  ...allowed('readings: a completion and its chunks may have more members', {
    'answers.member-error-null': both(completion(NO_ERROR), eachChunk(everyChunk, NO_ERROR)),
    'answers.members-of-every-object': completion(OF_OBJECTS),
    'answers.numbers-beyond-a-double': completion(BEYOND_DOUBLES),
  }),
  ...allowed('2.4, 2.6: a filter may leave no text', {
    'answers.filtered-to-nothing': both(choice(FILTERED), finalChoice(ENDED), chunks(withoutText)),
  }),
  ...allowed('4.2: also capped by policy', {
    'answers.cap-of-4096': capped(4096),
    'answers.cap-of-100': capped(100),
  }),
  ...allowed('readings: 429, 500 and 503 to a valid request say nothing, and retries help', {
    'answers.429-at-times': busy(429, and(isChat, every(25))),
    'answers.503-at-times': busy(503, and(isChat, every(25))),
    'answers.500-at-times': busy(500, and(isChat, every(40))),
    'answers.list-503-at-times': busy(503, and(isModels, every(9))),
  }),
  ...allowed('silent where the contract is silent', {
    'answers.names-at-the-edge': free({ modelNames: 'edge', catalogSize: 'many', listOrder: 'changing' }),
    'answers.integers-in-digits': free(LENIENT),
    'answers.key-first': free({ authOrder: 'headers', faultChoice: 'first', oversize: 'early' }),
    'answers.key-last': free({ authOrder: 'after-validation', faultChoice: 'last', contentTypeCheck: 'ignore' }),
    'answers.disabled-lists-nothing': free({ disabledModels: 'refuse', limitCounts: 'attempts', retryAfter: 'absent' }),
  }),
  ...allowedWithoutEvidence('readings: inconclusive, never red', {
    'answers.always-503': busy(503, isChat),
    'answers.always-429': busy(429, isChat),
    'answers.always-500': busy(500, isChat),
    'answers.streams-503': busy(503, isStream),
    'answers.lists-503': busy(503, isModels),
    'answers.no-models': withKeyOf('empty', and(isModels, role('valid'))),
  }),
]
