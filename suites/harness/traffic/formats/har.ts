/** An entry of HAR 1.2. Recorders decode bodies, omit what they did not keep, and write status 0 for no response. */
import { isUtf8 } from 'node:buffer'
import { compact } from '../../http/compact.ts'
import { isObject, type Json, type JsonObject } from '../../http/exact-json.ts'
import { type Header, headerIn } from '../../http/exchange.ts'
import type { SeenBody, SeenExchange } from '../seen.ts'

export const objectIn = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})
const textIn = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined)
/** Milliseconds since the epoch; undefined for a text that is not a time. */
export function timeIn(text: string | undefined): number | undefined {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? undefined : time
}
const numberIn = (value: Json | undefined): number | undefined =>
  typeof value === 'number' && value >= 0 ? value : undefined

export function headersIn(value: Json | undefined, key: 'name' | 'key' = 'name'): readonly Header[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  return value.flatMap((one): Header[] => {
    const { [key]: name, value: text } = objectIn(one)
    // HTTP/2 has method, path and status among the headers, with names that begin with a colon.
    return typeof name === 'string' && typeof text === 'string' && !name.startsWith(':') ? [[name, text]] : []
  })
}

/** A comment says that the file does not hold the whole body: HAR has no member for it. */
const isCut = ({ comment }: JsonObject): boolean => /cut|truncat|only the beginning/i.test(textIn(comment) ?? '')

function contentOf(content: JsonObject): SeenBody | undefined {
  const text = textIn(content.text)
  if (text === undefined || isCut(content)) return undefined
  return content.encoding === 'base64' ? { bytes: Buffer.from(text, 'base64') } : { text }
}

export function seenInHar(entry: Json, where: string): SeenExchange | undefined {
  const { request, response, startedDateTime, time } = objectIn(entry)
  const { method, url, headers: sent, postData, bodySize } = objectIn(request)
  const { status, headers, content } = objectIn(response)
  if (typeof method !== 'string' || typeof url !== 'string') return undefined
  const post = objectIn(postData)
  const posted = textIn(post.text)
  const length = Buffer.byteLength(posted ?? '')
  const isWholePost = !isCut(post) && post.comment !== 'base64' && (numberIn(bodySize) ?? length) === length
  const own = headersIn(headers)
  const body = contentOf(objectIn(content))
  // Browsers name the type that they guessed for a body, even if the response named none.
  const guessed = textIn(objectIn(content).mimeType) || undefined
  const asked = { headers: headersIn(sent), body: posted === undefined ? undefined : { text: posted } }
  const responded =
    typeof status === 'number' && status >= 100
      ? { status, ...compact({ headers: own, mediaType: own ? undefined : guessed, ...received(own, body) }) }
      : undefined
  return {
    where,
    ...compact({ at: timeIn(textIn(startedDateTime)), duration: numberIn(time), response: responded }),
    request: { method, url, ...compact(asked), complete: isWholePost },
  }
}

/** The body, and whether it is whole: only a Content-Length shows that, and it counts the bytes before decoding. */
function received(
  headers: readonly Header[] | undefined,
  body: SeenBody | undefined,
): { readonly body?: SeenBody; readonly complete?: boolean } {
  if (!body) return {}
  const bytes = 'bytes' in body ? body.bytes : Buffer.from(body.text)
  // Some tools leave a compressed body as it is, others decode it: bytes that are not text are not read.
  if (headerIn(headers ?? [], 'content-encoding') !== undefined) return isUtf8(bytes) ? { body } : {}
  const length = headerIn(headers ?? [], 'content-length')
  if (length === undefined) return { body }
  return Number(length) === bytes.length ? { body, complete: true } : { body: { text: '' }, complete: false }
}
