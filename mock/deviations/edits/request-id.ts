import type { HttpResponse } from '../../core/http.ts'
import type { Call } from '../../core/types.ts'
import type { Apply } from '../deviation.ts'
import { editList } from './instead.ts'
import { withHeader } from './responses.ts'
import type { When } from './when.ts'

/** The header of the request id. */
export const HEADER = 'x-svc-request-id'

/** Edits responses after their request id is set. An edit that returns undefined had nothing to edit. */
export function editSealed(
  when: When,
  change: (response: HttpResponse, call: Call) => HttpResponse | undefined,
): Apply {
  return editList('sealed', (response, call) => when(response, call) && change(response, call))
}

export function drop(response: HttpResponse): HttpResponse {
  return { ...response, headers: withHeader(response.headers, HEADER, undefined) }
}

/** Turns a response into a 204 for HEAD and OPTIONS: without a body, and not an error. */
export function served({ error: _, size: __, ...response }: HttpResponse): HttpResponse {
  return { ...response, status: 204, body: '', headers: withHeader(response.headers, 'content-type', undefined) }
}

export function put(response: HttpResponse, id: string): HttpResponse {
  return { ...response, headers: withHeader(response.headers, HEADER, id) }
}

export const idOf = ({ headers }: HttpResponse): string => headers[headers.lastIndexOf(HEADER) + 1] ?? ''
