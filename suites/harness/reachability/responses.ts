/** Signs in a response that show what kind of server sent it. */

import { type Exchange, type HttpResponse, headerValues, mediaType } from '../http/exchange.ts'
import { errorOf, recognise } from '../http/response.ts'
import { ERROR_TYPES } from '../judge/errors/error-body.ts'

/** The beginning of the body as text. */
export function beginning({ body }: HttpResponse): string {
  return Buffer.from(body.subarray(0, 4096)).toString('utf8')
}

export function isPage(response: HttpResponse): boolean {
  return mediaType(response) === 'text/html' || /^\s*<(!doctype html|html)/i.test(beginning(response))
}

/** The title of a page in quotes, after a space; empty if it has none. */
export function titleOfPage(response: HttpResponse): string {
  const title = /<title[^>]*>([^<]{1,80})/i.exec(beginning(response))?.[1]?.trim()
  return title === undefined || title === '' ? '' : ` "${title}"`
}

export function header(response: HttpResponse, name: string): string | undefined {
  return headerValues(response, name)[0]
}

/** Whether a gateway of the contract could respond like this to the model list request, with a good or a bad key. */
export function isGateway(exchange: Exchange): boolean {
  const { response } = exchange
  if (!response) return false
  if (recognise(exchange) === 'list') return true
  return [401, 403].includes(response.status) && typeof errorOf(response)?.type === 'string'
}

/** Whether a response has any sign of the contract. Then a gateway sent it, however many rules it breaks. */
export function showsContract(exchange: Exchange): boolean {
  const { response } = exchange
  if (!response) return false
  if (recognise(exchange) !== undefined || headerValues(response, 'x-svc-request-id').length > 0) return true
  const type = errorOf(response)?.type
  return typeof type === 'string' && ERROR_TYPES.includes(type)
}

/** The message of an error, shortened, in quotes after a colon, without a final period. */
export function saidBy(response: HttpResponse): string {
  const message = errorOf(response)?.message
  return typeof message === 'string' && message !== '' ? `: "${message.slice(0, 120).replace(/\.$/, '')}"` : ''
}
