/** The headers that a hop forwards unchanged: all except hop-by-hop headers (RFC 9110, section 7.6.1). */
import { type Header, headerValues, pairsOf } from '../../../../suites/harness/http/exchange.ts'

const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'transfer-encoding', 'upgrade']

/** Headers as pairs, without the pseudo headers of HTTP/2. */
export const headersOf = (raw: readonly string[]): Header[] => pairsOf(raw).filter(([name]) => !name.startsWith(':'))

export const valuesOf = (headers: readonly Header[], name: string): string[] => headerValues({ headers }, name)

export function endToEnd(headers: readonly Header[]): Header[] {
  const listed = valuesOf(headers, 'connection').flatMap((value) => value.toLowerCase().split(/\s*,\s*/))
  const removed = new Set([...HOP_BY_HOP, ...listed])
  return headers.filter(([name]) => !removed.has(name.toLowerCase()))
}

/** Joins cookie headers that HTTP/2 has split into the one header of HTTP/1.1 (RFC 9113, section 8.2.3). */
function joinedCookies(headers: readonly Header[]): Header[] {
  const cookies = valuesOf(headers, 'cookie')
  if (cookies.length < 2) return [...headers]
  return [...headers.filter(([name]) => name !== 'cookie'), ['cookie', cookies.join('; ')]]
}

export interface RequestHead {
  readonly method: string
  readonly headers: readonly Header[]
  /** Whether the request declares no length for its body. */
  readonly isChunked: boolean
  readonly isHttp2: boolean
}

/** The headers of a request for the next hop. */
export function requestHeaders({ method, headers, isChunked, isHttp2 }: RequestHead, host: string): Header[] {
  const passed = endToEnd(isHttp2 ? joinedCookies(headers) : headers).filter(([name]) => name.toLowerCase() !== 'host')
  const takesTrailers = valuesOf(headers, 'te').some((value) => /(?:^|,)\s*trailers\s*(?:,|$)/i.test(value))
  const framed = isChunked || valuesOf(passed, 'content-length').length > 0 || /^(?:GET|HEAD|OPTIONS)$/.test(method)
  const framing: Header[] = isChunked ? [['Transfer-Encoding', 'chunked']] : framed ? [] : [['Content-Length', '0']]
  const te: Header[] = takesTrailers ? [['TE', 'trailers']] : []
  return [['Host', host], ...passed, ...te, ...framing]
}

/** The headers of a response for the client. Drops `Trailer` with Content-Length, which rules out trailers. */
export function responseHeaders(headers: readonly Header[]): Header[] {
  const passed = endToEnd(headers)
  const hasLength = valuesOf(passed, 'content-length').length > 0
  return hasLength ? passed.filter(([name]) => name.toLowerCase() !== 'trailer') : passed
}

/** Groups the values of each name, as Node's HTTP/2 requires. */
export function grouped(headers: readonly Header[]): Record<string, string | string[]> {
  const groups = Object.groupBy(headers, ([name]) => name.toLowerCase())
  return Object.fromEntries(
    Object.entries(groups).map(([name, pairs = []]) => {
      const values = pairs.map(([, value]) => value)
      return [name, values.length === 1 ? (values[0] as string) : values]
    }),
  )
}
