/** Readings of answers that several diagnoses need. */
import { errorOf, recognise } from '../../../suites/harness/http/answer.ts'
import { type Answer, type Exchange, headerValues, mediaType } from '../../../suites/harness/http/exchange.ts'

/** The beginning of the body as text. */
function beginning({ body }: Answer): string {
  return Buffer.from(body.subarray(0, 4096)).toString('utf8')
}

export function isPage(answer: Answer): boolean {
  return mediaType(answer) === 'text/html' || /^\s*<(!doctype html|html)/i.test(beginning(answer))
}

/** The title of a page in quotes, with a space before it; nothing where it has none. */
export function titleOfPage(answer: Answer): string {
  const title = /<title[^>]*>([^<]{1,80})/i.exec(beginning(answer))?.[1]?.trim()
  return title === undefined || title === '' ? '' : ` "${title}"`
}

export function header(answer: Answer, name: string): string | undefined {
  return headerValues(answer, name)[0]
}

/** Whether this is how the gateway of the contract answers the model list, with a good key or a bad one. */
export function isGateway(exchange: Exchange): boolean {
  const { answer } = exchange
  if (!answer) return false
  if (recognise(exchange) === 'list') return true
  return [401, 403].includes(answer.status) && typeof errorOf(answer)?.type === 'string'
}

/** What an error says, short. */
export function saidBy(answer: Answer): string {
  const message = errorOf(answer)?.message
  return typeof message === 'string' && message !== '' ? `: ${message.slice(0, 120)}` : ''
}
