import { errorResponse, Refusal } from '../../core/errors.ts'
import { type HttpResponse, jsonResponse } from '../../core/http.ts'

/** The path of health checks; outside `/v1` and without a key. */
const PATH = '/healthz'

/** Whether a request is a health check. */
export function asksForHealth(method: string | undefined, target: string): boolean {
  return target.startsWith(PATH) && (target.length === PATH.length || target[PATH.length] === '?') && isReading(method)
}

/** 200 even if the server is busy, and 503 once it is ending. The contract requires an id here too (section 4). */
export function healthResponse(ending: boolean, id: string): HttpResponse {
  const response = ending
    ? errorResponse(new Refusal('unavailable', 'This mock is ending; ask another one.'))
    : jsonResponse(200, '{"status":"ok"}')
  response.headers.push('x-svc-request-id', id)
  return response
}

function isReading(method: string | undefined): boolean {
  return method === 'GET' || method === 'HEAD'
}
