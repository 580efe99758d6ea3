/** Deviations of refusals. */
import type { Ask } from '../../red-team/layer/ask.ts'
import { isModels, isStream } from '../../red-team/layer/conditions.ts'
import { errorTypes, jsonReply, type Reply, streamHeaders } from '../../red-team/layer/reply.ts'
import type { Kind } from '../kinds.ts'
import { RESPONDED } from './any-response.ts'
import { type Deviation, deviating, inJson, of } from './deviation.ts'

const BODY = ['error-*', 'stream-invalid-request'] as const

/** Sets members of the error. */
const error = (edit: object) => inJson(({ error }) => ({ error: { ...error, ...edit } }))

/** The wrong status that replaces the right one. */
const OTHER: Readonly<Record<number, number>> = { 403: 404, 404: 422, 400: 422, 429: 403, 500: 502, 503: 504 }

function restated(reply: Reply, status: number): void {
  const { error } = JSON.parse(reply.body.toString())
  const own = jsonReply(status, { error: { ...error, type: errorTypes[status] ?? 'invalid_request_error' } })
  Object.assign(reply, { status, body: own.body })
}

const refuses =
  (...what: readonly Kind['refuses'][]) =>
  ({ refuses: own }: Kind): boolean =>
    own !== undefined && what.includes(own)

/** Responds successfully to what should have been refused. */
function accept(reply: Reply, ask: Ask): void {
  const { chat } = ask.world.gateway.models
  const created = 1_790_000_000
  if (isModels(ask)) {
    const model = { id: chat, object: 'model', created, owned_by: 'svc' }
    return void Object.assign(reply, jsonReply(200, { object: 'list', data: [model] }))
  }
  const own = { id: `c-${ask.turn}`, created, model: typeof ask.json?.model === 'string' ? ask.json.model : chat }
  if (!isStream(ask)) {
    const choice = { index: 0, message: { role: 'assistant', content: 'Well.' }, finish_reason: 'stop' }
    Object.assign(reply, jsonReply(200, { ...own, object: 'chat.completion', choices: [choice] }))
    return
  }
  const chunk = (delta: object, finish_reason: string | null): string =>
    `data: ${JSON.stringify({ ...own, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
  Object.assign(reply, {
    status: 200,
    headers: streamHeaders(),
    body: Buffer.from(`${chunk({ content: 'Well.' }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`),
  })
}

function asPage(reply: Reply): void {
  reply.headers = reply.headers.map(([name, value]) => [name, /^content-type$/i.test(name) ? 'text/html' : value])
  reply.body = Buffer.from(`<html><body><h1>${reply.status}</h1></body></html>`)
}

const STATUSES = [...RESPONDED, 'error-type-fits-status', 'limit-429', 'unavailable-503', 'internal-500'] as const

export const errors: readonly Deviation[] = [
  ...deviating('error body', of('error'), {
    'a page in HTML': [4, BODY, asPage],
    'no body': [2, BODY, (reply) => void (reply.body = Buffer.alloc(0))],
    'error is a string': [3, BODY, inJson(({ error }) => ({ error: error.message }))],
    'its members without error': [2, BODY, inJson(({ error }) => error)],
    'no code': [3, BODY, error({ code: undefined })],
    'no param': [3, BODY, error({ param: undefined })],
    'a code that is a number': [2, BODY, error({ code: 17 })],
    'its own type': [3, BODY, error({ type: 'api_error' })],
    'one member more': [3, BODY, error({ status: 400 })],
    'a member next to error': [2, BODY, inJson(({ error }) => ({ error, request_id: 'r' }))],
    'a message that is null': [2, BODY, error({ message: null })],
  }),
  ...deviating('error body', refuses('key'), {
    'another type on 401': [2, ['auth-error-type', 'error-type-fits-status'], error({ type: 'invalid_request_error' })],
  }),
  ...deviating('another status', of('error'), {
    'refused with another status': [8, STATUSES, (reply) => restated(reply, OTHER[reply.status] ?? 400)],
  }),
  ...deviating('another status', refuses('request', 'key', 'model'), {
    'a stumble instead of a refusal': [4, RESPONDED, (reply) => restated(reply, 500), { lasting: true }],
  }),
  ...deviating('invalid, let through', refuses('request', 'model', 'size'), { 'let through': [10, RESPONDED, accept] }),
  ...deviating('invalid, let through', refuses('key'), { 'let through without its key': [5, RESPONDED, accept] }),
]
