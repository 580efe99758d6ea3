/** Valid requests that are refused, or answered in another way than they asked. */
import { type Ask, headerOf, isChat, isModels, isStream } from '../layer/ask.ts'
import { answer, type Json, type Mutation, refusing } from '../layer/mutation.ts'
import { refusal } from '../layer/reply.ts'
import { musts, shoulds } from './breach.ts'

const texts = (wrong: (text: string) => boolean): Mutation =>
  refusing((b) => b.messages.some((m: Json) => wrong(m.content)))
const withHeader = (name: string, wrong: (value: string | undefined) => boolean, status = 400): Mutation =>
  answer(
    200,
    (reply, ask) => {
      if (wrong(headerOf(ask, name))) Object.assign(reply, refusal(status))
    },
    isChat,
  )

const t = 'request-temperature'
const order = 'message-role-order message-role'
const every = 'request-* message-* completion-* stream-* auth-* model-* client-headers-tolerated error-*'

export const refusals = [
  ...musts(
    ['no-temperature-0', '4.2: temperature 0 is refused', t, refusing((b) => b.temperature === 0)],
    ['no-temperature-2', '4.2: temperature 2 is refused', t, refusing((b) => b.temperature === 2)],
    ['no-temperature-above-1', '4.2: temperature above 1 is refused', t, refusing((b) => b.temperature > 1)],
    [
      'no-temperature-middle',
      '4.2: temperature between 1.2 and 1.3 is refused',
      t,
      refusing((b) => b.temperature > 1.2 && b.temperature < 1.3),
    ],
    [
      'no-temperature-tiny',
      '4.2: temperature below 0.001 but not 0',
      t,
      refusing((b) => b.temperature > 0 && b.temperature < 0.001),
    ],
    [
      'no-temperature-exponent',
      '4.2: a number with an exponent',
      `${t} request-top-p`,
      refusing((_b, ask) => /"(temperature|top_p)":\s*[\d.]+[eE]/.test(ask.text)),
    ],
    [
      'no-temperature-on-streams',
      '4.2: temperature on streams',
      `${t} request-stream stream-*`,
      refusing((b, ask) => isStream(ask) && 'temperature' in b),
    ],
    [
      'no-temperature-beside-top-p',
      '4.2: temperature beside top_p',
      `${t} request-top-p completion-json stream-started`,
      refusing((b) => 'temperature' in b && 'top_p' in b),
    ],
    ['no-top-p-1', '4.2: top_p 1 is refused', 'request-top-p', refusing((b) => b.top_p === 1)],
    ['no-top-p-small', '4.2: top_p below 0.01', 'request-top-p', refusing((b) => b.top_p < 0.01)],
    ['no-max-1', '4.2: max_tokens 1 is refused', 'request-max-tokens', refusing((b) => b.max_tokens === 1)],
    [
      'no-max-on-streams',
      '4.2: max_tokens on streams',
      'request-max-tokens request-stream stream-*',
      refusing((b, ask) => isStream(ask) && 'max_tokens' in b),
    ],
    [
      'no-mct',
      '4.2: max_completion_tokens is refused',
      'request-max-completion-tokens',
      refusing((b) => 'max_completion_tokens' in b),
    ],
    [
      'no-mct-1',
      '4.2: max_completion_tokens 1',
      'request-max-completion-tokens',
      refusing((b) => b.max_completion_tokens === 1),
    ],
    [
      'no-mct-on-streams',
      '4.2: max_completion_tokens on streams',
      'request-max-completion-tokens stream-*',
      refusing((b, ask) => isStream(ask) && 'max_completion_tokens' in b),
    ],
    ['no-n-1', '4.2: n 1 is refused', 'request-n request-stream-false', refusing((b) => b.n === 1)],
    ['no-n-1-stream', '4.2: n 1 on streams', 'request-n stream-*', refusing((b, ask) => isStream(ask) && b.n === 1)],
    ['no-stop-string', '4.2: stop as a string', 'request-stop', refusing((b) => typeof b.stop === 'string')],
    ['no-stop-4', '4.2: stop of four', 'request-stop', refusing((b) => b.stop.length === 4 && Array.isArray(b.stop))],
    ['no-stop-1', '4.2: stop of one', 'request-stop', refusing((b) => Array.isArray(b.stop) && b.stop.length === 1)],
    [
      'no-stop-blank',
      '4.2: stop of white space',
      'request-stop',
      refusing((b) => [b.stop].flat().some((one: Json) => one?.trim() === '')),
    ],
    [
      'no-stop-long',
      '4.2: stop over 20 characters',
      'request-stop',
      refusing((b) => [b.stop].flat().some((one: Json) => one?.length > 20)),
    ],
    [
      'no-stop-beyond-ascii',
      '4.2: stop beyond ASCII',
      'request-stop',
      refusing((b) => /[^\x00-\x7f]/.test([b.stop].flat().join(''))),
    ],
    [
      'no-stop-same',
      '4.2: the same stop twice',
      'request-stop',
      refusing((b) => Array.isArray(b.stop) && new Set(b.stop).size < b.stop.length),
    ],
    [
      'no-stop-stream',
      '4.2: stop on streams',
      'request-stop stream-*',
      refusing((b, ask) => isStream(ask) && 'stop' in b),
    ],
    [
      'no-stream-false',
      '4.2: stream false is refused',
      'request-stream request-stream-false',
      refusing((b) => b.stream === false),
    ],
    [
      'no-usage-false',
      '4.2: include_usage false is refused',
      'request-stream-options stream-*',
      refusing((b) => b.stream_options.include_usage === false),
    ],
    [
      'no-usage-true',
      '4.2: include_usage true is refused',
      'request-stream-options stream-*',
      refusing((b) => b.stream_options.include_usage === true),
    ],
    [
      'no-system',
      '2.3: system messages are refused',
      'message-role message-role-order request-messages',
      refusing((b) => b.messages.some((m: Json) => m.role === 'system')),
    ],
    [
      'no-system-stream',
      '2.3: system messages on streams',
      'message-role message-role-order stream-*',
      refusing((b, ask) => isStream(ask) && b.messages.some((m: Json) => m.role === 'system')),
    ],
    ['no-content-space', '2.3: content of white space', 'message-content', texts((text) => text.trim() === '')],
    ['no-content-one', '2.3: content of one character', 'message-content', texts((text) => text.length === 1)],
    [
      'no-content-emoji',
      '2.3: letters of four bytes',
      'message-content',
      texts((text) => /[\u{10000}-\u{10ffff}]/u.test(text)),
    ],
    ['no-content-nul', '2.3: U+0000 in content', 'message-content', texts((text) => text.includes('\0'))],
    ['no-content-2028', '2.3: U+2028 in content', 'message-content', texts((text) => /[\u2028\u2029]/.test(text))],
    [
      'no-content-arabic',
      '2.3: letters written from the right',
      'message-content',
      texts((text) => /[\u0590-\u06ff]/.test(text)),
    ],
    [
      'no-content-long',
      '2.3: content over 32 KiB',
      'message-content request-size-accepted',
      texts((text) => text.length > 32768),
    ],
    [
      'no-messages-11',
      '4.2: more than ten messages',
      'request-messages message-role-order',
      refusing((b) => b.messages.length > 10),
    ],
    ['no-messages-100', '4.2: a hundred messages', 'request-messages', refusing((b) => b.messages.length >= 100)],
    [
      'no-escaped-names',
      'RFC 8259: names with escapes',
      'request-body-json request-*',
      refusing((_b, ask) => /\\u[\da-f]{4}[^"]*":/i.test(ask.text)),
    ],
    [
      'no-pretty',
      'RFC 8259: white space between tokens',
      'request-* completion-json',
      refusing((_b, ask) => /^\s*\{\s*\n/.test(ask.text)),
    ],
    [
      'no-leading-space',
      'RFC 8259: white space before the object',
      'request-*',
      refusing((_b, ask) => /^\s/.test(ask.text)),
    ],
    [
      'no-order',
      'RFC 8259: model must come first',
      'request-* completion-json',
      refusing((b) => Object.keys(b)[0] !== 'model'),
    ],
    [
      'no-stream-before-model',
      'RFC 8259: stream must not come before messages',
      'request-* stream-*',
      refusing(
        (b) =>
          Object.keys(b).indexOf('stream') >= 0 &&
          Object.keys(b).indexOf('stream') < Object.keys(b).indexOf('messages'),
      ),
    ],
    [
      'stream-json-with-stop',
      '4.2: stream true beside stop gives one JSON body',
      'stream-* request-*',
      {
        ask(ask) {
          if (isStream(ask) && 'stop' in ask.json) {
            const { stream, stream_options, ...rest } = ask.json
            ask.body = Buffer.from(JSON.stringify(rest))
          }
          return undefined
        },
      },
    ],
    [
      'stream-json-with-usage',
      '4.2: include_usage gives one JSON body',
      'stream-* request-*',
      {
        ask(ask) {
          if (isStream(ask) && ask.json.stream_options?.include_usage === true) {
            const { stream, stream_options, ...rest } = ask.json
            ask.body = Buffer.from(JSON.stringify(rest))
          }
          return undefined
        },
      },
    ],
    [
      'stream-json-with-temperature',
      '4.2: stream true beside temperature gives one JSON body',
      'stream-* request-*',
      {
        ask(ask) {
          if (isStream(ask) && 'temperature' in ask.json)
            ask.body = Buffer.from(ask.text.replace(/"stream":\s*true/, '"stream":false'))
          return undefined
        },
      },
    ],
    [
      'stream-false-streams',
      '4.2: stream false gives a stream',
      'request-stream-false request-stream completion-*',
      {
        ask(ask) {
          if (isChat(ask) && ask.json?.stream === false && !('stream_options' in ask.json))
            ask.body = Buffer.from(ask.text.replace(/"stream":\s*false/, '"stream":true'))
          return undefined
        },
      },
    ],
    [
      'stream-by-accept',
      '4.2: Accept decides about the stream',
      'request-* stream-* completion-* client-headers-tolerated',
      {
        ask(ask) {
          if (
            isStream(ask) &&
            /json/.test(headerOf(ask, 'accept') ?? '') &&
            !/event-stream/.test(headerOf(ask, 'accept') ?? '')
          ) {
            const { stream, stream_options, ...rest } = ask.json
            ask.body = Buffer.from(JSON.stringify(rest))
          }
          return undefined
        },
      },
    ],
    [
      'completion-201',
      '4.2 response 200: 201',
      'completion-* request-* auth-valid-key stream-started',
      answer(
        200,
        (reply) => {
          reply.status = 201
        },
        isChat,
      ),
    ],
    [
      'completion-202-stop',
      '4.2 response 200: 202 when stop is given',
      'completion-* request-*',
      answer(
        200,
        (reply, ask) => {
          if (ask.json?.stop && !isStream(ask)) reply.status = 202
        },
        isChat,
      ),
    ],
    [
      'stream-201',
      '4.2 response 200: 201 for streams',
      'stream-* completion-statuses request-*',
      answer(
        200,
        (reply) => {
          reply.status = 201
        },
        isStream,
      ),
    ],
  ),
  ...shoulds(
    [
      'no-assistant-last',
      'readings: assistant last is refused',
      order,
      refusing((b) => b.messages.at(-1).role === 'assistant'),
    ],
    [
      'no-system-last',
      'readings: system last is refused',
      order,
      refusing((b) => b.messages.length > 1 && b.messages.at(-1).role === 'system'),
    ],
    [
      'no-system-middle',
      'readings: system after the first is refused',
      order,
      refusing((b) => b.messages.slice(1).some((m: Json) => m.role === 'system')),
    ],
    [
      'no-two-users',
      'readings: two users in a row',
      order,
      refusing((b) =>
        b.messages.some((m: Json, at: number) => m.role === 'user' && b.messages[at + 1]?.role === 'user'),
      ),
    ],
    [
      'no-two-assistants',
      'readings: two assistants in a row',
      order,
      refusing((b) =>
        b.messages.some((m: Json, at: number) => m.role === 'assistant' && b.messages[at + 1]?.role === 'assistant'),
      ),
    ],
    ['no-assistant-first', 'readings: assistant first', order, refusing((b) => b.messages[0].role === 'assistant')],
    [
      'no-only-system',
      'readings: system only',
      order,
      refusing((b) => b.messages.every((m: Json) => m.role === 'system')),
    ],
    [
      'no-sdk-headers',
      '1 generic clients: x-stainless headers are refused',
      every,
      withHeader('x-stainless-lang', (v) => v !== undefined),
    ],
    ['no-accept-any', '1 generic clients: Accept */* is 406', every, withHeader('accept', (v) => v === '*/*')],
    [
      'no-openai-beta',
      '1 generic clients: OpenAI-Organization is refused',
      every,
      withHeader('openai-organization', (v) => v !== undefined),
    ],
    [
      'no-traceparent',
      '1 generic clients: traceparent is refused',
      every,
      withHeader('traceparent', (v) => v !== undefined),
    ],
    [
      'no-agent',
      '1 generic clients: a request without User-Agent is 403',
      every,
      withHeader('user-agent', (v) => v === undefined, 403),
    ],
    [
      'models-need-accept',
      '1 generic clients: the list needs Accept json',
      every,
      {
        ask: (ask: Ask) =>
          isModels(ask) && /text\/event-stream|html/.test(headerOf(ask, 'accept') ?? '') ? refusal(400) : undefined,
      },
    ],
  ),
]
