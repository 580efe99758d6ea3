import { among, type Switch } from './switch.ts'

/** Members of the error body, and other headers. */
export const errors = {
  /** error.param: nested-only is null for top-level fields and a dotted path below them. */
  errorParam: among('nested-only', 'null', 'dotted', 'brackets', 'field'),
  /** Look of error.code. */
  errorCodes: among('numeric', 'snake', 'dotted', 'spaced'),
  /** error.message in plain English, beyond ASCII, or over several lines. */
  errorMessages: among('unicode', 'plain', 'multiline'),
  /** Whether the types follow the recommended pairing; 401 keeps its type either way. */
  errorTypes: { values: ['paired', 'shifted'], warned: ['shifted'] },
  /** error.type of 403, for which any of the four will do. */
  forbiddenType: among('rate_limit_error', 'authentication_error', 'invalid_request_error', 'server_error'),
  /** WWW-Authenticate on 401, which RFC 9110 asks for. */
  challenge: { values: ['long', 'short', 'absent'], warned: ['absent'] },
  /** Retry-After on 429; absent means that the wait cannot be computed. */
  retryAfter: among('1', '2', 'absent'),
  /** Retry-After on 503, which HTTP allows. */
  unavailableRetryAfter: among('absent', '1'),
} as const satisfies Record<string, Switch>
