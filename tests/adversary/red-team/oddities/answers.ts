/** Answers whose values and order are free. */
import { type Ask, count, isChat, isModels, isStream } from '../layer/ask.ts'
import {
  both,
  chunks,
  completion,
  events,
  failure,
  isFinal,
  isText,
  type Json,
  list,
  type Mutation,
  model,
  refusing,
} from '../layer/mutation.ts'
import { literal, refusal } from '../layer/reply.ts'
import { certified, incomplete } from './oddity.ts'

const all = [400, 401, 403, 404, 413, 429, 500, 503]
const path = (edit: (param: string) => string): Mutation => ({
  freedoms: { errorParam: 'field' },
  ...failure(400, (e) => {
    if (typeof e.param === 'string' && ['messages', 'stop', 'stream_options'].includes(e.param)) e.param = edit(e.param)
  }),
})
const said = (text: string): Mutation => ({
  ...completion((b) => {
    b.choices[0].message.content = text
  }),
})
const deltas = (...parts: string[]): Mutation =>
  chunks((before) => [
    ...parts.map((content) => ({ ...before[0], choices: [{ index: 0, delta: { content }, finish_reason: null }] })),
    ...before.filter(isFinal),
  ])
const busy = (status: number, every: number): Mutation => ({
  reply: (reply, ask) => {
    if (reply.status !== 200 || !isChat(ask) || count(ask, 'busy') % every !== 0) return
    Object.assign(reply, refusal(status))
    reply.headers.push(['Retry-After', '1'])
  },
})
const capped = (most: number): Mutation =>
  both(
    refusing((b) => b.max_tokens > most, 400, 'max_tokens'),
    refusing((b) => b.max_completion_tokens > most, 400, 'max_completion_tokens'),
  )
const int = (value: string) => literal(value)

