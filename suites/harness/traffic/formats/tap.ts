/** A trace of Envoy's tap filter: messages with the buffered part of bodies. It does not say how a response ended. */
import { compact } from '../../http/compact.ts'
import type { Json, JsonObject } from '../../http/exact-json.ts'
import { headerIn } from '../../http/exchange.ts'
import type { SeenBody, SeenExchange, SeenResponse } from '../seen.ts'
import { headersIn, objectIn } from './har.ts'

/** A part of the first line, such as `:path`, which Envoy puts among the headers. */
const lineOf = ({ headers }: JsonObject, name: string): string | undefined =>
  (Array.isArray(headers) ? headers : []).flatMap((one) => {
    const { key, value } = objectIn(one)
    return key === name && typeof value === 'string' ? [value] : []
  })[0]

/** Envoy writes an empty message without its body. */
function bodyIn({ as_bytes: bytes, as_string: text }: JsonObject): SeenBody {
  if (typeof text === 'string') return { text }
  return { bytes: Buffer.from(typeof bytes === 'string' ? bytes : '', 'base64') }
}

export function seenInTap(record: Json, where: string): SeenExchange | undefined {
  const trace = objectIn(objectIn(record).http_buffered_trace)
  const [asked, responded] = [objectIn(trace.request), objectIn(trace.response)]
  const [method, url] = [lineOf(asked, ':method'), lineOf(asked, ':path')]
  if (method === undefined || url === undefined) return undefined
  const post = objectIn(asked.body)
  const headers = headersIn(asked.headers, 'key') ?? []
  const request = { method, url, headers, body: bodyIn(post), complete: post.truncated !== true }
  const status = Number(lineOf(responded, ':status'))
  return status >= 100 ? { where, request, response: { status, ...contentOf(responded) } } : { where, request }
}

/** The body, and whether it is whole: without a Content-Length, only the body itself shows that. */
function contentOf(message: JsonObject): Omit<SeenResponse, 'status'> {
  const headers = headersIn(message.headers, 'key') ?? []
  const written = objectIn(message.body)
  const [encoding, length] = ['content-encoding', 'content-length'].map((name) => headerIn(headers, name))
  const body = bodyIn(written)
  if (written.truncated === true) return { headers, complete: false }
  // Compressed bytes that were recorded as text are lost.
  if ('text' in body) return encoding === undefined ? { headers, body } : { headers }
  const complete = length === undefined ? undefined : Number(length) === body.bytes.length
  return { headers, body, ...compact({ encoding, complete }) }
}
