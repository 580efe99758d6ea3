import { errorResponse, Refusal } from '../errors.ts'
import type { Act, Part } from '../http.ts'
import { DONE } from '../responses/done.ts'
import { eventsIn, headOf, isDone, isFinish, type StreamEvent } from './events.ts'

/** Transforms the parts of a stream. */
export type Flow = (source: Iterable<Part>) => Iterable<Part>

/** Whether a flow must begin before this event, even if its index is not reached yet. It also begins at the end. */
type Latest = (event: StreamEvent) => boolean

/** The flow: `next` is the event that it replaces, and `rest` are the events after that. */
type Then = (next: StreamEvent | undefined, rest: Iterable<StreamEvent>) => Iterable<Part>

const atTheEnd: Latest = () => false

function after(count: number, latest: Latest, then: Then): Flow {
  return function* flow(source) {
    const events = eventsIn(source)
    for (let passed = 0; ; passed++) {
      const { value: next, done } = events.next()
      if (done) return yield* then(undefined, [])
      if (passed === count || latest(next)) return yield* then(next, events)
      yield* next.parts
    }
  }
}

function* on(next: StreamEvent | undefined, rest: Iterable<StreamEvent>): Generator<Part> {
  if (next) yield* next.parts
  for (const event of rest) yield* event.parts
}

/** The first n bytes of an event, by default half of them, and never the last byte. */
function* bitOf(event: StreamEvent | undefined, bytes: number | undefined): Generator<Part> {
  if (event) yield* headOf(event, Math.min(bytes ?? Math.floor(event.bytes / 2), event.bytes - 1))
}

export const pauseBetween = (drawn: () => number): Flow =>
  after(1, atTheEnd, function* slow(next, rest) {
    for (const event of next ? [next, ...rest] : []) {
      if (event.bytes > 0) yield { wait: drawn() }
      yield* event.parts
    }
  })

export const stallAfter = (count: number, wait: number): Flow =>
  after(count, atTheEnd, function* stalled(next, rest) {
    yield { wait }
    yield* on(next, rest)
  })

/** Ends the connection, or stops sending, after n events or in the middle of the next event. */
export const breakOff = (act: Act, count: number, bytes = 0): Flow =>
  after(count, atTheEnd, function* broken(next) {
    if (bytes > 0) yield* bitOf(next, bytes)
    yield { act }
  })

export const endAfter = (count: number): Flow =>
  after(
    count,
    (event) => isFinish(event) || isDone(event),
    () => [],
  )

export const endBeforeDone: Flow = after(Number.POSITIVE_INFINITY, isDone, () => [])

export const endInside = (count: number, bytes: number | undefined): Flow =>
  after(count, isDone, (next) => bitOf(next, bytes))

export const failAfter = (count: number, kind: 'internal' | 'unavailable' | 'limited', done: boolean): Flow =>
  after(count, isDone, () => {
    const { body } = errorResponse(new Refusal(kind, 'The stream has failed, provoked by the disturbance error-event.'))
    return [`data: ${body}\n\n`, ...(done ? [DONE] : [])]
  })

/** Truncates the JSON of the event after n events, but never `[DONE]`. */
export const garbleAfter = (count: number): Flow =>
  after(count, isDone, function* garbled(next, rest) {
    yield next && !isDone(next) ? `${next.text.trimEnd().slice(0, -2)}\n\n` : 'data: {"choices":[\n\n'
    yield* on(next && isDone(next) ? next : undefined, rest)
  })

export const lingerAtTheEnd = (wait: number): Flow => after(Number.POSITIVE_INFINITY, atTheEnd, () => [{ wait }])

/** Repeats, after the last event, the last chunk before the final one. */
export const goOnAfterDone: Flow = function* goOn(source) {
  let chunk: StreamEvent | undefined
  for (const event of eventsIn(source)) {
    if (event.text.includes('"finish_reason":null')) chunk = event
    yield* event.parts
  }
  if (chunk) yield chunk.text
}
