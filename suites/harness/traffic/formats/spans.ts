/** OpenTelemetry spans in OTLP/JSON. HTTP client spans have status, media type and request id; GenAI spans do not. */
import { compact } from '../../http/compact.ts'
import { isObject, type Json } from '../../http/exact-json.ts'
import type { SeenExchange } from '../seen.ts'

function writtenIn(value: Json | undefined): string | undefined {
  if (!isObject(value)) return undefined
  const { stringValue, intValue, arrayValue } = value
  if (isObject(arrayValue) && Array.isArray(arrayValue.values)) return writtenIn(arrayValue.values[0])
  const one = stringValue ?? intValue
  return typeof one === 'string' || typeof one === 'number' ? String(one) : undefined
}

function attributesOf(span: { readonly [name: string]: Json }): ReadonlyMap<string, string> {
  const list = Array.isArray(span.attributes) ? span.attributes : []
  return new Map(
    list.flatMap((one) => {
      const value = isObject(one) ? writtenIn(one.value) : undefined
      return isObject(one) && typeof one.key === 'string' && value !== undefined ? [[one.key, value] as const] : []
    }),
  )
}

const millisecondsOf = (nanoseconds: Json | undefined): number | undefined => {
  const value = Number(nanoseconds)
  return nanoseconds === undefined || Number.isNaN(value) ? undefined : value / 1_000_000
}

export function seenInSpan(span: Json, where: string): SeenExchange | undefined {
  if (!isObject(span)) return undefined
  const attributes = attributesOf(span)
  const read = (...names: readonly string[]): string | undefined =>
    names.map((name) => attributes.get(name)).find((value) => value !== undefined)
  const method = read('http.request.method', 'http.method')
  const url = read('url.full', 'url.path', 'http.url', 'http.target')
  const status = Number(read('http.response.status_code', 'http.status_code'))
  if (method === undefined || url === undefined || !Number.isInteger(status)) return undefined
  const at = millisecondsOf(span.startTimeUnixNano)
  const end = millisecondsOf(span.endTimeUnixNano)
  const mediaType = read('http.response.header.content-type', 'http.response.header.content_type')
  const requestId = read('http.response.header.x-svc-request-id', 'http.response.header.x_svc_request_id')
  return {
    where,
    ...compact({ at, duration: at === undefined || end === undefined ? undefined : end - at }),
    request: { method, url },
    response: { status, ...compact({ mediaType, requestId }) },
  }
}
