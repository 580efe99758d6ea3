/** Error bodies, request ids and statuses that are a little wrong at times: 2.7, 4 and 7. */
import { type Ask, count, headerOf, isChat, isModels, isStream, setHeader } from '../layer/ask.ts'
import { answer, failure, type Json, type Mutation } from '../layer/mutation.ts'
import { type Reply, refusal } from '../layer/reply.ts'
import { musts, shoulds } from './breach.ts'

const each: Mutation['reply'] extends infer T ? (edit: NonNullable<T>) => Mutation : never = (reply) => ({ reply })
const withoutId = (when: (reply: Reply, ask: Ask) => boolean): Mutation =>
  each((reply, ask) => {
    if (when(reply, ask)) setHeader(reply, 'x-svc-request-id', undefined)
  })
const id = (make: (ask: Ask, own: string, reply: Reply) => string | undefined): Mutation =>
  each((reply, ask) =>
    setHeader(reply, 'x-svc-request-id', make(ask, headerOf(reply, 'x-svc-request-id') ?? '', reply)),
  )
const error = (
  status: number | number[],
  edit: (error: Json, body: Json, ask: Ask) => void,
  when?: (ask: Ask) => boolean,
) => failure(status, edit, when)
const whole = (status: number, make: (body: Json) => unknown) =>
  failure(status, (_e, body) => {
    const made = make(structuredClone(body))
    for (const key of Object.keys(body)) delete body[key]
    Object.assign(body, made)
  })
const status = (from: number, to: number, when: (ask: Ask) => boolean = () => true) =>
  answer(
    from,
    (r) => {
      r.status = to
    },
    when,
  )
const media = (of: number, type: string | undefined, when?: (ask: Ask) => boolean) =>
  answer(of, (r) => setHeader(r, 'Content-Type', type), when)
const retry = (value: string) => answer(429, (r) => setHeader(r, 'Retry-After', value))
const param = (name: unknown, wrong: (body: Json) => boolean): Mutation =>
  failure(
    400,
    (e) => {
      e.param = name
    },
    (ask) => {
      try {
        return wrong(ask.json)
      } catch {
        return false
      }
    },
  )
const all = [400, 401, 403, 404, 413, 429, 500, 503]
const html = (of: number) =>
  answer(
    of,
    (r) => {
      setHeader(r, 'Content-Type', 'text/html')
      r.body = Buffer.from('<html><body><h1>Not now</h1></body></html>')
    },
    known,
  )
const known = (ask: Ask): boolean => isChat(ask) || isModels(ask)
const fields = 'model messages temperature top_p max_tokens max_completion_tokens stream stream_options n stop'.split(
  ' ',
)

