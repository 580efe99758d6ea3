import { type Delivery, deliveredAs, type HttpResponse, type OnDelivered } from '../../core/http.ts'
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

/** The same response, with a function to call when it is over. */
export const whenOver = (response: HttpResponse, then: OnDelivered): HttpResponse => ({
  ...response,
  onDelivered: (...args) => {
    then(...args)
    response.onDelivered?.(...args)
  },
})

/** Sends errors with another status and another type, by default that of a server error. */
export function asStatus(status: number, when: When, type = 'server_error'): Apply {
  return editResponse(when, (response) => {
    const { error } = JSON.parse(response.body as string)
    return { ...response, status, body: JSON.stringify({ error: { ...error, type } }) }
  })
}

/** Replaces the text of a body. */
export function replaceBody(when: When, body: string | ((old: string) => string), contentType?: string): Apply {
  return editResponse(when, (response) => ({
    ...response,
    body: typeof body === 'string' ? body : body(response.body as string),
    headers: contentType === undefined ? response.headers : withHeader(response.headers, 'content-type', contentType),
  }))
}

/** Changes how responses are delivered. */
export function deliver(when: When, way: Delivery): Apply {
  return editResponse(when, (response) => deliveredAs(response, way))
}

/** Sets a header, or removes it if the value is undefined. */
export function replaceHeader(when: When, name: string, value: string | undefined): Apply {
  return editResponse(when, (response) => ({ ...response, headers: withHeader(response.headers, name, value) }))
}

/** A response with another body. */
export const withBody = ({ size: _, ...response }: HttpResponse, body: HttpResponse['body']): HttpResponse => ({
  ...response,
  body,
})

/** A response with another Content-Type, or without one. */
export const typed = (response: HttpResponse, type: string | undefined): HttpResponse => ({
  ...response,
  headers: withHeader(response.headers, 'content-type', type),
})

/** A response with additional header lines. */
export const withMore = (response: HttpResponse, ...headers: string[]): HttpResponse => ({
  ...response,
  headers: [...response.headers, ...headers],
})

/** Replaces all lines of a header with one line, or removes them if the value is undefined. */
export function withHeader(headers: readonly string[], name: string, value: string | undefined): string[] {
  const kept: string[] = []
  for (let at = 0; at < headers.length; at += 2) {
    if (headers[at]?.toLowerCase() !== name) kept.push(headers[at] ?? '', headers[at + 1] ?? '')
  }
  return value === undefined ? kept : [...kept, name, value]
}
