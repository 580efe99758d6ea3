import { perfectServer } from './constant.ts'
import type { NullServer } from './listening.ts'

const types = [
  [400, 'invalid_request_error'],
  [401, 'authentication_error'],
  [403, 'invalid_request_error'],
  [404, 'invalid_request_error'],
  [413, 'invalid_request_error'],
  [429, 'rate_limit_error'],
  [500, 'server_error'],
  [503, 'server_error'],
] as const

/** Errors without a flaw in them, given to everybody for everything. */
export const perfectErrors: readonly NullServer[] = types.map(([status, type]) =>
  perfectServer(`perfect-${status}`, {
    status,
    headers: {
      'content-type': 'application/json',
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...(status === 429 ? { 'retry-after': '1' } : {}),
    },
    body: JSON.stringify({
      error: { message: `This is always ${status}.`, type, param: null, code: `always_${status}` },
    }),
  }),
)
