import { type Exchange, type HttpResponse, headerValues } from '../http/exchange.ts'
import { recognise } from '../http/response.ts'
import type { Report } from './bodies.ts'

/** A coding and its weight. `x-gzip` is another name of `gzip`. */
const CODING = /(?:\bx-)?(?<name>[\w*-]+)\s*(?:;\s*q=(?<weight>[\d.]+))?/g

const codingsIn = (values: readonly string[]): (readonly [name: string, weight: number])[] =>
  [...values.join().toLowerCase().matchAll(CODING)].map(([, name = '', weight = '1']) => [name, Number(weight)])

/** Compares the content codings of a response with those that its request accepts (RFC 9110, section 12.5.3). */
export function judgeContentCodings(exchange: Exchange, response: HttpResponse, report: Report): void {
  const accepted = headerValues(exchange.request, 'accept-encoding')
  // Without this header, a server may use any coding.
  if (accepted.length === 0) return
  const weights = new Map([['identity', 1] as const, ...codingsIn(accepted)])
  const sent = headerValues(response, 'content-encoding')
  const isRefused = codingsIn(sent).some(([name]) => (weights.get(name) ?? weights.get('*') ?? 0) === 0)
  if (isRefused)
    report('content-coding-accepted', {
      message: 'the response is in a content coding that its request does not accept',
      expected: `no content-encoding but those in accept-encoding: ${accepted.join(', ') || '(empty)'}`,
      actual: `content-encoding: ${sent.join(', ')}`,
    })
  else if (recognise(exchange) !== undefined) report('content-coding-accepted')
}
