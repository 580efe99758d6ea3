/** What sections 2 and 4.2 require of every member, with values that break it, written independently of the schemas. */
import { exactNumber, type Json } from '../../suites/harness/http/exact-json.ts'
import type { WireName } from '../../suites/harness/judge/schema.ts'

export interface Field {
  readonly object: WireName
  readonly at: string
  /** The requirement that a wrong member breaks. */
  readonly requirement: string
  /** The requirement that a missing member breaks; absent if the member is optional. */
  readonly missing?: string
  readonly good: readonly Json[]
  readonly bad: readonly Json[]
  /** The value to change if the sample has fields that the contract ties to this one. */
  readonly base?: Json
}

const MAX = exactNumber('9223372036854775807')
const ABOVE = exactNumber('9223372036854775808')

interface Kind {
  readonly good: readonly Json[]
  readonly bad: readonly Json[]
}

const text: Kind = { good: ['', 'a', '\u0000', 'ü€😀'], bad: [null, 7, true, [], {}, ['a']] }
const count: Kind = {
  good: [0, 1, 1, MAX],
  bad: [null, '1', '', true, [], {}, -1, -0.5, 1.5, ABOVE, exactNumber('1e30'), exactNumber('9223372036854775807.5')],
}
const thing = (good: readonly Json[]): Kind => ({ good, bad: [null, 'x', '', 7, false, [], [{}]] })
const list = (good: readonly Json[], bad: readonly Json[] = []): Kind => ({
  good,
  bad: [null, 'x', 7, true, {}, ...bad],
})
const word = (...words: string[]): Kind => ({
  good: words,
  bad: [null, 7, true, [], {}, '', 'x', ...words.flatMap((one) => [one.toUpperCase(), ` ${one}`, [one]])],
})
const flag: Kind = { good: [true, false], bad: [null, 'true', 1, 0, '', [], {}] }

function required(object: WireName, at: string, requirement: string, { good, bad }: Kind): Field {
  return { object, at, requirement, missing: requirement, good, bad }
}

function optional(object: WireName, at: string, requirement: string, { good, bad }: Kind): Field {
  return { object, at, requirement, good, bad }
}

const ids: Kind = {
  good: ['svc/a', 'svc/-', 'svc/0-9'],
  bad: [
    null,
    7,
    [],
    {},
    '',
    'svc/',
    'gpt-4',
    'svc/A',
    'svc/a_b',
    'svc/a/b',
    ' svc/a',
    'svc/a ',
    'svc/a\n',
    'SVC/a',
    'svc/é',
  ],
}
const zero: Kind = { good: [0], bad: [null, 1, -1, 0.5, '0', false, [], {}] }
const reason = word('stop', 'length', 'content_filter')

const usage = (object: WireName, at: string): Field[] => [
  required(object, `${at}/prompt_tokens`, 'usage-prompt-tokens', count),
  required(object, `${at}/completion_tokens`, 'usage-completion-tokens', count),
  required(object, `${at}/total_tokens`, 'usage-total-tokens', count),
  optional(object, `${at}/prompt_tokens_details`, 'usage-prompt-details', thing([{ cached_tokens: 0 }])),
  required(object, `${at}/prompt_tokens_details/cached_tokens`, 'usage-prompt-details', count),
  optional(object, `${at}/completion_tokens_details`, 'usage-completion-details', thing([{ reasoning_tokens: 0 }])),
  required(object, `${at}/completion_tokens_details/reasoning_tokens`, 'usage-completion-details', count),
]

const model = (object: WireName, at: string): Field[] => [
  required(object, `${at}/id`, 'model-id', ids),
  required(object, `${at}/object`, 'model-object', word('model')),
  required(object, `${at}/created`, 'model-created', count),
  required(object, `${at}/owned_by`, 'model-owned-by', word('svc')),
]

const choice = { index: 0, message: { role: 'assistant', content: 'a' }, finish_reason: 'length' }
const choices = list([[choice]], [[], [choice, choice], [null], ['a'], [[]]])
const chunkChoice = { index: 0, delta: {}, finish_reason: 'stop' }
const chunkChoices = list([[], [chunkChoice]], [[chunkChoice, chunkChoice], [null], ['a'], [[]]])
const delta = thing([{}, { role: 'assistant' }, { content: '' }])
const someUsage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }
const message = { role: 'user', content: 'a' }
const plain = { model: 'svc/a', messages: [message] }

