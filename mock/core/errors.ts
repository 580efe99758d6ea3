import { type HeaderList, type HttpResponse, jsonResponse } from './http.ts'

/** The wire form of one refusal. */
interface ErrorRow {
  readonly status: number
  readonly type: 'invalid_request_error' | 'authentication_error' | 'rate_limit_error' | 'server_error'
  readonly code: string
}

/**
 * Every refusal of the gateway, and the only definition of error status codes in the mock. Statuses: contract 4 and
 * 7.3; types: 2.7. The codes are our choice, since 7.6 shows none.
 */
// keeps: completion-statuses, models-statuses, gateway-statuses, gateway-status-once, error-type, error-type-fits-status
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
} as const satisfies Readonly<Record<string, ErrorRow>>

/** The name of a row of the error table. */
export type ErrorKind = keyof typeof ERRORS

/** A decision to refuse, before it becomes a response. */
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

/** The error body of 2.7: exactly four members, all present. */
// keeps: error-body, error-message, error-param, error-code, error-closed, error-texts-filled
export function errorResponse(refusal: Refusal): HttpResponse {
  const { status, type } = ERRORS[refusal.kind]
  const { message, param, code } = refusal
  const response = jsonResponse(status, JSON.stringify({ error: { message, type, param, code } }))
  response.headers.push(...refusal.headers)
  response.error = refusal.kind
  response.code = code
  return response
}
