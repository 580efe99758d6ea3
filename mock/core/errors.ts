import { type Answer, type HeaderList, jsonAnswer } from './http.ts'

/**
 * Every way in which the gateway says no. Nothing else in the mock knows a status code of an error.
 * Statuses: contract 4 and 7.3; types: 2.7. Codes are ours, since 7.6 shows none.
 */
export const ERRORS = {
  malformed_http: { status: 400, type: 'invalid_request_error', code: 'malformed_http' },
  not_json: { status: 400, type: 'invalid_request_error', code: 'body_not_json' },
  invalid: { status: 400, type: 'invalid_request_error', code: 'invalid_request' },
  unauthenticated: { status: 401, type: 'authentication_error', code: 'invalid_api_key' },
  disabled: { status: 403, type: 'authentication_error', code: 'account_disabled' },
  model_not_found: { status: 404, type: 'invalid_request_error', code: 'model_not_found' },
  route_not_found: { status: 404, type: 'invalid_request_error', code: 'route_not_found' },
  too_large: { status: 413, type: 'invalid_request_error', code: 'body_too_large' },
  limited: { status: 429, type: 'rate_limit_error', code: 'too_many_requests' },
  internal: { status: 500, type: 'server_error', code: 'internal_error' },
  unavailable: { status: 503, type: 'server_error', code: 'unavailable' },
} as const

/** A row of the error table. */
export type ErrorKind = keyof typeof ERRORS

/** A decision to say no, before it is put into words on the wire. */
export class Refusal {
  readonly kind: ErrorKind
  readonly message: string
  readonly param: string | null
  readonly code: string
  readonly headers: HeaderList

  constructor(kind: ErrorKind, message: string, more: { param?: string; code?: string; headers?: HeaderList } = {}) {
    this.kind = kind
    this.message = message
    this.param = more.param ?? null
    this.code = more.code ?? ERRORS[kind].code
    this.headers = more.headers ?? []
  }
}

/** The error body of 2.7: four members, all present, nothing beside them. */
export function errorAnswer(refusal: Refusal): Answer {
  const { status, type } = ERRORS[refusal.kind]
  const { message, param, code } = refusal
  const answer = jsonAnswer(status, JSON.stringify({ error: { message, type, param, code } }))
  answer.headers.push(...refusal.headers)
  answer.error = refusal.kind
  answer.code = code
  return answer
}