export const answers = [
  ...certified(
    ['param-slash', 'readings: any path syntax may follow the field', path((p) => `${p}/0`)],
    ['param-arrow', 'readings: any path syntax may follow the field', path((p) => `${p}->0`)],
    ['param-colon', 'readings: any path syntax may follow the field', path((p) => `${p}: item 0`)],
    ['param-quoted', 'readings: any path syntax may follow the field', path((p) => `${p}['a']`)],
    [
      'param-else',
      'param of what is no field of the request is free',
      failure([401, 403, 413, 429, 500, 503], (e) => {
        e.param = 'somewhere'
      }),
    ],
    [
      'param-model-404',
      '404 is about the model',
      failure(404, (e, _b, ask) => {
        if (isChat(ask)) e.param = 'model'
      }),
    ],
    [
      'code-any',
      'codes are not shown',
      failure(all, (e) => {
        e.code = '💥 code with spaces'
      }),
    ],
    [
      'code-number-text',
      'codes are strings of any look',
      failure(all, (e) => {
        e.code = '0'
      }),
    ],
    [
      'message-huge',
      'messages are not shown',
      failure(all, (e) => {
        e.message = 'x'.repeat(20000)
      }),
    ],
    [
      'message-html',
      'messages are not shown',
      failure(all, (e) => {
        e.message = '<html>502 Bad Gateway</html>\ndata: [DONE]\n\n'
      }),
    ],
    [
      'message-space',
      'a message of one space is not empty',
      failure(all, (e) => {
        e.message = ' '
      }),
    ],
    [
      'message-names-others',
      'messages are not shown',
      failure(all, (e) => {
        e.message = 'temperature top_p messages model rate limit'
      }),
    ],
    [
      'type-403',
      'readings: 403 may have any type',
      failure(403, (e) => {
        e.type = 'invalid_request_error'
      }),
    ],
    ['content-empty', 'an empty string is a string', said('')],
    ['content-space', 'white space is text', said(' \n')],
    ['content-mark', 'text is free', said('data: [DONE]\n\n')],
    ['content-huge', 'text has no length', said('é𝄞 '.repeat(60000))],
    ['content-error', 'text is free', said('{"error":{"message":"x","type":"y"}}')],
    ['content-controls', 'RFC 8259: escaped controls', said('\u0000\u0001\u001f\u007f\u2028\ufeff')],
    ['content-lone', 'RFC 8259 8.2: an escaped lone surrogate', said('\ud800')],
    [
      'id-one-letter',
      'id formats are not shown',
      completion((b) => {
        b.id = 'x'
      }),
    ],
    [
      'id-odd',
      'id formats are not shown',
      completion((b) => {
        b.id = 'chat cmpl/é?#\n\t"'
      }),
    ],
    [
      'id-long',
      'id formats are not shown',
      completion((b) => {
        b.id = 'z'.repeat(5000)
      }),
    ],
    [
      'created-0',
      '2.4: from 0',
      both(
        completion((b) => {
          b.created = 0
        }),
        chunks((c) => {
          for (const one of c) one.created = 0
          return undefined
        }),
        model((m) => {
          m.created = 0
        }),
      ),
    ],
    [
      'created-max',
      '2.4: to int64',
      both(
        completion((b) => {
          b.created = int('9223372036854775807')
        }),
        chunks((c) => {
          for (const one of c) one.created = int('9223372036854775807')
          return undefined
        }),
        model((m) => {
          m.created = int('9223372036854775807')
        }),
      ),
    ],
    [
      'created-1.0',
      'readings: JSON Schema calls 1.0 an integer',
      completion((b) => {
        b.created = int('1700000000.0')
      }),
    ],
    [
      'created-1e9',
      'readings: JSON Schema calls 1e9 an integer',
      both(
        completion((b) => {
          b.created = int('17e8')
        }),
        model((m) => {
          m.created = int('1.7E+9')
        }),
      ),
    ],
    [
      'usage-1.0',
      'readings: JSON Schema calls 1.0 an integer',
      completion((b) => {
        for (const k of ['prompt_tokens', 'completion_tokens', 'total_tokens'])
          if (b.usage) b.usage[k] = int(`${b.usage[k]}.0`)
      }),
    ],
    [
      'usage-minus-zero',
      'RFC 8259: -0 is nought',
      completion((b) => {
        if (b.usage) Object.assign(b.usage, { prompt_tokens: int('-0'), completion_tokens: 0, total_tokens: 0 })
      }),
    ],
    [
      'usage-zero',
      '0 is allowed',
      completion((b) => {
        b.usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }
      }),
    ],
    [
      'usage-max',
      'sum at int64',
      completion((b) => {
        b.usage = {
          prompt_tokens: int('9223372036854775806'),
          completion_tokens: 1,
          total_tokens: int('9223372036854775807'),
        }
      }),
    ],
    [
      'usage-cached-more',
      'nothing bounds the details',
      completion((b) => {
        if (b.usage) {
          b.usage.prompt_tokens_details = { cached_tokens: 999999 }
          b.usage.completion_tokens_details = { reasoning_tokens: 999999, more: null }
        }
      }),
    ],
    [
      'usage-sometimes',
      '2.4: usage may be absent at times',
      completion(
        (b) => {
          delete b.usage
        },
        (ask) => ask.turn % 2 === 0,
      ),
    ],
    [
      'usage-extra',
      'readings: more members in usage',
      completion((b) => {
        if (b.usage) {
          b.usage.cost = 0.5
          b.usage.details = null
        }
      }),
    ],
    [
      'extra-error-null',
      'readings: a completion may have more members, error among them',
      both(
        completion((b) => {
          b.error = null
        }),
        chunks((c) => {
          for (const one of c) one.error = null
          return undefined
        }),
      ),
    ],
    [
      'extra-proto',
      'readings: a completion may have more members',
      completion((b) => {
        b.constructor = { prototype: 1 }
        b.toString = null
        b.choices2 = []
        b[''] = 1
      }),
    ],
    [
      'extra-big',
      'readings: more members, a number that no double holds',
      completion((b) => {
        b.seed = int('123456789012345678901234567890')
        b.rate = int('1e400')
      }),
    ],
    [
      'extra-list',
      'readings: more members in the list',
      list((b) => {
        b.has_more = false
        b.first_id = null
        b.data_2 = [1]
      }),
    ],
    [
      'message-extra',
      'readings: more members in message and delta',
      both(
        completion((b) => Object.assign(b.choices[0].message, { refusal: null, tool_calls: [], name: 7 })),
        chunks((c) => {
          for (const one of c)
            if (isText(one)) Object.assign(one.choices[0].delta, { reasoning_content: null, tool_calls: [] })
          return undefined
        }),
      ),
    ],
    [
      'members-twice-not',
      'JSON objects have no order',
      completion((b) => {
        const { id, choices } = b
        delete b.id
        delete b.choices
        b.choices = choices
        b.id = id
      }),
    ],
    [
      'finish-filter',
      'any of the three',
      both(
        completion((b) => {
          b.choices[0].finish_reason = 'content_filter'
          b.choices[0].message.content = ''
        }),
        chunks((c) => {
          for (const one of c) if (isFinal(one)) one.choices[0].finish_reason = 'content_filter'
          return c.filter((one) => !isText(one))
        }),
      ),
    ],
    ['cap-4096', '4.2: also capped by policy', capped(4096)],
    ['cap-100', '4.2: also capped by policy', capped(100)],
    ['busy-429', 'readings: limits are real, retries help', busy(429, 25)],
    ['busy-503', 'readings: a model may be away for a moment', busy(503, 25)],
    ['busy-500', 'readings: 500 to a valid request says nothing', busy(500, 40)],
    [
      'list-503',
      'readings: 503 to a valid request says nothing',
      {
        reply: (r, ask) => {
          if (isModels(ask) && r.status === 200 && count(ask, 'l') % 9 === 0) {
            Object.assign(r, refusal(503))
            r.headers.push(['Retry-After', '1'])
          }
        },
      },
    ],
    [
      'stream-role-chunk',
      'role alone first',
      chunks((c) => [{ ...c[0], choices: [{ index: 0, delta: { role: 'assistant' }, finish_reason: null }] }, ...c]),
    ],
    [
      'stream-role-twice',
      'role in every delta but the last',
      chunks((c) => {
        for (const one of c) if (!isFinal(one) && one.choices[0]) one.choices[0].delta.role = 'assistant'
        return undefined
      }),
    ],
    ['stream-silent', 'a text may be empty', deltas()],
    [
      'stream-empty-deltas',
      'a delta may be empty',
      chunks((c) =>
        c.flatMap((one) => [{ ...one, usage: null, choices: [{ index: 0, delta: {}, finish_reason: null }] }, one]),
      ),
    ],
    ['stream-empty-texts', 'content may be empty', deltas('', 'a', '', 'b', '')],
    ['stream-big', 'a delta has no length', deltas('漢'.repeat(200000))],
    ['stream-many', 'no limit on chunks', deltas(...Array.from({ length: 3000 }, (_, n) => `${n} `))],
    ['stream-lines', 'line ends within text are escaped', deltas('a\n\ndata: [DONE]\n\n', '\r\n', '\u2028')],
    [
      'stream-clusters',
      'chunks may part what a reader sees as one letter',
      deltas('👩', '\u200d', '🚀', 'e', '\u0301'),
    ],
    [
      'stream-no-choice',
      '2.6: at most 1',
      chunks((c) => [
        { ...c[0], choices: [] },
        ...c.flatMap((one) => (isFinal(one) ? [one] : [one, { ...c[0], choices: [] }])),
      ]),
    ],
    [
      'stream-usage-each',
      '2.6: usage in any chunk',
      chunks((c) => {
        for (const one of c) one.usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
        return undefined
      }),
    ],
    [
      'stream-usage-null',
      '2.6: usage may be null',
      chunks((c) => {
        for (const one of c) one.usage = null
        return undefined
      }),
    ],
    [
      'stream-usage-first',
      '6.6: usage in the first chunk alone',
      chunks((c) => [
        { ...c[0], choices: [], usage: { prompt_tokens: 1, completion_tokens: 0, total_tokens: 1 } },
        ...c,
      ]),
    ],
    [
      'stream-usage-twice',
      '6.6: usage before and after the final chunk',
      chunks((c) => [
        ...c,
        { ...c[0], choices: [], usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } },
      ]),
    ],
    [
      'stream-after-final-null',
      '2.6: a chunk without choice and usage null after the final one',
      chunks((c) => [...c, { ...c[0], choices: [], usage: null }]),
    ],
    [
      'stream-created-drift',
      'readings: created may differ',
      chunks((c) => {
        c.forEach((one, at) => {
          one.created = at
        })
        return undefined
      }),
    ],
    [
      'stream-extra',
      'readings: more members in a chunk',
      chunks((c) => {
        for (const one of c) Object.assign(one, { obfuscation: 'x', choices_: null, system_fingerprint: null })
        return undefined
      }),
    ],
    ['stream-comment-each', 'SSE comments', events((all_) => all_.map((e) => `: ping\n\n${e}`))],
    [
      'stream-comment-tricky',
      'SSE comments may say anything',
      events((all_) => all_.map((e) => `:data: [DONE]\n:\n: event: x\n${e}`)),
    ],
    ['stream-comment-first', 'SSE comments, 10 KB of them', events((all_) => [`:${' '.repeat(10000)}\n\n`, ...all_])],
    ['stream-crlf', 'SSE allows CRLF', events((all_) => all_.map((e) => e.replaceAll('\n', '\r\n')))],
    [
      'stream-mixed',
      'SSE allows each line end in one stream',
      events((all_) => all_.map((e, at) => (at % 2 ? e : e.replaceAll('\n', '\r\n')))),
    ],
    [
      'stream-bom',
      'SSE allows one BOM',
      { freedoms: { streamBom: 'leading', comments: 'attached', lineEnds: 'crlf', pacing: 'shreds' } },
    ],
    [
      'stream-json-space-after',
      'JSON allows white space after the value',
      events((all_) => all_.map((e) => (e.includes('[DONE]') ? e : e.replace('\n\n', ' \n\n')))),
    ],
    [
      'stream-json-spaces',
      'JSON allows white space within the line',
      events((all_) => all_.map((e) => (e.includes('[DONE]') ? e : e.replace('data: {', 'data: {\t ')))),
    ],
    [
      'stream-slow',
      'gaps have no limit',
      {
        reply: (r, ask) => {
          if (isStream(ask) && r.status === 200 && count(ask, 's') % 6 === 0) {
            r.pieces = [r.body.subarray(0, 80), r.body.subarray(80)]
            r.pause = 400
          }
        },
      },
    ],
    [
      'models-edge',
      'names at the edge of the pattern',
      { freedoms: { modelNames: 'edge', catalogSize: 'many', listOrder: 'changing' } },
    ],
    [
      'integers-strict',
      'readings: 1.0 may be refused',
      { freedoms: { integerNotation: 'digits', duplicateKeys: 'last', byteOrderMark: 'accept', gzipBody: 'inflate' } },
    ],
    [
      'auth-first',
      'the key may be looked at first',
      { freedoms: { authOrder: 'headers', faultChoice: 'first', oversize: 'early' } },
    ],
    [
      'auth-last',
      'the key may be looked at last',
      { freedoms: { authOrder: 'after-validation', faultChoice: 'last', contentTypeCheck: 'ignore' } },
    ],
    [
      'disabled-refuses',
      'readings: 403 on the list too',
      { freedoms: { disabledModels: 'refuse', limitCounts: 'attempts', retryAfter: 'absent' } },
    ],
  ),
  ...incomplete(
    [
      'always-503',
      'readings: inconclusive, never red',
      {
        reply: (r, ask) => {
          if (r.status === 200 && isChat(ask)) Object.assign(r, refusal(503))
        },
      },
    ],
    [
      'always-429',
      'readings: inconclusive, never red',
      {
        reply: (r, ask) => {
          if (r.status === 200 && isChat(ask)) Object.assign(r, refusal(429))
        },
      },
    ],
    [
      'always-500',
      'readings: inconclusive, never red',
      {
        reply: (r, ask) => {
          if (r.status === 200 && isChat(ask)) Object.assign(r, refusal(500))
        },
      },
    ],
    [
      'streams-503',
      'readings: inconclusive, never red',
      {
        reply: (r, ask) => {
          if (r.status === 200 && isStream(ask)) Object.assign(r, refusal(503))
        },
      },
    ],
    [
      'no-models',
      '2.2: an empty list is legal',
      { ask: (ask: Ask) => (isModels(ask) && ask.role === 'valid' ? void setEmpty(ask) : undefined) },
    ],
    [
      'list-429',
      'a limit on the list too',
      {
        reply: (r, ask) => {
          if (r.status === 200 && isModels(ask)) Object.assign(r, refusal(503))
        },
      },
    ],
  ),
]

function setEmpty(ask: Ask): void {
  const at: Json = ask.headers.find(([name]) => name.toLowerCase() === 'authorization')
  at[1] = `Bearer ${ask.world.gateway.keys.empty}`
}