export const fields: readonly Field[] = [
  ...model('model', ''),
  required('model-list', '/object', 'list-object', word('list')),
  required('model-list', '/data', 'list-data', list([[]], [['svc/a'], [null], [[]]])),
  ...model('model-list', '/data/1'),

  required('chat-completion', '/id', 'completion-id', text),
  required('chat-completion', '/object', 'completion-object', word('chat.completion')),
  required('chat-completion', '/created', 'completion-created', count),
  required('chat-completion', '/model', 'completion-model', text),
  required('chat-completion', '/choices', 'completion-choices', choices),
  required('chat-completion', '/choices/0/index', 'choice-index', zero),
  required('chat-completion', '/choices/0/message', 'choice-message', thing([{ role: 'assistant', content: '' }])),
  required('chat-completion', '/choices/0/message/role', 'choice-message-role', word('assistant')),
  required('chat-completion', '/choices/0/message/content', 'choice-message-content', text),
  required('chat-completion', '/choices/0/finish_reason', 'choice-finish-reason', reason),
  optional('chat-completion', '/usage', 'completion-usage', thing([someUsage])),
  ...usage('chat-completion', '/usage'),

  required('chat-completion-chunk', '/id', 'chunk-id', text),
  required('chat-completion-chunk', '/object', 'chunk-object', word('chat.completion.chunk')),
  required('chat-completion-chunk', '/created', 'chunk-created', count),
  required('chat-completion-chunk', '/model', 'chunk-model', text),
  required('chat-completion-chunk', '/choices', 'chunk-choices', chunkChoices),
  required('chat-completion-chunk', '/choices/0/index', 'chunk-choice-index', zero),
  required('chat-completion-chunk', '/choices/0/delta', 'chunk-choice-delta', delta),
  optional('chat-completion-chunk', '/choices/0/delta/role', 'chunk-delta-role', word('assistant')),
  optional('chat-completion-chunk', '/choices/0/delta/content', 'chunk-delta-content', text),
  required('chat-completion-chunk', '/choices/0/finish_reason', 'chunk-choice-finish-reason', {
    good: [null, ...reason.good],
    bad: reason.bad.filter((value) => value !== null),
  }),
  optional('chat-completion-chunk', '/usage', 'chunk-usage', {
    good: [null, someUsage],
    bad: ['x', '', 7, false, [], [someUsage]],
  }),
  ...usage('chat-completion-chunk', '/usage'),
  ...usage('usage', ''),

  required('error', '/error', 'error-body', thing([])),
  required('error', '/error/message', 'error-message', text),
  required(
    'error',
    '/error/type',
    'error-type',
    word('invalid_request_error', 'authentication_error', 'rate_limit_error', 'server_error'),
  ),
  required('error', '/error/param', 'error-param', {
    good: [null, '', 'messages[0].role'],
    bad: [7, true, [], {}, ['model']],
  }),
  required('error', '/error/code', 'error-code', text),

  required('chat-message', '/role', 'message-role', word('system', 'user', 'assistant')),
  required('chat-message', '/content', 'message-content', {
    good: [' ', 'a'],
    bad: [null, '', 7, [], {}, [{ type: 'text', text: 'a' }]],
  }),

  required('chat-completion-request', '/model', 'request-model', { good: ids.good, bad: [null, 7, true, [], {}] }),
  {
    ...required('chat-completion-request', '/model', 'request-model-pattern', {
      good: [],
      bad: ids.bad.filter((value) => typeof value === 'string'),
    }),
    missing: 'request-model',
  },
  required('chat-completion-request', '/messages', 'request-messages', list([[message], [message, message]], [[]])),
  optional('chat-completion-request', '/messages/0', 'message-object', thing([message])),
  required('chat-completion-request', '/messages/0/role', 'message-role', word('system', 'user', 'assistant')),
  required('chat-completion-request', '/messages/0/content', 'message-content', {
    good: ['a'],
    bad: [null, '', 7, [], {}],
  }),
  optional('chat-completion-request', '/temperature', 'request-temperature', {
    good: [0, -0, 0.7, 2],
    bad: [null, '1', true, [], {}, -0.1, 2.0001, 1e300],
  }),
  optional('chat-completion-request', '/top_p', 'request-top-p', {
    good: [1e-9, 0.5, 1],
    bad: [null, '1', true, [], {}, 0, -0, -1, 1.0001],
  }),
  optional('chat-completion-request', '/max_tokens', 'request-max-tokens', { good: [1, MAX], bad: [...count.bad, 0] }),
  {
    ...optional('chat-completion-request', '/max_completion_tokens', 'request-max-completion-tokens', {
      good: [1, MAX],
      bad: [...count.bad, 0],
    }),
    base: plain,
  },
  { ...optional('chat-completion-request', '/stream', 'request-stream', flag), base: plain },
  optional('chat-completion-request', '/stream_options', 'request-stream-options', thing([{ include_usage: false }])),
  required('chat-completion-request', '/stream_options/include_usage', 'request-stream-options', flag),
  optional('chat-completion-request', '/n', 'request-n', {
    good: [1],
    bad: [null, '1', true, [], {}, 0, 2, -1, 1.5, ABOVE],
  }),
  optional('chat-completion-request', '/stop', 'request-stop', {
    good: ['a', ['a'], ['a', 'a', 'a', 'a']],
    bad: [null, '', 7, true, {}, [], ['a', 'b', 'c', 'd', 'e'], [''], ['a', ''], [null], [7], [['a']]],
  }),
]
