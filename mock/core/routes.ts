import { Refusal } from './errors.ts'
import type { RequestHead } from './http.ts'

/** The two operations of section 4. */
export type Operation = 'models' | 'completion'

// keeps: version-path
const PLACES: ReadonlyMap<string, { readonly method: string; readonly operation: Operation }> = new Map([
  ['/v1/models', { method: 'GET', operation: 'models' }],
  ['/v1/chat/completions', { method: 'POST', operation: 'completion' }],
])

const OFFERED = 'This gateway offers GET /v1/models and POST /v1/chat/completions.'

/** Common mistakes in the base URL of a client, each with a hint. The first matching row is used. */
const HINTS: [test: (method: string, path: string) => boolean, hint: string][] = [
  [
    (_, path) => path.startsWith('/v1/v1/'),
    'The path has /v1 twice: the base URL of your client should carry it once.',
  ],
  [
    (_, path) => path === '/chat/completions' || path === '/models',
    'The path lacks /v1: let the base URL of your client end in /v1.',
  ],
  [
    (_, path) => path.startsWith('/v1/responses'),
    'The Responses API is not offered: let your client use chat completions.',
  ],
  [(_, path) => path.startsWith('/v1/models/'), 'One model cannot be asked for: list them all and look there.'],
  [(_, path) => path === '/v1/models', 'The model list accepts only GET.'],
  [(_, path) => path === '/v1/chat/completions', 'Completions accept only POST.'],
  [(_, path) => path.endsWith('/') && path.length > 1, 'Leave the last slash out.'],
]

/** The path of a request target without its query. The target may be an absolute URI (RFC 9112, 3.2.2). */
export function pathOf(target: string): string {
  const [whole = ''] = target.split('?', 1)
  if (whole.startsWith('/')) return whole
  const start = whole.indexOf('/', whole.indexOf('//') + 2)
  return start < 0 ? '/' : whole.slice(start)
}

/**
 * Finds the operation of a request. The contract has neither 405 nor another status for a wrong path or method (7.3),
 * so both get 404 with a hint.
 */
// keeps: unknown-path
export function route(head: RequestHead): Operation | Refusal {
  const path = pathOf(head.target)
  const place = PLACES.get(path)
  if (place?.method === head.method) return place.operation
  const hint = HINTS.find(([test]) => test(head.method, path))?.[1]
  const parts = ['There is nothing under this method and path.', hint ?? [], OFFERED].flat()
  return new Refusal('route_not_found', parts.join(' '))
}
