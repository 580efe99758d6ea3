/** Responses outside `/v1`, without a key: health checks, lists of deviations. Section 4 requires ids here too. */
import type { IncomingMessage } from 'node:http'
import { errorResponse, Refusal } from '../../core/errors.ts'
import { type HttpResponse, jsonResponse } from '../../core/http.ts'
import { listFaults, listVariants } from '../../deviations/tables.ts'
import type { Family } from '../../gateway/mounts.ts'

/** The lists of faults and variants, with their base paths. */
const LISTS: Readonly<Record<Family, () => readonly object[]>> = {
  faults: () => listFaults().map(({ name, breaks, shows }) => ({ name, base_path: `/faults/${name}`, breaks, shows })),
  variants: () =>
    listVariants().map(({ name, freedom, shows }) => ({ name, base_path: `/variants/${name}`, freedom, shows })),
}

/** Creates a request id. */
type MakeId = () => string

const isReading = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD'

/** Responds to a health check: 200, even if the server is busy; 503 once it is draining. */
export function healthFor({ method, url = '' }: IncomingMessage, ending: boolean, makeId: MakeId) {
  if (!/^\/healthz(?:\?|$)/.test(url) || !isReading(method)) return undefined
  const refusal = new Refusal('unavailable', 'This mock is ending; ask another one.')
  return withId(ending ? errorResponse(refusal) : jsonResponse(200, '{"status":"ok"}'), makeId)
}

/** Responds to a request for a list of deviations. */
export function listFor({ method, url }: IncomingMessage, makeId: MakeId): HttpResponse | undefined {
  if ((url !== '/faults' && url !== '/variants') || !isReading(method)) return undefined
  const family = url === '/faults' ? 'faults' : 'variants'
  return withId(jsonResponse(200, JSON.stringify({ [family]: LISTS[family]() })), makeId)
}

function withId(response: HttpResponse, makeId: MakeId): HttpResponse {
  response.headers.push('x-svc-request-id', makeId())
  return response
}
