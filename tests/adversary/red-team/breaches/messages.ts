/** Messages and unknown fields that pass though they must not, and whole bodies: 2.3, rules 1, 2 and 6. */
import { type Ask, headerOf, isChat, isStream } from '../layer/ask.ts'
import { accepting, type Json, type Mutation } from '../layer/mutation.ts'
import { refusal } from '../layer/reply.ts'
import { musts, shoulds } from './breach.ts'

const isObject = (value: unknown): boolean => value !== null && typeof value === 'object' && !Array.isArray(value)

/** Mends each message that a test picks. */
const message = (
  wrong: (message: Json, at: number, all: Json[], ask: Ask) => boolean,
  mend: (message: Json) => void,
): Mutation =>
  accepting(
    (body, ask) =>
      Array.isArray(body.messages) &&
      body.messages.some((one: Json, at: number) => isObject(one) && wrong(one, at, body.messages, ask)),
    (body) => {
      for (const one of body.messages) if (one) mend(one)
    },
  )
const fixRole = (m: Json): void => {
  if (!['system', 'user', 'assistant'].includes(m.role)) m.role = 'user'
}
const fixText = (m: Json): void => {
  if (typeof m.content !== 'string' || m.content === '') m.content = 'x'
}
const role = (name: unknown): Mutation => message((m) => m.role === name, fixRole)
const text = (wrong: (content: Json, m: Json, at: number, all: Json[], ask: Ask) => boolean): Mutation =>
  message((m, at, all, ask) => wrong(m.content, m, at, all, ask), fixText)

const known = [
  'model',
  'messages',
  'temperature',
  'top_p',
  'max_tokens',
  'max_completion_tokens',
  'stream',
  'stream_options',
  'n',
  'stop',
]
const strangers = (passes: (name: string, value: Json, body: Json, ask: Ask) => boolean): Mutation =>
  accepting(
    (body, ask) => Object.keys(body).some((name) => !known.includes(name) && passes(name, body[name], body, ask)),
    (body) => Object.fromEntries(known.filter((name) => Object.hasOwn(body, name)).map((name) => [name, body[name]])),
  )
const named = (...names: string[]): Mutation => strangers((name) => names.includes(name))
/** Reads a body that is no JSON, or no object, as if it were. */
const reading = (read: (text: string, ask: Ask) => string | undefined): Mutation => ({
  ask(ask) {
    const read_ = isChat(ask) ? read(ask.text, ask) : undefined
    if (read_ !== undefined) ask.body = Buffer.from(read_)
    return undefined
  },
})
const valid = (ask: Ask): string =>
  JSON.stringify({ model: ask.world.gateway.models.chat, messages: [{ role: 'user', content: 'x' }] })
const limit = 1_048_576
const sized = (
  passes: (bytes: number, ask: Ask) => boolean,
  mend: (ask: Ask) => string | undefined = valid,
): Mutation => ({
  ask(ask) {
    const mended =
      isChat(ask) && ask.role === 'valid' && ask.body.length > limit && passes(ask.body.length, ask)
        ? mend(ask)
        : undefined
    if (mended !== undefined) ask.body = Buffer.from(mended)
    return undefined
  },
})
const tooBig = (status: number, when: (ask: Ask) => boolean): Mutation => ({
  ask: (ask) => (isChat(ask) && ask.role === 'valid' && when(ask) ? refusal(status) : undefined),
})

const r = 'message-role'
const x = 'message-content'
const k = 'request-closed'
const j = 'request-body-json'
const z = 'request-size-refused'

