/** Judges one response with an error status by sections 2.7 and 7. */

import { decode, type Json } from '../../http/exact-json.ts'
import { type Exchange, type HttpResponse, headerValues } from '../../http/exchange.ts'
import { errorOf } from '../../http/response.ts'
import { excerpt, judgeMediaType, judgeSchema, objectOf, type Report } from '../bodies.ts'

/** The shape of an error, and the type that its status requires. */
export function judgeError(exchange: Exchange, response: HttpResponse, report: Report): void {
  const error = errorOf(response)
  judgeMediaType(response, 'error-media-type', 'application/json', error !== undefined, report)
  const body = objectOf(response, 'error-body', report)
  if (body === undefined) return
  if (response.status === 401 && exchange.request.operation !== 'other') judgeChallenge(response, report)
  if (!error) {
    const message = 'the body has no error object'
    report('error-body', { message, expected: '{"error":{…}}', actual: excerpt(body, '/'), at: '/' })
    return
  }
  judgeSchema('error', [{ body }], true, report)
  judgeTexts(error, exchange, report)
  judgeType(error.type, exchange, response, report)
}

/** RFC 9110, 11.6.1, at level should: a 401 says how to authenticate, and the contract (5.1) allows only Bearer. */
function judgeChallenge(response: HttpResponse, report: Report): void {
  const values = headerValues(response, 'www-authenticate')
  const named = values.some((value) => /\bbearer\b/i.test(value))
  const actual = values.join(' | ') || '(no such header)'
  const lacking = { message: 'a 401 without a Bearer challenge', expected: 'WWW-Authenticate: Bearer', actual }
  report('auth-challenge', named ? undefined : lacking)
}

/** An empty `param` names no field, unless the name of a field of the request is empty. */
function judgeTexts(error: { [name: string]: Json }, { request }: Exchange, report: Report): void {
  const all = (['message', 'code', 'param'] as const).filter((name) => error[name] === '')
  const empty = all.filter((name) => name !== 'param' || !hasEmptyName(request.body))
  const breach = { message: `empty: ${empty.join(', ')}`, expected: 'a text', at: `/error/${empty[0]}`, actual: '""' }
  report('error-texts-filled', empty.length > 0 ? breach : undefined)
}

function hasEmptyName(body: Uint8Array | undefined): boolean {
  return body !== undefined && /[{,]\s*""\s*:/.test(decode(body).text)
}

/** The error types of 2.7. */
export const ERROR_TYPES = ['invalid_request_error', 'authentication_error', 'rate_limit_error', 'server_error']
const TYPE_OF_STATUS: Record<number, string> = {
  400: 'invalid_request_error',
  404: 'invalid_request_error',
  413: 'invalid_request_error',
  429: 'rate_limit_error',
  500: 'server_error',
  503: 'server_error',
}

function judgeType(type: Json | undefined, { request }: Exchange, { status }: HttpResponse, report: Report): void {
  // A type outside the enum is a separate breach.
  if (!ERROR_TYPES.includes(type as string)) return
  const message = `the type of a ${status} is wrong`
  const breach = (expected: string): Parameters<Report>[1] =>
    type === expected
      ? undefined
      : { message, expected: `"${expected}"`, actual: JSON.stringify(type), at: '/error/type' }
  if (status === 401) report('auth-error-type', breach('authentication_error'))
  const fitting = TYPE_OF_STATUS[status]
  if (fitting && request.operation !== 'other') report('error-type-fits-status', breach(fitting))
}

/** 7.4: Retry-After is whole seconds in HTTP syntax, at least 1. It is required if the message states the wait. */
export function judgeRetryAfter(response: HttpResponse, report: Report): void {
  if (response.status !== 429) return
  const values = headerValues(response, 'retry-after')
  const right = values.length === 0 || (values.length === 1 && /^0*[1-9]\d*$/.test(values[0]?.trim() ?? ''))
  const wrong =
    values.length > 1
      ? `Retry-After occurs ${values.length} times`
      : 'Retry-After is not a whole number of seconds from 1 up'
  const expected = values.length > 1 ? 'one header Retry-After' : 'an integer of at least 1'
  report('retry-after', right ? undefined : { message: wrong, expected, actual: values.join(' | ') })
  const said = values.length === 0 ? errorOf(response)?.message : undefined
  const wait = typeof said === 'string' ? WAIT.exec(said)?.[0] : undefined
  const message = 'the message states the wait, but the header Retry-After is missing'
  report('retry-after-computed', wait === undefined ? undefined : { message, expected: 'Retry-After', actual: wait })
}

/** The wait that a message states: "try again in 20s", but not "60 requests in 60 seconds". */
const WAIT =
  /\b(?:again|retry(?:ing)?|wait)\b[^.\d]{0,40}\d[\d.]*\s*(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?)\b/i
