import { isBytes, type Part } from '../http.ts'

/** One event of a stream with its framing, as the parts in which it is sent, including pauses and packet boundaries. */
export interface StreamEvent {
  readonly parts: readonly Part[]
  readonly bytes: number
  readonly text: string
}

const LF = 10
const CR = 13
const encoder = new TextEncoder()

/** Finds the ends of events, which are empty lines, however the bytes are split into parts. */
export class EventEnds {
  #filled = false
  #lineLength = 0

  /** The offset just after the next end of an event; 0 if no event ends in these bytes. */
  next(bytes: Uint8Array): number {
    for (const [at, byte] of bytes.entries()) {
      if (byte === LF) {
        const ends = this.#filled && this.#lineLength === 0
        this.#lineLength = 0
        if (ends) {
          this.#filled = false
          return at + 1
        }
      } else if (byte !== CR) {
        this.#lineLength++
        this.#filled = true
      }
    }
    return 0
  }
}

/** Splits a stream into events. Any parts after the last complete event form one more event. */
export function* eventsIn(source: Iterable<Part>): Generator<StreamEvent> {
  const ends = new EventEnds()
  let parts: Part[] = []
  for (const part of source) {
    if (!isBytes(part)) {
      parts.push(part)
      continue
    }
    let rest = bytesOf(part)
    for (let end = ends.next(rest); end > 0; end = ends.next(rest)) {
      parts.push(rest.subarray(0, end))
      yield eventOf(parts)
      parts = []
      rest = rest.subarray(end)
    }
    if (rest.length > 0) parts.push(rest)
  }
  if (parts.length > 0) yield eventOf(parts)
}

export const bytesOf = (part: string | Uint8Array): Uint8Array =>
  typeof part === 'string' ? encoder.encode(part) : part

/** Concatenates bytes. */
export function glued(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** The first n bytes of an event, with the pauses and packet boundaries between them. */
export function* headOf(event: StreamEvent, bytes: number): Generator<Part> {
  let left = bytes
  for (const part of event.parts) {
    if (left <= 0) return
    if (!isBytes(part)) yield part
    else {
      const piece = bytesOf(part).subarray(0, left)
      left -= piece.length
      yield piece
    }
  }
}

/** Whether an event is the literal `[DONE]` of 6.5. */
export const isDone = ({ text }: StreamEvent): boolean => /^data: ?\[DONE\]\s*$/m.test(text)

/** Whether an event is a chunk whose `finish_reason` is a string (6.4). */
export const isFinish = ({ text }: StreamEvent): boolean => /"finish_reason": ?"/.test(text)

function eventOf(parts: readonly Part[]): StreamEvent {
  const whole = glued(parts.filter(isBytes).map(bytesOf))
  return { parts, bytes: whole.length, text: new TextDecoder().decode(whole) }
}
