/** Signs in a response of who sent it. */
import { errorOf, jsonOf, recognise } from '../http/answer.ts'
import { isObject } from '../http/exact-json.ts'
import { type Answer, type Exchange, headerValues, mediaType } from '../http/exchange.ts'

/** The beginning of the body as text. */
export function beginning({ body }: Answer): string {
  return Buffer.from(body.subarray(0, 4096)).toString('utf8')
}

export function isPage(answer: Answer): boolean {
  return mediaType(answer) === 'text/html' || /^\s*<(!doctype html|html)/i.test(beginning(answer))
}

/** The title of a page in quotes, after a space; empty if it has none. */
export function titleOfPage(answer: Answer): string {
  const title = /<title[^>]*>([^<]{1,80})/i.exec(beginning(answer))?.[1]?.trim()
  return title === undefined || title === '' ? '' : ` "${title}"`
}

export function header(answer: Answer, name: string): string | undefined {
  return headerValues(answer, name)[0]
}

/** Whether this is how a gateway of the contract responds to the model list request, with a good key or a bad one. */
export function isGateway(exchange: Exchange): boolean {
  const { answer } = exchange
  if (!answer) return false
  if (recognise(exchange) === 'list') return true
  return [401, 403].includes(answer.status) && typeof errorOf(answer)?.type === 'string'
}

/** 2.7 */
const ERROR_TYPES = ['invalid_request_error', 'authentication_error', 'rate_limit_error', 'server_error']

/** Whether a response has any sign of the contract. Then a gateway sent it, however many rules it breaks. */
export function showsContract(exchange: Exchange): boolean {
  const { answer } = exchange
  if (!answer) return false
  if (recognise(exchange) !== undefined || headerValues(answer, 'x-svc-request-id').length > 0) return true
  const type = errorOf(answer)?.type
  return typeof type === 'string' && ERROR_TYPES.includes(type)
}

/** Whether the body is a JSON object, whatever is in it. */
export function isJsonObject(answer: Answer): boolean {
  const json = jsonOf(answer)
  return json.ok && isObject(json.value)
}

/** The message of an error, shortened, after a colon. */
export function saidBy(answer: Answer): string {
  const message = errorOf(answer)?.message
  return typeof message === 'string' && message !== '' ? `: ${message.slice(0, 120)}` : ''
}
