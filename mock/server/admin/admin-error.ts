import { ConfigError } from '../../core/config.ts'

/** Every error code of the admin API, with its status. */
const STATUS = {
  invalid_request: 400,
  not_json: 400,
  unauthenticated: 401,
  foreign_host: 403,
  foreign_origin: 403,
  no_such_route: 404,
  no_such_project: 404,
  no_such_document: 404,
  no_such_observation: 404,
  wrong_method: 405,
  not_minted: 409,
  several_workers: 409,
  several_mocks: 409,
  no_virtual_clock: 409,
  bodies_not_kept: 409,
  observation_running: 409,
  observation_ended: 409,
  body_too_large: 413,
  wrong_content_type: 415,
  broken: 500,
  store_unavailable: 503,
} as const

export type AdminErrorCode = keyof typeof STATUS

/** An error response of the admin API: what is wrong, and how to fix it. */
export class AdminError extends Error {
  override readonly name = 'AdminError'
  readonly code: AdminErrorCode
  readonly headers: Readonly<Record<string, string>>

  constructor(code: AdminErrorCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.code = code
    this.headers = headers
  }

  get status(): number {
    return STATUS[this.code]
  }

  /** The body of the response, without text that could be a key. */
  toJSON(): unknown {
    const message = this.message.replace(/svc_[\w-]+/g, 'svc_...')
    return { error: { code: this.code, message } }
  }
}

/** Converts an error for a response. Internal errors are not shown, because they could quote user input. */
export function adminErrorOf(error: unknown): AdminError {
  if (error instanceof AdminError) return error
  if (error instanceof ConfigError) return new AdminError('invalid_request', `${error.problems.join('; ')}.`)
  if (error instanceof RangeError) return new AdminError('invalid_request', error.message)
  return new AdminError('broken', 'The mock broke on this request; please report the request as a bug of the mock.')
}
