/** Invalid messages and unknown fields that are accepted: 2.3, rules 1 and 2. */

import type { Ask } from '../layer/ask.ts'
import { isObject, isStream, type Json, KNOWN } from '../layer/conditions.ts'
import type { Mutation } from '../layer/mutation.ts'
import { accepting } from '../layer/requests.ts'
import { letsPass } from '../rows.ts'

const one = [{ role: 'user', content: 'x' }]
const ROLES = ['system', 'user', 'assistant']

/** Accepts invalid messages, and forwards a valid one instead. */
const messagesWith = (wrong: (all: Json[], ask: Ask) => boolean): Mutation =>
  accepting(({ messages }, ask) => wrong(messages, ask), { messages: one })
const withRole = (wrong: (role: Json, at: number, all: Json[]) => boolean): Mutation =>
  messagesWith((all) =>
    all.some((message, at) => isObject(message) && !ROLES.includes(message.role) && wrong(message.role, at, all)),
  )
const content = (wrong: (content: Json, at: number, message: Json) => boolean): Mutation =>
  messagesWith((all) => all.some((message, at) => isObject(message) && wrong(message.content, at, message)))

const unlisted = (passes: (name: string, value: Json, body: Json) => boolean): Mutation =>
  accepting(
    (body) => Object.keys(body).some((name) => !KNOWN.includes(name) && passes(name, body[name], body)),
    (body) => {
      for (const name of Object.keys(body)) if (!KNOWN.includes(name)) delete body[name]
    },
  )
const named = (name: string): Mutation => unlisted((one) => one === name)
const valued = (text: string): Mutation => unlisted((_name, value) => JSON.stringify(value) === text)

const lacksContent = (message: Json): boolean => isObject(message) && message.content === undefined
const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const knownIn = (body: Json): string[] => KNOWN.filter((name) => name in body)

export const messages = [
  ...letsPass(['message-role', 'request-no-null'], {
    'messages.role-with-spaces': withRole((role) => ROLES.includes(role.trim())),
    'messages.role-of-any-kind-after-the-tenth': withRole((_role, at) => at > 9),
    'messages.role-missing-after-the-first': withRole((role, at) => at > 0 && role === undefined),
    'messages.role-number': withRole((role) => typeof role === 'number'),
    'messages.role-of-any-kind-before-the-last': withRole((_role, at, all) => at < all.length - 1),
    'messages.role-of-any-kind-after-system': withRole((_role, _at, all) => all[0].role === 'system'),
  }),
  ...letsPass(['message-content', 'request-no-null'], {
    'messages.content-empty-in-the-second': content((text, at) => text === '' && at === 1),
    'messages.content-empty-from-the-third-on': content((text, at) => text === '' && at > 1),
    'messages.content-null-in-the-second': content((text, at) => text === null && at === 1),
    'messages.content-empty-array': content((text) => Array.isArray(text) && text.length === 0),
    'messages.content-object': content((text) => text !== null && typeof text === 'object' && !Array.isArray(text)),
    'messages.content-boolean': content((text) => typeof text === 'boolean'),
    'messages.content-missing-of-assistant': content(
      (text, _at, { role }) => text === undefined && role === 'assistant',
    ),
    'messages.content-missing-in-streams': messagesWith((all, ask) => isStream(ask) && all.some(lacksContent)),
  }),
  ...letsPass(['request-no-null'], {
    'messages.null-after-the-first': [messagesWith((all) => all.indexOf(null) > 0), 'message-object'],
    'messages.array-in-array': [messagesWith((all) => all.some(Array.isArray)), 'message-object'],
    'messages.unknown-seed': [named('seed'), 'request-closed-likely'],
    'messages.unknown-tools': [named('tools'), 'request-closed-likely'],
    'messages.unknown-tool-choice': [named('tool_choice'), 'request-closed-likely'],
    'messages.unknown-response-format': [named('response_format'), 'request-closed-likely'],
    'messages.unknown-functions': [named('functions'), 'request-closed-likely'],
    'messages.unknown-logprobs': [named('logprobs'), 'request-closed-likely'],
    'messages.unknown-logit-bias': [named('logit_bias'), 'request-closed-likely'],
    'messages.unknown-metadata': [named('metadata'), 'request-closed-likely'],
    'messages.unknown-frequency-penalty': [named('frequency_penalty'), 'request-closed-likely'],
    'messages.unknown-parallel-tool-calls': [named('parallel_tool_calls'), 'request-closed-likely'],
    'messages.unknown-reasoning-effort': [named('reasoning_effort'), 'request-closed-likely'],
    'messages.unknown-service-tier': [named('service_tier'), 'request-closed-likely'],
    'messages.unknown-top-k': [named('top_k'), 'request-closed'],
    'messages.unknown-prompt': [named('prompt'), 'request-closed'],
    'messages.unknown-best-of': [named('best_of'), 'request-closed'],
    'messages.unknown-max-output-tokens': [named('max_output_tokens'), 'request-closed'],
    'messages.unknown-stop-sequences': [named('stop_sequences'), 'request-closed'],
    'messages.unknown-system': [named('system'), 'request-closed'],
    'messages.unknown-input': [named('input'), 'request-closed'],
    'messages.unknown-proto': [named('__proto__'), 'request-closed'],
    'messages.unknown-constructor': [named('constructor'), 'request-closed'],
    'messages.unknown-empty-name': [named(''), 'request-closed'],
    'messages.unknown-in-another-case': [unlisted((name) => KNOWN.includes(name.toLowerCase())), 'request-closed'],
    'messages.unknown-in-camel-case': [unlisted((name) => KNOWN.includes(snakeCase(name))), 'request-closed'],
    'messages.unknown-with-x': [unlisted((name) => /^x[_-]/i.test(name)), 'request-closed'],
    'messages.unknown-with-underscore': [unlisted((name) => name.startsWith('_')), 'request-closed'],
    'messages.unknown-with-dollar': [unlisted((name) => name.startsWith('$')), 'request-closed'],
    'messages.unknown-with-spaces': [unlisted((name) => KNOWN.includes(name.trim())), 'request-closed'],
    'messages.unknown-above-ascii': [unlisted((name) => /[^\x00-\x7f]/.test(name)), 'request-closed'],
    'messages.unknown-above-forty-characters': [unlisted((name) => name.length > 40), 'request-closed'],
  }),
  ...letsPass(['request-closed', 'request-closed-likely', 'request-no-null'], {
    'messages.unknown-false': valued('false'),
    'messages.unknown-zero': valued('0'),
    'messages.unknown-empty-array': valued('[]'),
    'messages.unknown-before-the-last-field': unlisted((name, _value, body) => Object.keys(body).at(-1) !== name),
    'messages.unknown-as-the-last-field': unlisted((name, _value, body) => Object.keys(body).at(-1) === name),
    'messages.unknown-beside-four-options': unlisted((_name, _value, body) => knownIn(body).length > 5),
  }),
]
