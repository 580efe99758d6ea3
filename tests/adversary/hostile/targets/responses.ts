/** Responses of an honest gateway: enough for a harness to run all its checks. */

export interface Plain {
  readonly status: number
  readonly type: string
  readonly body: string
  /** Whether the operation succeeded with a list, a completion or a stream. */
  readonly ok: boolean
  readonly stream: boolean
}

export const MODEL = 'svc/echo-1'
let made = 0

/** A key with parts that do not occur elsewhere by chance. */
export const KEY = 'svc_canary7Qx9_Zk4vT8mW2pR6nB1cL5jH3'

export const LIST = JSON.stringify({
  object: 'list',
  data: [{ id: MODEL, object: 'model', created: 1, owned_by: 'svc' }],
})

export const COMPLETION = JSON.stringify({
  id: 'cmpl_1',
  object: 'chat.completion',
  created: 1,
  model: MODEL,
  choices: [{ index: 0, message: { role: 'assistant', content: 'One.' }, finish_reason: 'stop' }],
})

function chunk(delta: object, finish: string | null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }]
  return `data: ${JSON.stringify({ id: 'cmpl_1', object: 'chat.completion.chunk', created: 1, model: MODEL, choices })}\n\n`
}

export const EVENTS = [chunk({ content: 'One.' }, null), chunk({}, 'stop'), 'data: [DONE]\n\n'] as const

function refusal(status: number, type: string): Plain {
  const body = JSON.stringify({ error: { message: 'No.', type, param: null, code: 'no' } })
  return { status, type: 'application/json', body, ok: false, stream: false }
}

function askedIn(body: string): { readonly messages?: unknown; readonly stream?: unknown } | undefined {
  try {
    return JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1)) as object
  } catch {
    return undefined
  }
}

/** Accepts every body that looks like a completion request. */
export function responseTo(method: string, path: string, head: string, body: string): Plain {
  if (/^authorization: *bearer +(.*?) *$/im.exec(head)?.[1] !== KEY) return refusal(401, 'authentication_error')
  if (method === 'GET' && path.startsWith('/v1/models'))
    return { status: 200, type: 'application/json', body: LIST, ok: true, stream: false }
  const asked = askedIn(body)
  if (!asked?.messages) return refusal(400, 'invalid_request_error')
  const stream = asked.stream === true
  return stream
    ? { status: 200, type: 'text/event-stream', body: EVENTS.join(''), ok: true, stream }
    : { status: 200, type: 'application/json', body: COMPLETION, ok: true, stream }
}

/** Header lines of a chunked response. */
export const CHUNKED = ['transfer-encoding: chunked']

/** Header lines of a response, without the blank line after them. */
export function headOf({ status, type }: Plain, more: readonly string[] = []): string {
  made += 1
  return [`HTTP/1.1 ${status} Said`, `content-type: ${type}`, `x-svc-request-id: req_${made}`, ...more].join('\r\n')
}

/** A whole response on the wire. */
export function wire(plain: Plain, more: readonly string[] = []): string {
  return `${headOf(plain, [`content-length: ${Buffer.byteLength(plain.body)}`, ...more])}\r\n\r\n${plain.body}`
}
