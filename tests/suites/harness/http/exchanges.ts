/** Exchanges made by hand, as the client would have recorded them. */
import {
  type Exchange,
  type Failure,
  type Header,
  type HttpResponse,
  identityOf,
  type SentRequest,
} from '../../../../suites/harness/http/exchange.ts'
import type { Evidence, Expectation, Finding, Outcome } from '../../../../suites/harness/judge/evidence.ts'
import { judgeInvariants } from '../../../../suites/harness/judge/invariants.ts'

export const asked: SentRequest = {
  operation: 'completions',
  method: 'POST',
  path: '/v1/chat/completions',
  headers: [['content-type', 'application/json']],
  body: Buffer.from('{}'),
  framing: 'length',
  stream: false,
  ownRequestId: undefined,
  model: 'svc/echo-1',
}

/** The request for a completion with this body. */
export const asking = (body: object | string): SentRequest => ({
  ...asked,
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
})

/** The request for a list. */
export const listing: SentRequest = {
  ...asked,
  operation: 'models',
  method: 'GET',
  path: '/v1/models',
  headers: [],
  body: undefined,
}

/** The beginnings of packets if a body is split at these offsets. */
export function packetsOf(length: number, cuts: readonly number[]): (readonly [number, number])[] {
  const starts = [0, ...new Set(cuts.filter((cut) => cut > 0 && cut < length))].sort((a, b) => a - b)
  return length === 0 ? [] : starts.map((start, index) => [start, index] as const)
}

/** The headers that the contract requires; without a request id, the response may be that of a proxy. */
export function headersWith(requestId: string | undefined, type = 'application/json', ...more: Header[]): Header[] {
  const own: Header[] = requestId === undefined ? [] : [['x-svc-request-id', requestId]]
  return [['content-type', type], ...own, ...more]
}

export function responseOf(body: string | Uint8Array, response: Partial<HttpResponse> = {}): HttpResponse {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const packets = packetsOf(bytes.length, [])
  return { status: 200, headers: headersWith('req-1'), body: bytes, packets, interim: [], complete: true, ...response }
}

/** An exchange; by default of a completion. */
export function exchangeOf(response?: HttpResponse, { id = 'a/1', ...more }: Partial<Exchange> = {}): Exchange {
  return { ...identityOf(id), request: asked, ...(response && { response }), duration: 1, ...more }
}

/** A request without a response. */
export const lostBy = (code: string, more?: Partial<Exchange>, stage: Failure['stage'] = 'headers'): Exchange =>
  exchangeOf(undefined, { failure: { stage, code, message: '' }, ...more })

/** A streamed completion; `cuts` are the offsets at which its packets begin. */
export function streamed(
  body: string | Uint8Array,
  cuts: readonly number[] = [],
  mediaType = 'text/event-stream',
): Exchange {
  const response = responseOf(body, { headers: headersWith('req-1', mediaType) })
  const packets = packetsOf(response.body.length, cuts)
  return exchangeOf({ ...response, packets }, { id: 'stream/1', request: { ...asked, stream: true } })
}

/** The expectation of a check about an exchange. */
export const evidenceFor = (
  requirement: Evidence['requirement'],
  exchange: string,
  expectation: Expectation,
  more: Partial<Evidence> = {},
): Evidence => ({ check: requirement, requirement, title: 't', exchange, expectation, ...more })

/** The outcomes of an exchange for a requirement. */
export const outcomesOf = (exchange: Exchange, wanted: string): Outcome[] =>
  judgeInvariants(exchange).flatMap(({ requirement, outcome }) => (requirement === wanted ? [outcome] : []))

/** The distinct broken requirements, in alphabetical order. */
export function broken(findings: readonly Finding[]): string[] {
  return [...new Set(findings.filter(({ outcome }) => outcome === 'fail').map(({ requirement }) => requirement))].sort()
}

export function brokenBy(exchange: Exchange): string[] {
  return broken(judgeInvariants(exchange))
}
