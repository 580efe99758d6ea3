import { type Delivery, deliveredAs, type HttpResponse } from '../../core/http.ts'
import type { Call } from '../../core/types.ts'
import type { Apply } from '../deviation.ts'
import { editList } from './instead.ts'
import type { When } from './when.ts'

/** Edits responses: the general form of the others. `edit` is members to set, or a function that makes another one. */
export function editResponse(
  when: When,
  edit: Partial<HttpResponse> | ((response: HttpResponse, call: Call) => HttpResponse | false),
): Apply {
  const change = typeof edit === 'function' ? edit : (response: HttpResponse) => ({ ...response, ...edit })
  return editList('responses', (response, call) => when(response, call) && change(response, call))
}

/** Sends errors with another status. */
export const asStatus = (status: number, when: When): Apply =>
  editResponse(when, (response) => withStatus(response, status))

/** An error with another status, and with the type of that status, so that nothing else is wrong. */
export function withStatus(response: HttpResponse, status: number): HttpResponse {
  const { error } = JSON.parse(response.body as string)
  return { ...response, status, body: JSON.stringify({ error: { ...error, type: typeOf(status) } }) }
}

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error'
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}

/** Replaces the text of a body. */
export function replaceBody(when: When, body: string | ((old: string) => string), contentType?: string): Apply {
  return editResponse(when, (response) => ({
    ...(contentType === undefined ? response : typed(response, contentType)),
    body: typeof body === 'string' ? body : body(response.body as string),
  }))
}

/** Changes how responses are delivered. */
export function deliver(when: When, way: Delivery): Apply {
  return editResponse(when, (response) => deliveredAs(response, way))
}

/** Sets a header, or removes it if the value is undefined. */
export function replaceHeader(when: When, name: string, value: string | undefined): Apply {
  return editResponse(when, (response) => withHeader(response, name, value))
}

/** A response with another body. */
export const withBody = ({ size: _, ...response }: HttpResponse, body: HttpResponse['body']): HttpResponse => ({
  ...response,
  body,
})

/** A response with additional header lines. */
export const withMore = (response: HttpResponse, ...headers: string[]): HttpResponse => ({
  ...response,
  headers: [...response.headers, ...headers],
})

/** A response in which one line replaces all lines of a header; without the header if the value is undefined. */
export function withHeader(response: HttpResponse, name: string, value: string | undefined): HttpResponse {
  const headers: string[] = []
  for (let at = 0; at < response.headers.length; at += 2) {
    const line = response.headers.slice(at, at + 2)
    if (line[0]?.toLowerCase() !== name) headers.push(...line)
  }
  if (value !== undefined) headers.push(name, value)
  return { ...response, headers }
}

/** A response with another Content-Type, or without one. */
export const typed = (response: HttpResponse, type: string | undefined): HttpResponse =>
  withHeader(response, 'content-type', type)

/** The header of the request id. */
export const HEADER = 'x-svc-request-id'

export const drop = (response: HttpResponse): HttpResponse => withHeader(response, HEADER, undefined)
export const put = (response: HttpResponse, id: string): HttpResponse => withHeader(response, HEADER, id)
export const idOf = ({ headers }: HttpResponse): string => headers[headers.lastIndexOf(HEADER) + 1] ?? ''

/** Edits responses after their request id is set. An edit that returns undefined had nothing to edit. */
export function editSealed(
  when: When,
  change: (response: HttpResponse, call: Call) => HttpResponse | undefined,
): Apply {
  return editList('sealed', (response, call) => when(response, call) && change(response, call))
}

/** Turns a response into a 204 for HEAD and OPTIONS: without a body, and not an error. */
export function served({ error: _, size: __, ...response }: HttpResponse): HttpResponse {
  return { ...typed(response, undefined), status: 204, body: '' }
}
