/** Valid requests that are refused, or get a different form of response than requested. */

import { type Ask, headerOf } from '../layer/ask.ts'
import {
  aboveAscii,
  and,
  isChat,
  isModels,
  isStream,
  type Json,
  sent,
  status,
  type When,
  withHeader,
  withSystem,
} from '../layer/conditions.ts'
import { respond } from '../layer/edits.ts'
import { alongOthers, refusing, shut, unstreamed } from '../layer/requests.ts'
import { breaking } from '../rows.ts'

const field = (name: string, wrong: (value: Json) => boolean): When => {
  return ({ json }) => wrong(json[name])
}
const stop = (wrong: (text: string) => boolean): When =>
  field('stop', (value) => [value].flat().some((one) => wrong(one)))
const content = (wrong: (text: string) => boolean): When =>
  field('messages', (all) => all.some((message: Json) => wrong(message.content)))
const messages = (wrong: (roles: string[]) => boolean): When =>
  field('messages', (all) => wrong(all.map((message: Json) => message.role)))
const inStream = (...fields: readonly string[]): When => and(isStream, sent(...fields))
const written = (wrong: RegExp): When => {
  return ({ text }) => wrong.test(text)
}
const order = ({ json }: Ask): string[] => Object.keys(json)
const streamFirst: When = ({ json }) => {
  const names = Object.keys(json)
  return names.includes('stream') && names.indexOf('stream') < names.indexOf('messages')
}
const repeats = (value: Json): boolean => Array.isArray(value) && new Set(value).size < value.length
const acceptsJsonAlone = and(withHeader('accept', /json/), (ask) => !/event-stream/.test(headerOf(ask, 'accept') ?? ''))
const streamOfSdk = and(isStream, withHeader('user-agent', /^OpenAI\/JS/))

const SERVED = ['completion-json', 'stream-*', 'request-stream', 'request-stream-false'] as const
const TOLERATED = [
  'client-headers-tolerated',
  'request-*',
  'message-*',
  'completion-*',
  'model-*',
  'auth-*',
  'error-*',
] as const

export const refusals = [
  ...breaking(['request-temperature', 'request-top-p', ...SERVED], {
    'refusals.temperature-between-1.2-and-1.3': refusing(field('temperature', (value) => value > 1.2 && value < 1.3)),
    'refusals.temperature-tiny': refusing(field('temperature', (value) => value > 0 && value < 0.001)),
    'refusals.number-with-exponent': refusing(written(/"(temperature|top_p)":\s*[\d.]+[eE]/)),
    'refusals.temperature-in-streams': refusing(inStream('temperature')),
    'refusals.top-p-below-a-hundredth': refusing(field('top_p', (value) => value < 0.01)),
  }),
  ...breaking(['request-max-tokens', 'request-max-completion-tokens', 'request-n', ...SERVED], {
    'refusals.max-tokens-in-streams': refusing(inStream('max_tokens')),
    'refusals.max-completion-tokens-in-streams': refusing(inStream('max_completion_tokens')),
    'refusals.n-in-streams': refusing(inStream('n')),
  }),
  ...breaking(['request-stop', ...SERVED], {
    'refusals.stop-of-white-space': refusing(stop((text) => text.trim() === '')),
    'refusals.stop-above-20-characters': refusing(stop((text) => text.length > 20)),
    'refusals.stop-above-ascii': refusing(stop((text) => /[^\x00-\x7f]/.test(text))),
    'refusals.stop-twice-the-same': refusing(field('stop', repeats)),
    'refusals.stop-in-streams': refusing(inStream('stop')),
  }),
  ...breaking(['message-role-order'], {
    'refusals.system-in-streams': [refusing(and(isStream, withSystem)), 'message-role', 'request-messages', ...SERVED],
    'refusals.system-last': refusing(messages((roles) => roles.length > 1 && roles.at(-1) === 'system')),
    'refusals.system-after-the-first': refusing(messages((roles) => roles.lastIndexOf('system') > 0)),
    'refusals.two-assistants-in-a-row': refusing(messages((roles) => roles.join().includes('assistant,assistant'))),
    'refusals.assistant-first': refusing(messages((roles) => roles[0] === 'assistant')),
  }),
  ...breaking(['message-content', 'message-content-long', 'request-size-accepted', ...SERVED], {
    'refusals.letters-of-four-bytes': refusing(content((text) => /[\u{10000}-\u{10ffff}]/u.test(text))),
    'refusals.line-separator': refusing(content((text) => /[\u2028\u2029]/.test(text))),
    'refusals.letters-from-right-to-left': refusing(content((text) => /[\u0590-\u06ff]/.test(text))),
  }),
  ...breaking([], {
    'refusals.zero-character': [refusing(content((text) => text.includes('\0'))), 'message-content-nul'],
    'refusals.content-above-32-kib': [refusing(content((text) => text.length > 32_768)), 'message-content-long'],
  }),
  ...breaking(['request-messages', 'message-role-order'], {
    // The row about unusual contents has more than ten messages, too.
    'refusals.eleven-messages': [refusing(messages((roles) => roles.length > 10)), 'message-content', ...SERVED],
    'refusals.a-hundred-messages': refusing(messages((roles) => roles.length >= 100)),
  }),
  ...breaking(['request-*', ...SERVED], {
    'refusals.escapes-in-names': refusing(written(/\\u[\da-f]{4}[^"]*":/i)),
    'refusals.pretty-json': refusing(written(/^\s*\{\s*\n/)),
    'refusals.white-space-before-the-object': refusing(written(/^\s/)),
    'refusals.content-before-role': refusing(written(/"content":[^{}]*"role":/)),
    'refusals.model-not-first': refusing((ask) => order(ask)[0] !== 'model'),
    'refusals.stream-before-messages': refusing(streamFirst),
    'refusals.stop-makes-a-stream-json': unstreamed(sent('stop')),
    'refusals.temperature-makes-a-stream-json': unstreamed(sent('temperature')),
  }),
  ...breaking(['request-*', 'completion-*', 'client-headers-tolerated', 'auth-valid-key', ...SERVED], {
    'refusals.accept-decides-on-the-stream': unstreamed(acceptsJsonAlone),
    'refusals.header-names-in-lower-case': refusing((ask) => ask.sent.some(([name]) => name === 'authorization'), 401),
    'refusals.completions-are-201': respond(and(isChat, status(200)), { status: 201 }),
  }),
  ...breaking([...TOLERATED, ...SERVED], {
    'refusals.streams-of-an-sdk-beside-others': alongOthers(refusing(streamOfSdk)),
  }),
  ...breaking(['client-headers-tolerated'], {
    'refusals.no-user-agent': refusing((ask) => headerOf(ask, 'user-agent') === undefined, 403),
    'refusals.header-openai-organization': refusing(withHeader('openai-organization', /./)),
    'refusals.header-traceparent': refusing(withHeader('traceparent', /./)),
    'refusals.header-sec-fetch-mode': refusing(withHeader('sec-fetch-mode', /^cors$/), 403),
  }),
  ...breaking(['client-headers-tolerated', 'models-statuses', 'models-list', 'version-path'], {
    'refusals.list-for-who-accepts-a-page': shut(and(isModels, withHeader('accept', /text\/event-stream|html/)), 400),
  }),
  ...breaking(['message-content', 'message-content-nul', 'stream-text-whole', 'request-*', ...SERVED], {
    'refusals.streams-above-ascii': refusing(and(isStream, aboveAscii)),
  }),
]
