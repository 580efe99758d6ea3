/** Responses outside `/v1`, without a key: health checks, lists of deviations. Section 4 requires ids here too. */
import { errorResponse, Refusal } from '../../core/errors.ts'
import { type HttpResponse, jsonResponse } from '../../core/http.ts'
import { listFaults, listVariants } from '../../deviations/registry.ts'
import type { Family } from '../../gateway/mounts.ts'

/** The lists of faults and variants, with their base paths. */
const LISTS: Readonly<Record<Family, () => readonly object[]>> = {
  faults: () => listFaults().map(({ name, breaks, shows }) => ({ name, base_path: `/faults/${name}`, breaks, shows })),
  variants: () =>
    listVariants().map(({ name, freedom, shows }) => ({ name, base_path: `/variants/${name}`, freedom, shows })),
}

const isReading = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD'

/** Whether a request is a health check. */
export function asksForHealth(method: string | undefined, target: string): boolean {
  return /^\/healthz(?:\?|$)/.test(target) && isReading(method)
}

/** Returns 200, even if the server is busy; 503 once it is draining. */
export function healthResponse(ending: boolean, id: string): HttpResponse {
  const refusal = new Refusal('unavailable', 'This mock is ending; ask another one.')
  return withId(ending ? errorResponse(refusal) : jsonResponse(200, '{"status":"ok"}'), id)
}

/** The list that is requested; undefined for other requests. */
export function listAskedFor(method: string | undefined, target: string): Family | undefined {
  if (target !== '/faults' && target !== '/variants') return undefined
  if (!isReading(method)) return undefined
  return target === '/faults' ? 'faults' : 'variants'
}

export function listResponse(family: Family, id: string): HttpResponse {
  return withId(jsonResponse(200, JSON.stringify({ [family]: LISTS[family]() })), id)
}

function withId(response: HttpResponse, id: string): HttpResponse {
  response.headers.push('x-svc-request-id', id)
  return response
}
