import { ERRORS, type ErrorKind, Refusal } from '../core/errors.ts'
import { filled, integer, members, oneOf } from './checks.ts'
import { ScriptedStep } from './scripted-step.ts'

/** Options of an error in a script. */
export interface FailOptions {
  readonly message?: string
  /** The contract lists no values (7.6), so any text is valid. Default: the mock's code for this kind. */
  readonly code?: string
  /** The offending parameter. Default: null. */
  readonly param?: string | null
  /** Whole seconds, at least 1 (7.4); only for 429 and 503. */
  readonly retryAfter?: number
}

/** The error status codes of section 7, each with its kind of error. */
const BY_STATUS = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'disabled',
  404: 'model_not_found',
  413: 'too_large',
  429: 'limited',
  500: 'internal',
  503: 'unavailable',
} as const satisfies Record<number, ErrorKind>

/** The name of an error: its status code, or its row in the mock's table of errors. */
export type Failure = keyof typeof BY_STATUS | ErrorKind

/**
 * An error of section 7 instead of a response. @throws RangeError when the contract has no such error
 * @example project.next(fail(503, { retryAfter: 2 }).times(2), reply('At last'))
 */
export function fail(failure: Failure, options: FailOptions = {}): ScriptedStep {
  oneOf(failure, 'The error', [...Object.keys(BY_STATUS).map(Number), ...Object.keys(ERRORS)])
  members(options, 'fail()', ['message', 'code', 'param', 'retryAfter'])
  const kind = typeof failure === 'number' ? BY_STATUS[failure] : failure
  const { status } = ERRORS[kind]
  const { message = 'The script of this project returns an error here.', code, param, retryAfter } = options
  filled(message, 'message')
  if (code !== undefined) filled(code, 'code')
  if (param !== undefined && param !== null) filled(param, 'param')
  const headers = [...challenge(status), ...wait(status, retryAfter)]
  const more = { headers, ...(code !== undefined && { code }), ...(typeof param === 'string' && { param }) }
  const words = retryAfter === undefined ? `${status} ${kind}` : `${status} ${kind} with Retry-After ${retryAfter}`
  return new ScriptedStep({ step: { refusal: new Refusal(kind, message, more) }, words })
}

/**
 * 429: a confirmed limit was exceeded. Leave out `retryAfter` if the wait cannot be computed (7.4).
 * @example project.next(limit({ retryAfter: 7 }))
 */
export function limit(options: Omit<FailOptions, 'param'> = {}): ScriptedStep {
  return fail('limited', options)
}

/**
 * 503, the backend is unavailable.
 * @example project.next(unavailable().times(2))
 */
export function unavailable(options: Omit<FailOptions, 'param'> = {}): ScriptedStep {
  return fail('unavailable', options)
}

/** The challenge of a 401, which must name the scheme (RFC 9110, 11.6.1). */
function challenge(status: number): string[] {
  return status === 401 ? ['www-authenticate', 'Bearer realm="svc", error="invalid_token"'] : []
}

function wait(status: number, retryAfter: number | undefined): string[] {
  if (retryAfter === undefined) return []
  if (status !== 429 && status !== 503)
    throw new RangeError(`retryAfter has no meaning with ${status}; leave it out, or use it with 429 or 503.`)
  integer(retryAfter, 'retryAfter', 1)
  return ['retry-after', String(retryAfter)]
}
