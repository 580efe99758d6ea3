/** Access logs as JSON, one request a line: status, media type and request id, and never a body. */
import { compact } from '../../http/compact.ts'
import { isObject, type Json } from '../../http/exact-json.ts'
import type { SeenExchange } from '../seen.ts'
import { timeIn } from './har.ts'

/** Names of members, in order of preference; a dot leads into an object. */
interface Names {
  readonly method: readonly string[]
  readonly url: readonly string[]
  readonly status: readonly string[]
  readonly mediaType: readonly string[]
  readonly requestId: readonly string[]
  readonly at: readonly string[]
  /** Names in order of preference, each with the number of milliseconds in its unit. */
  readonly duration: readonly (readonly [name: string, milliseconds: number])[]
}

/** Names that docs/traffic.md configures, and those that these servers and their guides use. */
export const LOGS: Readonly<Record<'kong' | 'envoy' | 'nginx', Names>> = {
  kong: {
    method: ['request.method'],
    url: ['request.uri', 'request.url'],
    status: ['response.status'],
    mediaType: ['response.headers.content-type'],
    requestId: ['response.headers.x-svc-request-id'],
    at: ['started_at'],
    duration: [['latencies.request', 1]],
  },
  envoy: {
    method: ['method', ':method'],
    url: ['path', ':path', 'x_envoy_original_path'],
    status: ['response_code'],
    mediaType: ['response_content_type', 'content_type'],
    requestId: ['x_svc_request_id', 'x-svc-request-id'],
    at: ['start_time'],
    duration: [['duration', 1]],
  },
  nginx: {
    method: ['request_method', 'method'],
    url: ['request_uri', 'uri', 'request'],
    status: ['status'],
    mediaType: ['sent_http_content_type', 'content_type'],
    requestId: ['sent_http_x_svc_request_id', 'x_svc_request_id'],
    at: ['time_iso8601', 'msec', 'time'],
    duration: [['request_time', 1000]],
  },
}

function memberAt(record: Json, name: string): Json | undefined {
  // A name may itself contain dots.
  if (isObject(record) && Object.hasOwn(record, name)) return record[name]
  return name.split('.').reduce<Json | undefined>((value, step) => (isObject(value) ? value[step] : undefined), record)
}

/** The first value that is present: logs write `-` or an empty text for none. */
function first(record: Json, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = memberAt(record, name)
    const one = Array.isArray(value) ? value[0] : value
    if ((typeof one === 'string' || typeof one === 'number') && one !== '' && one !== '-') return String(one)
  }
  return undefined
}

function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  // nginx counts seconds with a fraction, Kong milliseconds.
  if (/^\d+\.\d+$/.test(text)) return Number(text) * 1000
  return /^\d{12,}$/.test(text) ? Number(text) : timeIn(text)
}

export function seenInLog(record: Json, names: Names, where: string): SeenExchange | undefined {
  const method = first(record, names.method)
  const url = first(record, names.url)
  const status = Number(first(record, names.status))
  if (method === undefined || url === undefined || !Number.isInteger(status)) return undefined
  const [duration] = names.duration.flatMap(([name, unit]) => {
    const value = Number(first(record, [name]))
    return Number.isNaN(value) ? [] : [value * unit]
  })
  const mediaType = first(record, names.mediaType)
  // An empty member means that the response had no request id.
  const isLogged = names.requestId.some((name) => memberAt(record, name) !== undefined)
  const requestId = first(record, names.requestId) ?? (isLogged ? '' : undefined)
  return {
    where,
    ...compact({ at: timeOf(first(record, names.at)), duration }),
    request: { method, url },
    // Without a response, servers log 0; nginx logs 499 or 444.
    ...(status >= 100 && status !== 499 && status !== 444
      ? { response: { status, ...compact({ mediaType, requestId }) } }
      : {}),
    ...(status === 499 ? { endedBy: 'client' as const } : {}),
  }
}
