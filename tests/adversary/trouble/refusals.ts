/** Complete responses that the proxy sends instead of the gateway: errors of the contract, and pages outside it. */
import { randomUUID } from 'node:crypto'

export interface Refusal {
  readonly status: number
  /** Names and values, alternating, as they are sent. */
  readonly headers: readonly string[]
  readonly body: string
}

const TYPES = { 429: 'rate_limit_error', 500: 'server_error', 503: 'server_error' } as const
const CODES = { 429: 'rate_limit_exceeded', 500: 'internal_error', 503: 'unavailable' } as const

/**
 * An error that follows the contract, with its own request id.
 *
 * @param retryAfter seconds; if absent, there is no Retry-After
 */
export function contractError(status: 429 | 500 | 503, retryAfter?: number): Refusal {
  const error = { message: 'Please try again.', type: TYPES[status], param: null, code: CODES[status] }
  const headers = ['content-type', 'application/json', 'x-svc-request-id', `req_${randomUUID()}`]
  if (retryAfter !== undefined) headers.push('retry-after', String(retryAfter))
  return { status, headers, body: JSON.stringify({ error }) }
}

/** An HTML page, not an error of the contract. @param named whether it names a proxy; if not, the deployment sent it */
function page(status: number, title: string, named: boolean, content = ''): Refusal {
  const via = named ? ['via', '1.1 edge'] : []
  const head = `<head><title>${status} ${title}</title></head>`
  const body = `<html>\r\n${head}\r\n<body>\r\n${content}</body>\r\n</html>\r\n`
  return { status, headers: ['server', 'nginx', ...via, 'content-type', 'text/html'], body }
}

/** The page of a proxy that cannot reach the gateway. */
export const badGatewayPage = (named: boolean): Refusal =>
  page(502, 'Bad Gateway', named, '<center><h1>502 Bad Gateway</h1></center>\r\n')

/** The page of a limiter between caller and gateway, which names itself. */
export const busyPage = (): Refusal => page(503, 'Service Temporarily Unavailable', true)
