/** Error bodies and statuses that are sometimes slightly wrong: 2.7, 4 and 7. */
import { formsOf } from '../../../integration/secrets/forms.ts'
import { type Ask, labelled, tokenIn } from '../layer/ask.ts'
import { and, every, hasUnknown, isKnown, isStream, type Json, sent, status, type When } from '../layer/conditions.ts'
import { type Edit, error, header, respond, rewritten } from '../layer/edits.ts'
import type { Mutation } from '../layer/mutation.ts'
import { type Reply, refusal } from '../layer/reply.ts'
import { asked } from '../layer/requests.ts'
import { breaking } from '../rows.ts'

const problem = (of: number): Mutation => header('Content-Type', 'application/problem+json', and(status(of), isKnown))
const whole = (of: number, write: (error: Json) => unknown): Mutation =>
  rewritten(status(of), (body) => write(body.error))
const withOther = (of: number): Mutation => rewritten(status(of), (body) => ({ ...body, request_id: 'x' }))
/** Blames a mistake in one field on another field. */
const blames = (field: string, instead: string): Mutation =>
  error(400, { param: instead }, ({ json }) => onlyFault(json, field))

/** Whether the field is present, and obviously the only wrong one. */
function onlyFault(body: Json, field: string): boolean {
  const value = body[field]
  if (value === undefined || hasUnknown(body)) return false
  if (field === 'stream_options') return body.stream === true
  if (field.startsWith('max_')) return !('max_tokens' in body && 'max_completion_tokens' in body)
  if (field === 'stream') return typeof value !== 'boolean'
  if (field === 'model') return typeof value !== 'string'
  return field !== 'messages' || !Array.isArray(value) || value.length === 0
}

const LIMITS = ['max_tokens', 'max_completion_tokens']
const fullWidth = (ask: Ask): string => formsOf(tokenIn(ask)).get('in full-width letters') ?? ''
const hexadecimal = (ask: Ask): string => formsOf(tokenIn(ask)).get('in hexadecimal with colons') ?? ''
const inArray = ({ message }: Json) => ({ message: [message] })
const withMessages: When = ({ json }) => Array.isArray(json.messages)
const nullElsewhere: When = ({ json }) => json.model !== null && Object.values(json).includes(null)
const withTrace = ({ body }: Reply) => ({ body: Buffer.concat([body, Buffer.from('\n    at main.go:17')]) })
const invalid = (wrong: (json: Json) => boolean, edit: Edit<Reply>): Mutation =>
  respond(
    and(status(400), ({ json }) => wrong(json)),
    edit,
  )
const numberAsContent = ({ messages }: Json) => messages.some((each: Json) => typeof each?.content === 'number')
const asPlainText = ({ headers }: Reply): Partial<Reply> => {
  return { headers: labelled(headers, 'text/plain'), body: Buffer.from('Method Not Allowed') }
}
/** The responses to HEAD have no body, and those to OPTIONS need none. */
const otherMethod: When = ({ url, method }) => url.includes('chat') && !['HEAD', 'OPTIONS'].includes(method)

const STATUS = ['gateway-statuses', 'request-*', 'message-*', 'completion-*', 'status-order'] as const
const INVALID = [...STATUS, 'auth-key-elsewhere', 'stream-invalid-request'] as const
const ANY = [...STATUS, 'auth-*', 'model-*', 'models-*', 'stream-*'] as const
const isTooSmall = (json: Json): boolean => typeof json.max_tokens === 'number' && json.max_tokens < 1

