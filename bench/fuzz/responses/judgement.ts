/**
 * Rules for every response to any request (contract 4, 6 and 7). They were written independently of the mock, and use
 * the published schemas.
 */
import { jsonIn } from '../../../reporters/formats/json.ts'
import type { Json } from '../../../suites/harness/http/exact-json.ts'
import { conforms } from '../../../suites/harness/judge/schema.ts'

/** A response as the rules see it. */
export interface WireResponse {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

/** `error.type` by status, as the project reads contract 7.2. For 403, any of the four types is allowed. */
const TYPES: Readonly<Record<number, string | undefined>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: undefined,
  404: 'invalid_request_error',
  413: 'invalid_request_error',
  429: 'rate_limit_error',
  500: 'server_error',
  503: 'server_error',
}

/** Every status of the contract (7.3). */
export const STATUSES: ReadonlySet<number> = new Set([200, ...Object.keys(TYPES).map(Number)])

/** The value of a header that must occur exactly once. */
export function only(given: WireResponse, name: string): string | undefined {
  const values = given.headers.filter(([own]) => own === name).map(([, value]) => value)
  return values.length === 1 ? values[0] : undefined
}

/** What is wrong with a response; empty if nothing is. */
export function breachesOf(given: WireResponse): string[] {
  const found: string[] = []
  if (!STATUSES.has(given.status)) found.push(`status ${given.status} is not one of the contract`)
  if (!only(given, 'x-svc-request-id')) found.push('no single x-svc-request-id')
  const type = only(given, 'content-type')?.split(';')[0]
  if (given.status === 200 && type === 'text/event-stream') found.push(...streamBreaches(given.body))
  else if (type !== 'application/json') found.push(`content type ${type}`)
  else found.push(...(given.status === 200 ? resultBreaches(given.body) : errorBreaches(given)))
  return found
}

const parsed = (text: string): Json | undefined => jsonIn(text) as Json | undefined

function resultBreaches(body: string): string[] {
  const value = parsed(body)
  if (value === undefined) return ['a body that is not JSON']
  return conforms('chat-completion', value) || conforms('model-list', value) ? [] : ['a 200 of neither operation']
}

function errorBreaches({ status, body, ...rest }: WireResponse): string[] {
  const value = parsed(body)
  if (value === undefined || !conforms('error', value)) return ['an error body that is not that of 2.7']
  const { type, message } = (value as { error: { type: string; message: string } }).error
  const found: string[] = []
  if (message === '') found.push('an empty message')
  if (TYPES[status] !== undefined && type !== TYPES[status]) found.push(`${status} with type ${type}`)
  const wait = rest.headers.find(([name]) => name === 'retry-after')?.[1]
  if (wait !== undefined && !/^[1-9]\d*$/.test(wait)) found.push(`Retry-After: ${wait}`)
  return found
}

interface Chunk {
  readonly choices: readonly { readonly delta: { readonly content?: string }; readonly finish_reason: string | null }[]
}

/** Section 6: one data line per event, one final chunk, and `[DONE]` once at the end. */
function streamBreaches(body: string): string[] {
  if (!/^(?:data: [^\r\n]*\n\n)+$/.test(body)) return ['stream framing']
  const payloads = body.slice('data: '.length, -2).split('\n\ndata: ')
  if (payloads.indexOf('[DONE]') !== payloads.length - 1) return ['[DONE] is not the end, and only that']
  const chunks = payloads.slice(0, -1).map(parsed)
  if (!chunks.every((chunk) => chunk !== undefined && conforms('chat-completion-chunk', chunk)))
    return ['an event that is not a chunk of 2.6']
  const choices = (chunks as unknown as Chunk[]).flatMap((chunk) => chunk.choices)
  const final = choices.findIndex(({ finish_reason }) => finish_reason !== null)
  if (final !== choices.length - 1) return ['the finish reason is missing or not in the last of the choices']
  return choices[final]?.delta.content ? ['the final chunk adds text'] : []
}
