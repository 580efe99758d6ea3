/** What may go wrong with a refusal. */
import type { Ask } from '../../red-team/layer/ask.ts'
import { isModels, isStream } from '../../red-team/layer/conditions.ts'
import { errorTypes, jsonReply, type Reply } from '../../red-team/layer/reply.ts'
import type { Kind } from '../kinds.ts'
import { ANSWERED } from './any-answer.ts'
import { type Deviation, inJson, of } from './deviation.ts'

const BODY = ['error-*', 'stream-invalid-request'] as const

const body = (name: string, weight: number, change: Deviation['change']): Deviation => ({
  name,
  group: 'error body',
  weight,
  fits: of('error'),
  breaks: BODY,
  change,
})

/** What replaces a refusal in the wrong cases. */
const OTHER: Readonly<Record<number, number>> = {
  400: 422,
  401: 400,
  403: 404,
  404: 422,
  413: 400,
  429: 403,
  500: 502,
  503: 504,
}

function restated(reply: Reply, status: number): void {
  const { error } = JSON.parse(reply.body.toString())
  const own = jsonReply(status, { error: { ...error, type: errorTypes[status] ?? 'invalid_request_error' } })
  Object.assign(reply, { status, body: own.body })
}

const refuses =
  (...what: readonly Kind['refuses'][]) =>
  ({ refuses: own }: Kind): boolean =>
    own !== undefined && what.includes(own)

/** An answer of the right form to what should have been refused. */
function accept(reply: Reply, ask: Ask): void {
  const { chat } = ask.world.gateway.models
  const created = 1_790_000_000
  if (isModels(ask)) {
    Object.assign(
      reply,
      jsonReply(200, { object: 'list', data: [{ id: chat, object: 'model', created, owned_by: 'svc' }] }),
    )
    return
  }
  const own = { id: `c-${ask.turn}`, created, model: typeof ask.json?.model === 'string' ? ask.json.model : chat }
  if (!isStream(ask)) {
    const choice = { index: 0, message: { role: 'assistant', content: 'Well.' }, finish_reason: 'stop' }
    Object.assign(reply, jsonReply(200, { ...own, object: 'chat.completion', choices: [choice] }))
    return
  }
  const chunk = (delta: object, finish_reason: string | null): string =>
    `data: ${JSON.stringify({ ...own, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
  const { headers } = jsonReply(200, {})
  Object.assign(reply, {
    status: 200,
    headers: headers.map(([name, value]) => [name, name === 'Content-Type' ? 'text/event-stream' : value]),
    body: Buffer.from(`${chunk({ content: 'Well.' }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`),
  })
}

export const errors: readonly Deviation[] = [
  body('a page in HTML', 4, (reply) => {
    reply.headers = reply.headers.map(([name, value]) => [name, /^content-type$/i.test(name) ? 'text/html' : value])
    reply.body = Buffer.from(`<html><body><h1>${reply.status}</h1></body></html>`)
  }),
  body('no body', 2, (reply) => {
    reply.body = Buffer.alloc(0)
  }),
  body(
    'error is a string',
    3,
    inJson(({ error }) => ({ error: error.message })),
  ),
  body(
    'its members without error',
    2,
    inJson(({ error }) => error),
  ),
  body(
    'no code',
    3,
    inJson(({ error }) => ({ error: { ...error, code: undefined } })),
  ),
  body(
    'no param',
    3,
    inJson(({ error }) => ({ error: { ...error, param: undefined } })),
  ),
  body(
    'a code that is a number',
    2,
    inJson(({ error }) => ({ error: { ...error, code: 17 } })),
  ),
  body(
    'its own type',
    3,
    inJson(({ error }) => ({ error: { ...error, type: 'api_error' } })),
  ),
  body(
    'one member more',
    3,
    inJson(({ error }) => ({ error: { ...error, status: 400 } })),
  ),
  body(
    'a member next to error',
    2,
    inJson(({ error }) => ({ error, request_id: 'r' })),
  ),
  body(
    'a message that is null',
    2,
    inJson(({ error }) => ({ error: { ...error, message: null } })),
  ),
  {
    name: 'another type on 401',
    group: 'error body',
    weight: 2,
    fits: refuses('key'),
    breaks: ['auth-error-type', 'error-type-fits-status'],
    change: inJson(({ error }) => ({ error: { ...error, type: 'invalid_request_error' } })),
  },
  {
    name: 'refused with another status',
    group: 'another status',
    weight: 8,
    fits: of('error'),
    breaks: [...ANSWERED, 'error-type-fits-status', 'limit-429', 'unavailable-503', 'internal-500'],
    change: (reply) => restated(reply, OTHER[reply.status] ?? 400),
  },
  {
    name: 'a stumble instead of a refusal',
    group: 'another status',
    weight: 4,
    fits: refuses('request', 'key', 'model'),
    breaks: ANSWERED,
    change: (reply) => restated(reply, 500),
    lasting: true,
  },
  {
    name: 'let through',
    group: 'invalid, let through',
    weight: 10,
    fits: refuses('request', 'model', 'size'),
    breaks: ANSWERED,
    change: accept,
  },
  {
    name: 'let through without its key',
    group: 'invalid, let through',
    weight: 5,
    fits: refuses('key'),
    breaks: ANSWERED,
    change: accept,
  },
]
