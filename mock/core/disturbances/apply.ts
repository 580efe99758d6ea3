import { type HttpResponse, heard, isBytes } from '../http.ts'
import { contentOf } from '../responses/chunk-content.ts'
import type { Disturb, Draw } from './disturb.ts'
import { bytesOf, EventEnds } from './events.ts'

/** Makes a response report the content that was really sent, because a disturbance has changed its bytes. */
function reportingContent(response: HttpResponse): HttpResponse {
  const { body, onDelivered } = response
  if (!onDelivered || isBytes(body)) return response
  const ends = new EventEnds()
  const decoder = new TextDecoder()
  let content = ''
  let event = ''
  const read = (part: string | Uint8Array): void => {
    let rest = bytesOf(part)
    for (let end = ends.next(rest); end > 0; end = ends.next(rest)) {
      content += contentOf(event + decoder.decode(rest.subarray(0, end), { stream: true }))
      event = ''
      rest = rest.subarray(end)
    }
    event += decoder.decode(rest, { stream: true })
  }
  return { ...response, body: heard(body, read), onDelivered: (bytes, aborted) => onDelivered(bytes, aborted, content) }
}

/** Applies disturbances in order, but `split` last. Returns the response and the disturbances that applied. */
export function applyDisturbances(whole: HttpResponse, disturbances: readonly Disturb[], draw: Draw) {
  const packs = ({ name }: Disturb): number => (name === 'split' ? 1 : 0)
  const happened: Disturb[] = []
  let response = whole
  for (const disturb of disturbances.toSorted((one, other) => packs(one) - packs(other))) {
    const changed = disturb.apply(response, draw)
    if (!changed) continue
    response = changed
    happened.push(disturb)
  }
  return { response: response.body === whole.body ? response : reportingContent(response), disturbances: happened }
}
