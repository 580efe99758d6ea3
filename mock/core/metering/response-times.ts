import { type HttpResponse, heard, isBytes } from '../http.ts'
import { countTokens } from '../responses/tokens.ts'
import type { Clock } from '../time/clock.ts'
import type { Call } from '../types.ts'
import { endOf, type Timings } from './timings.ts'

/** Text that only events with content have. */
const CONTENT = '"content":'

/** Times a response to a completion until its transport says that it is over. */
export function timeResponse(call: Call, response: HttpResponse, clock: Clock, timings: Timings): void {
  const { onDelivered, body } = response
  const model = modelOf(call)
  const streams = call.streams && response.status === 200
  const ready = clock.now()
  /** When the first part with text was pulled. If a text is in several pieces, the first byte counts. */
  let first = isBytes(body) ? ready : undefined
  let found = false
  if (streams && !isBytes(body))
    response.body = heard(body, (part) => {
      if (found) return
      found = textOf(part).includes(CONTENT)
      if (found || first === undefined) first = clock.now()
    })
  response.onDelivered = (bytes, aborted, content) => {
    const now = clock.now()
    const end = endOf(response.status)
    timings.add('duration', model, end === 'ok' && aborted ? 'aborted' : end, now - call.at)
    if (streams && !aborted) {
      const further = countTokens(call.said ?? '') - 1
      if (first !== undefined) timings.add('firstToken', model, 'ok', first - call.at)
      if (first !== undefined && further > 0) timings.add('perToken', model, 'ok', (now - first) / further)
    }
    onDelivered?.(bytes, aborted, content)
  }
}

/** Only models of the caller's catalog have a name here, so that no caller can fill the metrics with names. */
function modelOf({ body, project }: Call): string | undefined | null {
  const model = body?.model
  if (model === undefined) return undefined
  return typeof model === 'string' && project?.models.has(model) ? model : null
}

const textOf = (part: string | Uint8Array): string => (typeof part === 'string' ? part : new TextDecoder().decode(part))
