/** Judges streams by section 6: their framing byte by byte, and their literal end. */

import type { HttpResponse } from '../../http/exchange.ts'
import { type Payload, streamOf, unreadable } from '../../http/response.ts'
import type { SseBody, SseEvent } from '../../http/sse.ts'
import { clip, type Report } from '../bodies.ts'
import { chunkOf, judgeContents, judgeOrder, judgePayloads } from './chunks.ts'

/** Judges a streamed response. A stream that broke off with an error event is not judged: 6.7 leaves it open. */
export function judgeStream(response: HttpResponse, report: Report): void {
  const reason = unreadable(response)
  if (reason !== undefined) {
    report('stream-framing', { message: reason, expected: 'events that a client can read' })
    return
  }
  const { sse, payloads, error } = streamOf(response)
  judgeFraming(sse.events, payloads, report)
  const [blank] = sse.freedoms.extraBlankLines
  const message = 'a blank line that ends no event'
  report('stream-blank-lines', blank === undefined ? undefined : { message, at: `byte ${blank}` })
  if (error) return
  const done = payloads.findIndex((payload) => payload.done)
  const before = done < 0 ? payloads : payloads.slice(0, done)
  judgePayloads(before, report)
  const chunks = before.flatMap((payload) => chunkOf(payload) ?? [])
  const all = payloads.flatMap((payload) => chunkOf(payload) ?? [])
  // A final chunk after the end mark is late, not missing. An unreadable event may have been the final chunk.
  const hasFinal = all.some(({ finish }) => finish !== null)
  if (hasFinal || chunks.length === before.length)
    judgeOrder(chunks.some(({ finish }) => finish !== null) ? chunks : all, report)
  judgeEnd(payloads, sse, report)
  judgeContents(chunks, report)
}

function judgeFraming(events: readonly SseEvent[], payloads: readonly Payload[], report: Report): void {
  // Another requirement covers bytes after the end mark.
  const done = payloads.find((payload) => payload.done)?.event
  const own = done ? events.slice(0, events.indexOf(done) + 1) : events
  const lines = own.flatMap((event) => event.breaches)
  const last = own.at(-1)
  const isOpen = last?.ended === false && !done
  const open = isOpen ? [{ at: last.at, message: 'the last event has no blank line after it' }] : []
  const [breach] = [...lines, ...open].sort((a, b) => a.at - b.at)
  const expected = 'data: <JSON>, and a blank line'
  report('stream-framing', breach && { message: breach.message, at: `byte ${breach.at}`, expected })
}

/** The literal end of a stream (6.5). */
function judgeEnd(payloads: readonly Payload[], { events, freedoms }: SseBody, report: Report): void {
  const index = payloads.findIndex(({ done }) => done)
  const end = payloads[index]
  const expected = 'data: [DONE] and a blank line'
  if (!end) {
    const actual = clip(events.at(-1)?.payload ?? '(no events)')
    report('stream-done', { message: 'the stream ended without [DONE]', expected, actual })
    return
  }
  const place = `byte ${end.event.at}`
  if (end.text !== '[DONE]') {
    const message = 'the end marker is not exactly data: [DONE]'
    report('stream-done', { message, expected, actual: JSON.stringify(end.text), at: place })
  } else {
    const open = { message: 'no blank line after [DONE]', expected, at: place }
    report('stream-done', end.event.ended ? undefined : open)
  }
  const next = payloads[index + 1]
  const event = events.find(({ at }) => at > end.event.at)
  const comment = freedoms.comments.find((at) => at > end.event.at)
  const at = next?.event.at ?? event?.at ?? comment
  const actual = clip(next?.text ?? event?.payload ?? 'a comment line')
  const more = { message: 'something follows [DONE]', at: `byte ${at}`, expected: 'the end of the response', actual }
  report('stream-after-done', at === undefined ? undefined : more)
}