export const errors = [
  ...musts(
    ...all.map(
      (of) =>
        [
          `id-missing-${of}`,
          `4: no request id on ${of}`,
          'request-id-present',
          withoutId((r, ask) => r.status === of && known(ask)),
        ] as const,
    ),
    [
      'id-missing-streams',
      '4: no request id on streams',
      'request-id-present',
      withoutId((r, ask) => r.status === 200 && isStream(ask)),
    ],
    [
      'id-missing-models',
      '4: no request id on the list',
      'request-id-present',
      withoutId((r, ask) => r.status === 200 && isModels(ask)),
    ],
    [
      'id-missing-31',
      '4: no request id every 31st time',
      'request-id-present',
      withoutId((_r, ask) => count(ask, 'ids') % 31 === 0),
    ],
    [
      'id-missing-models-401',
      '4: no request id on the 401 of the list',
      'request-id-present',
      withoutId((r, ask) => r.status === 401 && isModels(ask)),
    ],
    [
      'id-empty-403',
      '4: an empty request id on 403',
      'request-id-present',
      id((_a, own, r) => (r.status === 403 ? '' : own)),
    ],
    [
      'id-blank',
      '4: a request id of spaces on 404',
      'request-id-present unknown-path',
      id((ask, own, r) => (r.status === 404 && known(ask) ? '  ' : own)),
    ],
    [
      'id-twice-404',
      '4: two request ids on 404',
      'request-id-present request-id-unique',
      answer(404, (r) => {
        r.headers.push(['x-svc-request-id', 'again-and-again'])
      }),
    ],
    [
      'id-twice-stream',
      '4: two different request ids on streams',
      'request-id-present request-id-unique',
      answer(
        200,
        (r, ask) => {
          r.headers.push(['X-Svc-Request-Id', `proxy-${ask.turn}`])
        },
        isStream,
      ),
    ],
    [
      'id-again-7',
      '4: the request id of before every 7th time',
      'request-id-unique',
      id((ask, own) =>
        ask.turn % 7 === 6 ? ((ask.world.gateway as Json).last ?? own) : ((ask.world.gateway as Json).last = own),
      ),
    ],
    ['id-mod-64', '4: request ids start anew after 64', 'request-id-unique', id((ask) => `r-${ask.turn % 64}`)],
    ['id-connection', '4: one request id a connection', 'request-id-unique', id((ask) => `c-${ask.connection}`)],
    [
      'id-second',
      '4: the clock in seconds as request id',
      'request-id-unique',
      id(() => String(Math.floor(Date.now() / 1000))),
    ],
    [
      'id-of-body',
      '4: the request id is made of the request',
      'request-id-unique',
      id((ask, own) => (isChat(ask) ? `h-${ask.text.length}-${ask.text.slice(0, 60).replace(/[^\w]/g, '')}` : own)),
    ],
    [
      'id-same-401',
      '4: the same request id on every 401',
      'request-id-unique',
      id((_a, own, r) => (r.status === 401 ? 'unauthenticated' : own)),
    ],
    [
      'id-same-413',
      '4: the same request id on every 413',
      'request-id-unique',
      id((_a, own, r) => (r.status === 413 ? '0000' : own)),
    ],
    [
      'id-same-second',
      '4: the same request id for the second project',
      'request-id-unique',
      id((ask, own) => (ask.role === 'second' ? 'second' : own)),
    ],
    [
      'id-echo',
      '4: the request id of the client',
      'request-id-generated request-id-unique',
      id((ask, own) => headerOf(ask, 'x-svc-request-id') ?? own),
    ],
    [
      'id-echo-stream',
      '4: the request id of the client on streams',
      'request-id-generated request-id-unique',
      id((ask, own) => (isStream(ask) ? (headerOf(ask, 'x-svc-request-id') ?? own) : own)),
    ],
    [
      'id-echo-error',
      '4: the request id of the client on errors',
      'request-id-generated request-id-unique',
      id((ask, own, r) => (r.status >= 400 ? (headerOf(ask, 'x-svc-request-id') ?? own) : own)),
    ],
    [
      'id-echo-401',
      '4: the request id of the client on 401 alone',
      'request-id-generated request-id-unique',
      id((ask, own, r) => (r.status === 401 ? (headerOf(ask, 'x-svc-request-id') ?? own) : own)),
    ],
    [
      'id-echo-uuid',
      '4: the request id of the client when it is a UUID',
      'request-id-generated request-id-unique',
      id((ask, own) => {
        const sent = headerOf(ask, 'x-svc-request-id') ?? ''
        return /^[\da-f]{8}-[\da-f]{4}-/.test(sent) ? sent : own
      }),
    ],
    ...all.map(
      (of) =>
        [
          `param-missing-${of}`,
          `2.7 param: missing on ${of}`,
          'error-param',
          error(of, (e) => {
            delete e.param
          }),
        ] as const,
    ),
    ...all.map(
      (of) =>
        [
          `extra-inside-${of}`,
          `2.7 closed: a member inside error on ${of}`,
          'error-closed',
          error(of, (e) => {
            e.status = of
          }),
        ] as const,
    ),
    ...all.map(
      (of) =>
        [
          `extra-beside-${of}`,
          `2.7 closed: a member beside error on ${of}`,
          'error-closed',
          error(of, (_e, body) => {
            body.request_id = 'x'
          }),
        ] as const,
    ),
    ...all.map(
      (of) =>
        [
          `code-null-${of}`,
          `2.7 code: null on ${of}`,
          'error-code',
          error(of, (e) => {
            e.code = null
          }),
        ] as const,
    ),
    ...all.map(
      (of) =>
        [
          `type-other-${of}`,
          `2.7 type: another word on ${of}`,
          'error-type auth-error-type error-type-fits-status',
          error(of, (e) => {
            e.type = of === 404 ? 'not_found_error' : of === 429 ? 'insufficient_quota' : 'api_error'
          }),
        ] as const,
    ),
    ...all.map(
      (of) =>
        [
          `media-${of}`,
          `7.1: application/problem+json on ${of}`,
          'error-media-type',
          media(of, 'application/problem+json', known),
        ] as const,
    ),
    ...all.map((of) => [`html-${of}`, `7.1: an HTML page on ${of}`, 'error-* auth-error-type', html(of)] as const),
    [
      'message-null-413',
      '2.7 message: null on 413',
      'error-message',
      error(413, (e) => {
        e.message = null
      }),
    ],
    [
      'message-list',
      '2.7 message: an array for bad messages',
      'error-message',
      error(
        400,
        (e) => {
          e.message = [e.message]
        },
        (ask) => Array.isArray(ask.json?.messages),
      ),
    ],
    [
      'code-number-429',
      '2.7 code: 429 as a number',
      'error-code',
      error(429, (e) => {
        e.code = 429
      }),
    ],
    [
      'param-list',
      '2.7 param: an array for two limits',
      'error-param',
      error(
        400,
        (e) => {
          e.param = ['max_tokens', 'max_completion_tokens']
        },
        (ask) => ask.json?.max_tokens !== undefined && ask.json?.max_completion_tokens !== undefined,
      ),
    ],
    [
      'param-false',
      '2.7 param: false on 404',
      'error-param',
      error(404, (e) => {
        e.param = false
      }),
    ],
    [
      'error-string-503',
      '2.7: error is a string on 503',
      'error-body error-*',
      whole(503, (b) => ({ error: b.error.message })),
    ],
    ['error-flat-429', '2.7: the members without error on 429', 'error-body error-*', whole(429, (b) => b.error)],
    [
      'error-detail-400',
      '2.7: detail in place of error',
      'error-body error-*',
      whole(400, (b) => ({ detail: b.error.message })),
    ],
    [
      'error-errors-404',
      '2.7: a list of errors on 404',
      'error-body error-* unknown-path',
      whole(404, (b) => ({ errors: [b.error] })),
    ],
    [
      'error-empty-403',
      '2.7: no body on 403',
      'error-body error-*',
      answer(403, (r) => {
        r.body = Buffer.alloc(0)
      }),
    ],
    [
      'error-empty-stream-404',
      '2.7: no body on the 404 of a stream',
      'error-body error-* stream-invalid-request',
      answer(
        404,
        (r) => {
          r.body = Buffer.alloc(0)
        },
        isStream,
      ),
    ],
    [
      'error-tail-500',
      '7.1: a stack trace after the body of 500',
      'error-body error-*',
      answer(500, (r) => {
        r.body = Buffer.concat([r.body, Buffer.from('\n    at main.go:17')])
      }),
    ],
    ['media-missing-401', '7.1: no Content-Type on 401', 'error-media-type', media(401, undefined)],
    [
      'media-stream-400',
      '7.1: text/plain on the 400 of a stream',
      'error-media-type stream-invalid-request',
      media(400, 'text/plain', isStream),
    ],
    ...fields.map(
      (field) =>
        [
          `param-wrong-${field}`,
          `2.7 param: a fault in ${field} is blamed on another field`,
          'error-param-names-field',
          param(field === 'messages' ? 'model' : 'messages', (b) => onlyFault(b, field)),
        ] as const,
    ),
    [
      'param-alias',
      '2.7 param: max_tokens when max_completion_tokens is wrong',
      'error-param-names-field',
      param('max_tokens', (b) => 'max_completion_tokens' in b && !('max_tokens' in b)),
    ],
    [
      'param-stranger',
      '2.7 param: body for an unknown field',
      'error-param-names-field',
      param('body', (b) => Object.keys(b).some((name) => !fields.includes(name))),
    ],
    [
      'param-inner',
      '2.7 param: content without messages',
      'error-param-names-field',
      param('content', (b) => Array.isArray(b.messages) && b.messages.some((m: Json) => m?.content === '')),
    ],
    [
      'param-role',
      '2.7 param: role without messages',
      'error-param-names-field',
      param('role', (b) => b.messages?.some?.((m: Json) => m?.role === 'tool')),
    ],
    [
      'param-null-blame',
      '2.7 param: a null is blamed on model',
      'error-param-names-field',
      param('model', (b) => Object.entries(b).some(([name, v]) => v === null && name !== 'model')),
    ],
    [
      'param-empty-text',
      '2.7 param: an empty string names nothing',
      'error-param-names-field error-texts-filled',
      error(400, (e) => {
        e.param = ''
      }),
    ],
    [
      'status-422',
      '7.3: 422 for values out of range',
      'request-* completion-statuses gateway-statuses status-order stream-invalid-request',
      status(400, 422, (ask) => typeof ask.json?.temperature === 'number'),
    ],
    [
      'status-422-n',
      '7.3: 422 for n',
      'request-n completion-statuses request-no-null stream-invalid-request',
      status(400, 422, (ask) => ask.json?.n !== undefined && ask.json.n !== 1),
    ],
    [
      'status-415',
      '7.3: 415 for a body that is no JSON',
      'request-body-json completion-statuses status-order',
      status(400, 415, (ask) => ask.json === undefined && ask.text !== ''),
    ],
    [
      'status-502',
      '7.5: 502 when the backend is unavailable',
      'unavailable-503 gateway-statuses completion-statuses',
      status(503, 502),
    ],
    [
      'status-504-stream',
      '7.5: 504 when the backend of a stream is unavailable',
      'unavailable-503 gateway-statuses completion-statuses',
      status(503, 504, isStream),
    ],
    [
      'status-502-57',
      '7.5: 502 once in 57 times',
      'gateway-statuses completion-statuses models-statuses',
      { ask: (ask) => (ask.turn % 57 === 56 && known(ask) ? Object.assign(refusal(503), { status: 502 }) : undefined) },
    ],
    [
      'status-500-unavailable',
      '7.5: 500 when the backend is unavailable',
      'unavailable-503',
      answer(503, (r) => Object.assign(r, refusal(500))),
    ],
    [
      'status-503-limit',
      '4.2: 503 when a limit is exceeded',
      'limit-429',
      answer(429, (r) => Object.assign(r, refusal(503))),
    ],
    ['status-402', '4.2: 402 when a limit is exceeded', 'limit-429 completion-statuses', status(429, 402)],
    [
      'status-403-limit',
      '4.2: 403 when a limit is exceeded',
      'limit-429',
      answer(429, (r) => Object.assign(r, refusal(403))),
    ],
    [
      'status-500-type',
      '4.2: 500 for a wrong type',
      'request-* message-*',
      answer(
        400,
        (r) => Object.assign(r, refusal(500)),
        (ask) =>
          Array.isArray(ask.json?.messages) && ask.json.messages.some((m: Json) => typeof m?.content === 'number'),
      ),
    ],
    [
      'status-200-error',
      '7: 200 with an error body for max_tokens',
      'request-max-tokens completion-*',
      answer(
        400,
        (r) => {
          r.status = 200
        },
        (ask) => typeof ask.json?.max_tokens === 'number' && ask.json.max_tokens < 1,
      ),
    ],
    [
      'status-301-slash',
      '4.1: the list is redirected to a slash',
      'models-* auth-* smoke version-path list-*',
      { ask: (ask) => (isModels(ask) ? Object.assign(refusal(404), { status: 301 }) : undefined) },
    ],
    ['retry-0', '7.4: Retry-After 0', 'retry-after', retry('0')],
    ['retry-minus', '7.4: Retry-After -1', 'retry-after', retry('-1')],
    ['retry-half', '7.4: Retry-After 0.5', 'retry-after', retry('0.5')],
    ['retry-unit', '7.4: Retry-After 2s', 'retry-after', retry('2s')],
    ['retry-date', '7.4: Retry-After as a date', 'retry-after', retry('Wed, 21 Oct 2037 07:28:00 GMT')],
    ['retry-empty', '7.4: Retry-After without value', 'retry-after', retry('')],
    ['retry-plus', '7.4: Retry-After +1', 'retry-after', retry('+1')],
    ['retry-exponent', '7.4: Retry-After 1e1', 'retry-after', retry('1e1')],
    ['retry-two', '7.4: Retry-After 1, 0', 'retry-after', retry('1, 0')],
  ),
  ...shoulds(
    [
      'type-404',
      'readings: 413 is a server_error',
      'error-type-fits-status',
      error(413, (e) => {
        e.type = 'server_error'
      }),
    ],
    [
      'type-429',
      'readings: 429 is a server_error',
      'error-type-fits-status',
      error(429, (e) => {
        e.type = 'server_error'
      }),
    ],
    [
      'type-503',
      'readings: 503 is a rate_limit_error',
      'error-type-fits-status',
      error(503, (e) => {
        e.type = 'rate_limit_error'
      }),
    ],
    [
      'type-400-stop',
      'readings: 400 for stop is a server_error',
      'error-type-fits-status',
      error(
        400,
        (e) => {
          e.type = 'server_error'
        },
        (ask) => ask.json?.stop !== undefined,
      ),
    ],
    [
      'message-empty-404',
      'readings: an empty message on 404',
      'error-texts-filled',
      error(404, (e) => {
        e.message = ''
      }),
    ],
    [
      'code-empty-401',
      'readings: an empty code on 401',
      'error-texts-filled',
      error(401, (e) => {
        e.code = ''
      }),
    ],
    [
      'path-500',
      'readings: 500 for an unknown path',
      'unknown-path',
      answer(
        404,
        (r) => Object.assign(r, refusal(500)),
        (ask) => !known(ask),
      ),
    ],
    [
      'path-html',
      'readings: HTML for an unknown path',
      'unknown-path',
      answer(
        404,
        (r) => {
          setHeader(r, 'Content-Type', 'text/html')
          r.body = Buffer.from('<h1>404</h1>')
        },
        (ask) => !known(ask),
      ),
    ],
    [
      'path-no-id',
      'readings: no request id for an unknown path',
      'unknown-path',
      withoutId((r, ask) => r.status === 404 && !known(ask)),
    ],
    [
      'method-502',
      'readings: 503 for another method',
      'unknown-path',
      answer(405, (r) => Object.assign(r, refusal(503))),
    ],
    [
      'method-plain',
      'readings: plain text for another method on completions',
      'unknown-path',
      answer(
        405,
        (r) => {
          setHeader(r, 'Content-Type', 'text/plain')
          r.body = Buffer.from('Method Not Allowed')
        },
        (ask) => /chat/.test(ask.url),
      ),
    ],
  ),
]

/** The field is there, and a plain look says that it alone is wrong. */
function onlyFault(body: Json, field: string): boolean {
  const value = body[field]
  if (value === undefined || Object.keys(body).some((name) => !fields.includes(name))) return false
  if (field === 'stream_options') return body.stream === true
  if (field.startsWith('max_')) return !('max_tokens' in body && 'max_completion_tokens' in body)
  if (field === 'stream') return typeof value !== 'boolean'
  return (
    !(field === 'messages' || field === 'model') ||
    (field === 'model' ? typeof value !== 'string' : !Array.isArray(value) || value.length === 0)
  )
}
