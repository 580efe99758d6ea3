import type { Switch } from './switch.ts'

/** Members of the error body, and other headers. */
export const errors = {
  errorParam: {
    says: 'error.param: nested-only is null for top-level fields and a dotted path below them.',
    values: ['nested-only', 'null', 'dotted', 'brackets', 'field'],
  },
  errorCodes: {
    says: 'Look of error.code.',
    values: ['numeric', 'snake', 'dotted', 'spaced'],
  },
  errorMessages: {
    says: 'error.message in plain English, beyond ASCII, or over several lines.',
    values: ['unicode', 'plain', 'multiline'],
  },
  errorTypes: {
    says: 'Whether the types follow the recommended pairing; 401 keeps its type either way.',
    values: ['paired', 'shifted'],
    warned: ['shifted'],
  },
  forbiddenType: {
    says: 'error.type of 403, for which any of the four will do.',
    values: ['rate_limit_error', 'authentication_error', 'invalid_request_error', 'server_error'],
  },
  challenge: {
    says: 'WWW-Authenticate on 401, which RFC 9110 asks for.',
    values: ['long', 'short', 'absent'],
    warned: ['absent'],
  },
  retryAfter: {
    says: 'Retry-After on 429; absent means that the wait cannot be computed.',
    values: ['1', '2', 'absent'],
  },
  unavailableRetryAfter: {
    says: 'Retry-After on 503, which HTTP allows.',
    values: ['absent', '1'],
  },
} as const satisfies Record<string, Switch>