export const messages = [
  ...musts(
    ['role-tool', '2.3 role: tool', r, role('tool')],
    ['role-developer', '2.3 role: developer', r, role('developer')],
    ['role-function', '2.3 role: function', r, role('function')],
    [
      'role-upper',
      '2.3 role: letters of any case',
      r,
      message(
        (m) => typeof m.role === 'string' && m.role !== m.role.toLowerCase(),
        (m) => {
          m.role = m.role.toLowerCase()
        },
      ),
    ],
    [
      'role-space',
      '2.3 role: spaces around',
      r,
      message(
        (m) => typeof m.role === 'string' && m.role !== m.role.trim(),
        (m) => {
          m.role = m.role.trim()
        },
      ),
    ],
    ['role-empty', '2.3 role: empty', r, role('')],
    ['role-missing', '2.3 role: missing', r, message((m) => m.role === undefined, fixRole)],
    [
      'role-missing-later',
      '2.3 role: missing after the first message',
      r,
      message((m, at) => at > 0 && m.role === undefined, fixRole),
    ],
    ['role-null', 'rule 2: role null', `${r} request-no-null`, role(null)],
    ['role-number', '2.3 role: a number', r, message((m) => typeof m.role === 'number', fixRole)],
    [
      'role-any-first',
      '2.3 role: not looked at before the last message',
      r,
      message((m, at, all) => at < all.length - 1 && !['system', 'user', 'assistant'].includes(m.role), fixRole),
    ],
    [
      'role-any-after-system',
      '2.3 role: not looked at after a system message',
      r,
      message((m, _at, all) => all[0]?.role === 'system' && !['system', 'user', 'assistant'].includes(m.role), fixRole),
    ],
    [
      'role-on-streams',
      '2.3 role: not looked at on streams',
      `${r} stream-invalid-request request-no-null`,
      message((m, _at, _all, ask) => isStream(ask) && !['system', 'user', 'assistant'].includes(m.role), fixRole),
    ],
    ['content-empty', '2.3 content: empty', x, text((v) => v === '')],
    [
      'content-empty-assistant',
      '2.3 content: empty for assistant',
      x,
      text((v, m) => v === '' && m.role === 'assistant'),
    ],
    ['content-empty-system', '2.3 content: empty for system', x, text((v, m) => v === '' && m.role === 'system')],
    ['content-empty-second', '2.3 content: empty in the second message', x, text((v, _m, at) => v === '' && at === 1)],
    ['content-empty-third', '2.3 content: empty from the third message on', x, text((v, _m, at) => v === '' && at > 1)],
    [
      'content-null-assistant',
      'rule 2: content null for assistant',
      `${x} request-no-null`,
      text((v, m) => v === null && m.role === 'assistant'),
    ],
    [
      'content-null-second',
      'rule 2: content null in the second message',
      `${x} request-no-null`,
      text((v, _m, at) => v === null && at === 1),
    ],
    ['content-parts', '2.3 content: an array of parts', x, text((v) => Array.isArray(v) && v.length > 0)],
    ['content-no-parts', '2.3 content: an empty array', x, text((v) => Array.isArray(v) && v.length === 0)],
    [
      'content-object',
      '2.3 content: an object',
      x,
      text((v) => v !== null && typeof v === 'object' && !Array.isArray(v)),
    ],
    ['content-number', '2.3 content: a number', x, text((v) => typeof v === 'number')],
    ['content-false', '2.3 content: a boolean', x, text((v) => typeof v === 'boolean')],
    ['content-missing', '2.3 content: missing', x, text((v) => v === undefined)],
    [
      'content-missing-assistant',
      '2.3 content: missing for assistant',
      x,
      text((v, m) => v === undefined && m.role === 'assistant'),
    ],
    [
      'content-missing-stream',
      '2.3 content: missing on streams',
      `${x} stream-invalid-request`,
      text((v, _m, _at, _all, ask) => v === undefined && isStream(ask)),
    ],
    [
      'message-text',
      '2.3 message: a bare string',
      'message-object',
      accepting(
        (b) => Array.isArray(b.messages) && b.messages.some((m: Json) => typeof m === 'string'),
        (b) => {
          b.messages = [{ role: 'user', content: 'x' }]
        },
      ),
    ],
    [
      'message-null-later',
      '2.3 message: null after the first',
      'message-object request-no-null',
      accepting(
        (b) => Array.isArray(b.messages) && b.messages.indexOf(null) > 0,
        (b) => {
          b.messages = b.messages.filter(Boolean)
        },
      ),
    ],
    [
      'message-array',
      '2.3 message: an array',
      'message-object',
      accepting(
        (b) => b.messages?.some(Array.isArray),
        (b) => {
          b.messages = [{ role: 'user', content: 'x' }]
        },
      ),
    ],
    [
      'messages-none',
      '4.2 messages: empty array',
      'request-messages',
      accepting(
        (b) => b.messages?.length === 0,
        (b) => {
          b.messages = [{ role: 'user', content: 'x' }]
        },
      ),
    ],
    [
      'messages-none-stream',
      '4.2 messages: empty array on streams',
      'request-messages stream-invalid-request',
      accepting(
        (b, ask) => isStream(ask) && b.messages?.length === 0,
        (b) => {
          b.messages = [{ role: 'user', content: 'x' }]
        },
      ),
    ],
    [
      'messages-one',
      '4.2 messages: one message without array',
      'request-messages',
      accepting(
        (b) => b.messages?.role !== undefined,
        (b) => {
          b.messages = [{ role: 'user', content: 'x' }]
        },
      ),
    ],
    [
      'messages-string',
      '4.2 messages: a string',
      'request-messages',
      accepting(
        (b) => typeof b.messages === 'string',
        (b) => {
          b.messages = [{ role: 'user', content: 'x' }]
        },
      ),
    ],
    [
      'messages-missing',
      '4.2 messages: missing',
      'request-messages',
      accepting(
        (b) => b.model && !('messages' in b),
        (b) => {
          b.messages = [{ role: 'user', content: 'x' }]
        },
      ),
    ],
    [
      'messages-null',
      'rule 2: messages null',
      'request-messages request-no-null',
      accepting(
        (b) => b.messages === null,
        (b) => {
          b.messages = [{ role: 'user', content: 'x' }]
        },
      ),
    ],
    ...[
      ['user'],
      ['seed'],
      ['tools'],
      ['tool_choice'],
      ['response_format'],
      ['functions'],
      ['logprobs'],
      ['logit_bias'],
      ['metadata'],
      ['store'],
      ['frequency_penalty'],
      ['presence_penalty'],
      ['parallel_tool_calls'],
      ['reasoning_effort'],
      ['service_tier'],
      ['top_k'],
      ['prompt'],
      ['best_of'],
      ['max_output_tokens'],
      ['modalities'],
      ['top_logprobs'],
      ['safety_identifier'],
      ['stop_sequences'],
      ['system'],
      ['input'],
      ['__proto__'],
      ['constructor'],
      ['toString'],
      [''],
    ].map(
      ([name = '']) =>
        [`stranger-${name || 'empty'}`, `rule 1: ${name || 'an empty name'} passes`, k, named(name)] as const,
    ),
    ['stranger-case', 'rule 1: known names in any case', k, strangers((name) => known.includes(name.toLowerCase()))],
    [
      'stranger-camel',
      'rule 1: known names in camel case',
      k,
      strangers((name) => known.includes(name.replace(/[A-Z]/g, (l) => `_${l.toLowerCase()}`))),
    ],
    ['stranger-x', 'rule 1: names that begin with x_ or x-', k, strangers((name) => /^x[_-]/i.test(name))],
    [
      'stranger-underscore',
      'rule 1: names that begin with an underscore',
      k,
      strangers((name) => name.startsWith('_')),
    ],
    ['stranger-dollar', 'rule 1: names that begin with a dollar sign', k, strangers((name) => name.startsWith('$'))],
    ['stranger-spaces', 'rule 1: known names with spaces around', k, strangers((name) => known.includes(name.trim()))],
    ['stranger-beyond-ascii', 'rule 1: names beyond ASCII', k, strangers((name) => /[^\x00-\x7f]/.test(name))],
    ['stranger-long', 'rule 1: names over 40 characters', k, strangers((name) => name.length > 40)],
    [
      'stranger-null',
      'rule 1: unknown fields that are null',
      `${k} request-no-null`,
      strangers((_n, value) => value === null),
    ],
    ['stranger-false', 'rule 1: unknown fields that are false', k, strangers((_n, value) => value === false)],
    ['stranger-zero', 'rule 1: unknown fields that are 0', k, strangers((_n, value) => value === 0)],
    [
      'stranger-blank',
      'rule 1: unknown fields that are an empty array, object or string',
      k,
      strangers((_n, value) => ['[]', '{}', '""'].includes(JSON.stringify(value))),
    ],
    [
      'stranger-object',
      'rule 1: unknown fields that hold an object',
      k,
      strangers((_n, value) => value !== null && typeof value === 'object'),
    ],
    [
      'stranger-on-streams',
      'rule 1: any on streams',
      `${k} stream-invalid-request`,
      strangers((_n, _v, _b, ask) => isStream(ask)),
    ],
    [
      'stranger-first',
      'rule 1: only the last name is looked at',
      k,
      strangers((name, _v, body) => Object.keys(body).at(-1) !== name),
    ],
    [
      'stranger-last',
      'rule 1: the last name is not looked at',
      k,
      strangers((name, _v, body) => Object.keys(body).at(-1) === name),
    ],
    [
      'stranger-full',
      'rule 1: any in a request with four optional fields',
      k,
      strangers((_n, _v, body) => known.filter((name) => name in body).length > 5),
    ],
    [
      'body-array',
      '4.2 object: an array of one request',
      j,
      reading((_t, ask) => (Array.isArray(ask.json) && ask.json[0]?.model ? JSON.stringify(ask.json[0]) : undefined)),
    ],
    [
      'body-empty-array',
      '4.2 object: [] gets an answer',
      j,
      reading((_t, ask) => (JSON.stringify(ask.json) === '[]' ? valid(ask) : undefined)),
    ],
    [
      'body-null',
      '4.2 object: null gets an answer',
      j,
      reading((_t, ask) => (ask.json === null ? valid(ask) : undefined)),
    ],
    [
      'body-quoted',
      '4.2 object: a request in a JSON string',
      j,
      reading((_t, ask) => (typeof ask.json === 'string' && ask.json.startsWith('{') ? ask.json : undefined)),
    ],
    [
      'body-tail',
      '4.2 JSON: anything after the object',
      j,
      reading((t, ask) =>
        ask.json === undefined && t.startsWith('{') && /\}\s*[^\s}]+$/.test(t)
          ? t.replace(/\}\s*[^}]+$/, '}')
          : undefined,
      ),
    ],
    [
      'body-two',
      '4.2 JSON: a second object after the first',
      j,
      reading((t, ask) => (ask.json === undefined && /\}\s*\{/.test(t) && t.endsWith('}') ? valid(ask) : undefined)),
    ],
    [
      'body-cut',
      '4.2 JSON: the last brace is missing',
      j,
      reading((t, ask) => (ask.json === undefined && t.startsWith('{') ? tryAdd(t, '}') : undefined)),
    ],
    [
      'body-comma',
      '4.2 JSON: a comma before the end',
      j,
      reading((t, ask) =>
        ask.json === undefined && /,\s*[}\]]/.test(t) ? t.replace(/,(\s*[}\]])/g, '$1') : undefined,
      ),
    ],
    [
      'body-single',
      '4.2 JSON: single quotes',
      j,
      reading((t, ask) => (ask.json === undefined && /^\{\s*'/.test(t) ? t.replaceAll("'", '"') : undefined)),
    ],
    [
      'body-bare-names',
      '4.2 JSON: names without quotes',
      j,
      reading((t, ask) => (ask.json === undefined && /^\{\s*[a-z]\w*\s*:/.test(t) ? valid(ask) : undefined)),
    ],
    [
      'body-comments',
      '4.2 JSON: comments',
      j,
      reading((t, ask) =>
        ask.json === undefined && /\/\*|\/\//.test(t) ? t.replace(/\/\*.*?\*\/|\/\/[^\n"]*$/gm, '') : undefined,
      ),
    ],
    [
      'body-nan',
      '4.2 JSON: NaN and Infinity',
      `${j} request-temperature request-top-p`,
      reading((t, ask) => (ask.json === undefined ? t.replace(/:\s*-?(NaN|Infinity)/g, ':1') : undefined)),
    ],
    [
      'body-zeros',
      '4.2 JSON: leading zeros',
      `${j} request-*`,
      reading((t, ask) => (ask.json === undefined ? t.replace(/:\s*0+([1-9])/g, ':$1') : undefined)),
    ],
    [
      'body-control',
      '4.2 JSON: raw line ends in strings',
      j,
      reading((t, ask) => (ask.json === undefined && /[\n\t]/.test(t) ? t.replace(/[\n\t]/g, ' ') : undefined)),
    ],
    ['body-form', '4.2 JSON: a form', j, reading((t, ask) => (/^\w+=/.test(t) ? valid(ask) : undefined))],
    [
      'body-empty-503',
      '4.2: an empty body is 503',
      j,
      { ask: (ask) => (isChat(ask) && ask.role === 'valid' && ask.text === '' ? refusal(503) : undefined) },
    ],
    [
      'body-blank-500',
      '4.2: a body of white space is 500',
      j,
      { ask: (ask) => (isChat(ask) && ask.role === 'valid' && /^\s+$/.test(ask.text) ? refusal(500) : undefined) },
    ],
    [
      'body-null-500',
      '4.2: the body null is 500',
      j,
      { ask: (ask) => (isChat(ask) && ask.role === 'valid' && ask.json === null ? refusal(500) : undefined) },
    ],
    [
      'body-deep-500',
      '4.2: deep nesting is 500',
      `${j} request-*`,
      {
        ask: (ask) =>
          isChat(ask) && ask.role === 'valid' && /\[{200}|(\{"[^"]*":){200}/.test(ask.text) ? refusal(500) : undefined,
      },
    ],
    ['size-one-more', '8: 1,048,577 bytes pass', z, sized((bytes) => bytes === limit + 1)],
    [
      'size-slack',
      '8: up to 64 KiB more pass, but not one byte',
      z,
      sized((bytes) => bytes > limit + 1 && bytes < limit + 65536),
    ],
    ['size-double', '8: from twice the size on', z, sized((bytes) => bytes >= 2 * limit)],
    ['size-chunked', '8: not for chunked uploads', z, sized((_b, ask) => ask.chunked)],
    [
      'size-chunked-one-more',
      '8: one byte more in a chunked upload',
      z,
      sized((bytes, ask) => ask.chunked && bytes === limit + 1),
    ],
    ['size-characters', '8: characters are counted', z, sized((_b, ask) => ask.text.length <= limit)],
    ['size-trimmed', '8: white space around does not count', z, sized((_b, ask) => ask.text.trim().length <= limit)],
    [
      'size-compact',
      '8: white space anywhere does not count',
      z,
      sized((_b, ask) => ask.json !== undefined && JSON.stringify(ask.json).length <= limit),
    ],
    [
      'size-not-trimmed',
      '8: only white space counts, text does not',
      z,
      sized((_b, ask) => JSON.stringify(ask.json ?? '').length > limit),
    ],
    ['size-streams', '8: not for streams', `${z} stream-invalid-request`, sized((_b, ask) => isStream(ask))],
    [
      'size-second-key',
      '8: not for the second project',
      z,
      {
        ask(ask) {
          if (isChat(ask) && ask.role === 'second' && ask.body.length > limit)
            ask.body = Buffer.from(
              JSON.stringify({ model: ask.world.gateway.models.foreign, messages: [{ role: 'user', content: 'x' }] }),
            )
          return undefined
        },
      },
    ],
    ['size-400', '8: 400 instead of 413', z, tooBig(400, (ask) => ask.body.length > limit)],
    ['size-chunked-400', '8: 400 for chunked uploads', z, tooBig(400, (ask) => ask.chunked && ask.body.length > limit)],
    ['size-exact', '8: exactly 1 MiB is 413', 'request-size-accepted', tooBig(413, (ask) => ask.body.length === limit)],
    [
      'size-million',
      '8: 413 above a million',
      'request-size-accepted',
      tooBig(413, (ask) => ask.body.length > 1e6 && ask.body.length < limit),
    ],
    [
      'size-exact-chunked',
      '8: exactly 1 MiB chunked is 413',
      'request-size-accepted',
      tooBig(413, (ask) => ask.chunked && ask.body.length === limit),
    ],
    [
      'size-half-text',
      '8: half a MiB of text is 413',
      'request-size-accepted message-content',
      tooBig(
        413,
        (ask) => ask.json !== undefined && ask.body.length <= limit && JSON.stringify(ask.json).length > limit / 2,
      ),
    ],
    [
      'size-escapes',
      '8: bytes beyond ASCII count twice',
      'request-size-accepted',
      tooBig(
        413,
        (ask) =>
          ask.body.length <= limit && ask.text.length + 5 * (ask.text.match(/[^\x00-\x7f]/g)?.length ?? 0) > limit,
      ),
    ],
    [
      'size-hang-up',
      '4.2 rule 6: a chunked body above the limit ends without an answer',
      z,
      {
        reply(reply, ask) {
          if (ask.chunked && ask.body.length > limit) reply.wire = (socket) => socket.destroy()
        },
      },
    ],
    [
      'chunked-411',
      '4.2: chunked uploads are refused',
      'request-* auth-*',
      { ask: (ask) => (isChat(ask) && ask.chunked ? refusal(400) : undefined) },
    ],
    [
      'charset-400',
      '4.2 application/json: not with a charset',
      'request-* client-headers-tolerated',
      { ask: (ask) => (isChat(ask) && /charset/.test(headerOf(ask, 'content-type') ?? '') ? refusal(400) : undefined) },
    ],
  ),
  ...shoulds(
    [
      'message-name',
      'readings: name in a message passes',
      'message-closed',
      message(
        (m) => 'name' in m,
        (m) => {
          delete m.name
        },
      ),
    ],
    [
      'message-stranger-second',
      'readings: unknown members from the second message on',
      'message-closed',
      message(
        (m, at) => at > 0 && Object.keys(m).length > 2,
        (m) => {
          for (const key of Object.keys(m)) if (!['role', 'content'].includes(key)) delete m[key]
        },
      ),
    ],
    [
      'options-stranger',
      'readings: unknown members of stream_options',
      'request-stream-options-closed stream-invalid-request',
      accepting(
        (b) => Object.keys(b.stream_options).length > 1 && 'include_usage' in b.stream_options,
        (b) => {
          b.stream_options = { include_usage: true }
        },
      ),
    ],
    [
      'utf8-400-not',
      'RFC 8259 8.1: bytes that are no UTF-8 pass',
      'request-body-utf8',
      reading((t, ask) => (t.includes('\uFFFD') && ask.json !== undefined ? t : undefined)),
    ],
  ),
]

function tryAdd(cut: string, missing: string): string | undefined {
  try {
    JSON.parse(cut + missing)
    return cut + missing
  } catch {
    return undefined
  }
}
