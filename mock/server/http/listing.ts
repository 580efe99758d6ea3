import { type HttpResponse, jsonResponse } from '../../core/http.ts'
import { listFaults, listVariants } from '../../deviations/registry.ts'
import type { Family } from '../../gateway/mounts.ts'

/** The lists of faults and variants with their own base paths; outside `/v1` and without a key. */
const LISTS: Readonly<Record<Family, () => readonly object[]>> = {
  faults: () => listFaults().map(({ name, breaks, shows }) => ({ name, base_path: `/faults/${name}`, breaks, shows })),
  variants: () =>
    listVariants().map(({ name, freedom, shows }) => ({ name, base_path: `/variants/${name}`, freedom, shows })),
}

/** The list that a request asks for; undefined for other requests. */
export function listAskedFor(method: string | undefined, target: string): Family | undefined {
  if (target !== '/faults' && target !== '/variants') return undefined
  if (method !== 'GET' && method !== 'HEAD') return undefined
  return target === '/faults' ? 'faults' : 'variants'
}

/** The contract requires an id here too (section 4). */
export function listResponse(family: Family, id: string): HttpResponse {
  const response = jsonResponse(200, JSON.stringify({ [family]: LISTS[family]() }))
  response.headers.push('x-svc-request-id', id)
  return response
}