export const errors = [
  ...breaking([], {
    'errors.no-param-on-400': [error(400, { param: undefined }), 'error-param'],
    'errors.no-param-on-403': [error(403, { param: undefined }), 'error-param'],
    'errors.no-param-on-503': [error(503, { param: undefined }), 'error-param'],
    'errors.param-false-on-404': [error(404, { param: false }), 'error-param'],
    'errors.param-array-for-two-limits': [error(400, { param: LIMITS }, sent(...LIMITS)), 'error-param'],
    'errors.extra-member-on-401': [error(401, { status: 401 }), 'error-closed'],
    'errors.extra-member-on-404': [error(404, { status: 404 }), 'error-closed'],
    'errors.extra-member-on-500': [error(500, { status: 500 }), 'error-closed'],
    'errors.extra-member-on-503': [error(503, { status: 503 }), 'error-closed'],
    'errors.member-withOther-error-on-401': [withOther(401), 'error-closed'],
    'errors.member-withOther-error-on-429': [withOther(429), 'error-closed'],
    'errors.code-null-on-403': [error(403, { code: null }), 'error-code'],
    'errors.code-null-on-413': [error(413, { code: null }), 'error-code'],
    'errors.code-null-on-500': [error(500, { code: null }), 'error-code'],
  }),
  ...breaking(['error-type', 'auth-error-type', 'error-type-fits-status'], {
    'errors.another-type-on-400': error(400, { type: 'api_error' }),
    'errors.another-type-on-401': error(401, { type: 'api_error' }),
    'errors.another-type-on-413': error(413, { type: 'api_error' }),
    'errors.another-type-on-429': error(429, { type: 'insufficient_quota' }),
    'errors.key-in-full-width-as-type': error(401, (_, ask) => ({ type: fullWidth(ask) })),
  }),
  ...breaking([], {
    'errors.code-lists-the-key': [error(401, (_, ask) => ({ code: [...Buffer.from(tokenIn(ask))] })), 'error-code'],
    'errors.member-named-by-the-key': [error(401, (_, ask) => ({ [hexadecimal(ask)]: 'unknown' })), 'error-closed'],
    'errors.retry-after-not-a-number': [header('Retry-After', 'NaN', status(429)), 'retry-after'],
    'errors.retry-after-of-a-window-in-the-past': [header('Retry-After', '-86340', status(429)), 'retry-after'],
    'errors.server-error-for-stop': [error(400, { type: 'server_error' }, sent('stop')), 'error-type-fits-status'],
    'errors.message-null-on-413': [error(413, { message: null }), 'error-message', 'error-texts-filled'],
    'errors.message-array-for-messages': [error(400, inArray, withMessages), 'error-message', 'error-texts-filled'],
    'errors.message-empty-on-404': [error(404, { message: '' }), 'error-texts-filled'],
    'errors.code-empty-on-401': [error(401, { code: '' }), 'error-texts-filled'],
  }),
  ...breaking(['error-media-type', 'stream-invalid-request'], {
    'errors.problem-json-on-401': problem(401),
    'errors.problem-json-on-403': problem(403),
    'errors.problem-json-on-413': problem(413),
    'errors.problem-json-on-429': problem(429),
    'errors.problem-json-on-500': problem(500),
    'errors.problem-json-on-503': problem(503),
    'errors.plain-text-on-400-of-a-stream': header('Content-Type', 'text/plain', and(status(400), isStream)),
  }),
  ...breaking(['error-*', 'unknown-path', 'stream-invalid-request'], {
    'errors.text-on-503': whole(503, ({ message }) => ({ error: message })),
    'errors.members-without-error-on-429': whole(429, (error) => error),
    'errors.list-of-errors-on-404': whole(404, (error) => ({ errors: [error] })),
    'errors.no-body-on-404-of-a-stream': respond(and(status(404), isStream), { body: Buffer.alloc(0) }),
    'errors.stack-trace-after-500': respond(status(500), withTrace),
  }),
  ...breaking(['error-param-path'], {
    'errors.blames-body-for-an-unknown-field': error(400, { param: 'body' }, ({ json }) => hasUnknown(json)),
  }),
  ...breaking(['error-param-names-field'], {
    'errors.blames-messages-for-model': blames('model', 'messages'),
    'errors.blames-model-for-messages': blames('messages', 'model'),
    'errors.blames-messages-for-temperature': blames('temperature', 'messages'),
    'errors.blames-messages-for-top-p': blames('top_p', 'messages'),
    'errors.blames-messages-for-max-tokens': blames('max_tokens', 'messages'),
    'errors.blames-max-tokens-for-max-completion-tokens': blames('max_completion_tokens', 'max_tokens'),
    'errors.blames-messages-for-stream': blames('stream', 'messages'),
    'errors.blames-messages-for-stream-options': blames('stream_options', 'messages'),
    'errors.blames-messages-for-n': blames('n', 'messages'),
    'errors.blames-messages-for-stop': blames('stop', 'messages'),
    'errors.blames-model-for-a-null': error(400, { param: 'model' }, nullElsewhere),
  }),
  ...breaking(INVALID, {
    'errors.422-for-temperature': invalid(({ temperature }) => typeof temperature === 'number', { status: 422 }),
    'errors.500-for-content-of-a-number': invalid(numberAsContent, () => refusal(500)),
    'errors.200-for-max-tokens': invalid(isTooSmall, { status: 200 }),
  }),
  ...breaking(['unavailable-503', 'limit-429', 'gateway-statuses', 'completion-statuses', 'models-statuses'], {
    'errors.504-for-an-unavailable-stream': respond(and(status(503), isStream), { status: 504 }),
    'errors.402-for-a-limit': respond(status(429), { status: 402 }),
  }),
  ...breaking(ANY, {
    'errors.502-once-in-57-times': asked(and(isKnown, every(57)), () => ({ ...refusal(503), status: 502 })),
  }),
  ...breaking(['unknown-path'], {
    'errors.503-for-another-method': respond(status(405), () => refusal(503)),
    'errors.plain-text-for-another-method': respond(and(status(405), otherMethod), asPlainText),
  }),
]
