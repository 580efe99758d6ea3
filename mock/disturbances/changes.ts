import { type Answer, headerOf, isWhole, type Part } from '../exchange.ts'
import type { Change, Draw } from './disturbance.ts'
import { bytesOf } from './events.ts'
import type { Flow } from './stream-changes.ts'

/** Puts something before the head of every answer. */
export const beforeHead =
  (part: Part): Change =>
  (answer) => ({ ...answer, before: [...(answer.before ?? []), part] })

/** Changes streams, and leaves every other answer alone. */
export const ofStream =
  (flow: Flow): Change =>
  (answer) =>
    isStream(answer) ? flowing(answer, flow) : undefined

/** Changes streams and documents, each in its own way. `document` makes parts of the bytes of a document. */
export const ofBody =
  (flow: Flow, document: (bytes: Uint8Array) => Iterable<Part>): Change =>
  (answer) => {
    if (isStream(answer)) return flowing(answer, flow)
    const { body, framing = 'length' } = answer
    if (answer.raw || !isWhole(body)) return undefined
    const bytes = bytesOf(body)
    // Its length is told although it comes in parts, or not to its end.
    const length = framing === 'length' && headerOf(answer.headers, 'content-length') === undefined
    const headers = length ? [...answer.headers, 'content-length', String(bytes.length)] : answer.headers
    return { ...answer, headers, body: { [Symbol.iterator]: () => document(bytes)[Symbol.iterator]() } }
  }

/** Changes whatever comes in bytes; what comes of a document is as long as before. */
export const ofBytes =
  (flow: (draw: Draw) => Flow): Change =>
  (answer, draw) => {
    const change = flow(draw)
    if (!answer.raw && !isStream(answer) && !isWhole(answer.body)) return flowing(answer, change)
    return ofBody(change, (bytes) => change([bytes]))(answer, draw)
  }

function isStream({ headers, raw }: Answer): boolean {
  return !raw && (headerOf(headers, 'content-type') ?? '').toLowerCase().startsWith('text/event-stream')
}

function flowing(answer: Answer, flow: Flow): Answer {
  const { body } = answer
  const source = isWhole(body) ? [body] : body
  return { ...answer, body: { [Symbol.iterator]: () => flow(source)[Symbol.iterator]() } }
}
