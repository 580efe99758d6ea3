/** A recorded exchange in the form that the judge reads, and which parts of it the record contains. */
import { decodeContent } from '../client/content-encoding.ts'
import { decode, isObject, type Json, parseBytes } from '../http/exact-json.ts'
import {
  type Exchange,
  essence,
  type Header,
  type HttpResponse,
  headerIn,
  headerValues,
  mediaType,
  type Operation,
} from '../http/exchange.ts'
import { isStream, jsonOf, streamOf } from '../http/response.ts'
import type { Part, SeenBody, SeenExchange, SeenResponse } from './seen.ts'

export interface Readable {
  readonly exchange: Exchange & { readonly response: HttpResponse }
  readonly has: ReadonlySet<Part>
  /** The request body, if the record has all of it in the form that the contract requires; `value` if it is JSON. */
  readonly asked: { readonly bytes: Uint8Array; readonly value?: Json } | undefined
}

const OPERATIONS: readonly (readonly [method: string, path: RegExp, operation: Operation])[] = [
  ['GET', /\/v1\/models$/, 'models'],
  ['POST', /\/v1\/chat\/completions$/, 'completions'],
]

/** An empty segment or a dot segment after the host: another path, which a gateway need not read as that of an operation. */
const OTHER_PATH = /(?<!:)\/\/|\/\.{1,2}\//

/** The operation of the contract that a request names, below any base path. */
export function operationOf({ method, url }: SeenExchange['request']): Operation {
  const [path = ''] = url.split(/[?#]/, 1)
  if (OTHER_PATH.test(path)) return 'other'
  return OPERATIONS.find(([own, form]) => own === method.toUpperCase() && form.test(path))?.[2] ?? 'other'
}

/** What tools write where they have removed a value. */
const MASKED = /redact|\*{3}|\[(?:removed|filtered|hidden|masked|sanitized)\]|<(?:removed|hidden|masked)>|^x{6,}$/i
export const isMasked = (value: string): boolean => MASKED.test(value)

const NONE = new Uint8Array()
/** The maximum number of bytes to decode. */
const MAX_BYTES = 64 * 1024 * 1024

const bytesOf = (body: SeenBody | undefined): Uint8Array | undefined =>
  body && ('bytes' in body ? body.bytes : Buffer.from(body.text))

/** Undefined if there was no response, or if the request is not one of the contract. */
export function readable(seen: SeenExchange): Readable | undefined {
  const { request, response } = seen
  const operation = operationOf(request)
  if (operation === 'other' || !response) return undefined
  const asked = operation === 'completions' ? askedBy(request) : undefined
  const { body, encoded, complete } = contentOf(response)
  const received: HttpResponse = {
    status: response.status,
    headers: headersOf(response),
    body,
    packets: response.packets ?? [[0, 0]],
    interim: [],
    complete: false,
    ...(encoded === undefined ? {} : { encoded }),
  }
  const isWhole = complete ?? endsAsItShould(received)
  const value = asked?.value
  const model = isObject(value) && typeof value.model === 'string' ? value.model : undefined
  const path = operation === 'models' ? '/v1/models' : '/v1/chat/completions'
  const whole = { ...received, complete: isWhole }
  const exchange: Readable['exchange'] = {
    id: seen.where,
    name: seen.where,
    role: 'attempt',
    attempt: 1,
    duration: seen.duration ?? 0,
    request: {
      operation,
      method: request.method.toUpperCase(),
      path: request.url.includes('?') ? `${path}?` : path,
      headers: request.headers ?? [],
      body: asked?.bytes,
      framing: asked ? 'length' : 'none',
      // Without the request, the response is judged by its own form.
      stream: asked ? isObject(value) && value.stream === true : isStream(whole),
      ownRequestId: headerIn(request.headers ?? [], 'x-svc-request-id'),
      model,
    },
    response: whole,
  }
  return { exchange, has: partsOf(seen, exchange.response, asked !== undefined || operation === 'models'), asked }
}

function partsOf(
  { response, request, source }: SeenExchange,
  received: HttpResponse,
  isRequestSeen: boolean,
): ReadonlySet<Part> {
  const has = new Set<Part>(['status'])
  const { headers, mediaType: type, requestId, body } = response as SeenResponse
  if (headers || requestId !== undefined) has.add('request id')
  if (headers || (requestId !== undefined && source !== undefined)) has.add('missing id')
  if (headers && headerValues({ headers }, 'x-svc-request-id').some(isMasked)) has.delete('request id')
  // A tool may have removed the type of the body, without which the body says little.
  const isTyped = headers ? source === undefined || mediaType(received) !== '' : type !== undefined
  if (isTyped) has.add('media type')
  if (headers) has.add('headers')
  if (received.complete && (isTyped || source === undefined)) {
    has.add('body')
    if (body && 'bytes' in body) has.add('bytes')
  }
  if (isRequestSeen && request.headers) has.add('request')
  return has
}

function headersOf({ headers, mediaType: type, requestId }: SeenResponse): readonly Header[] {
  if (headers) return headers
  return [
    ...(type === undefined ? [] : [['content-type', type] as const]),
    ...(requestId === undefined ? [] : [['x-svc-request-id', requestId] as const]),
  ]
}

/** The body without its encodings. @returns `complete` undefined where only the body itself can show it */
function contentOf({ body, encoding, complete }: SeenResponse): {
  readonly body: Uint8Array
  readonly encoded?: string
  readonly complete: boolean | undefined
} {
  const bytes = bytesOf(body)
  if (bytes === undefined || complete === false) return { body: NONE, complete: false }
  // Browsers record an empty text if they kept nothing.
  if (bytes.length === 0 && complete === undefined) return { body: NONE, complete: false }
  if (encoding === undefined) return { body: bytes, complete }
  const { bytes: content, stuck, tooLarge } = decodeContent(bytes, encoding, MAX_BYTES)
  if (tooLarge) return { body: NONE, complete: false }
  return { body: content, complete, ...(stuck === undefined ? {} : { encoded: stuck }) }
}

/** Whether a body shows by itself that it is complete. */
function endsAsItShould(received: HttpResponse): boolean {
  if (isStream(received)) return streamOf(received).payloads.some(({ done }) => done)
  return jsonOf(received).ok
}

const JSON_TYPE = 'application/json'

/** The body of a request; undefined for media types and encodings that a gateway may refuse. */
function askedBy({ headers, body, complete }: SeenExchange['request']): Readable['asked'] {
  const bytes = bytesOf(body)
  if (bytes === undefined || complete === false || !headers) return undefined
  const values = (name: string): string[] => headerValues({ headers }, name)
  const types = values('content-type')
  if (types.length !== 1 || essence(types[0] ?? '') !== JSON_TYPE || values('content-encoding').length > 0)
    return undefined
  // A body that a tool has decoded, or cut, is not the one that was sent.
  const length = values('content-length')[0]
  if (length !== undefined && Number(length) !== bytes.length) return undefined
  const { text, utf8, bom } = decode(bytes)
  if (!utf8 || bom || (body && 'text' in body && text.includes('\uFFFD'))) return undefined
  const parsed = parseBytes(bytes)
  if (parsed.ok) return { bytes, value: parsed.value }
  return parsed.reason === 'nested too deeply' ? undefined : { bytes }
}
