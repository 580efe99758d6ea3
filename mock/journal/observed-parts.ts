import { byteLength, isBytes, type Part } from '../core/http.ts'
import type { Clock } from '../core/time/clock.ts'
import { endEntry, type OpenEntry } from './open-entry.ts'

/** Observes the parts that are sent. */
export interface PartObserver {
  part(part: string | Uint8Array): void
  /** Called once, when the response has ended in any way. */
  ended(): void
}

/**
 * Records the parts of a response while they are sent. The transport pulls each part when it sends it. It calls
 * `return` if the caller has disconnected, so the entry shows how far the response got.
 * @param rest the size of a whole body that follows; undefined if the body reports its end itself
 */
export function observedParts(
  parts: Iterable<Part>,
  record: OpenEntry,
  clock: Clock,
  observer: PartObserver | undefined,
  rest: number | undefined,
): Iterable<Part> {
  const iterator = parts[Symbol.iterator]()
  const count = (bytes: number): void => {
    if (bytes === 0) return
    record.answerBytes += bytes
    record.chunks++
  }
  const end = (ending: 'complete' | 'aborted' | 'cut'): void => {
    if (record.ending !== 'open') return
    endEntry(record, ending, clock.now())
    observer?.ended()
  }
  const note = (part: Part): void => {
    if (isBytes(part)) {
      count(typeof part === 'string' ? byteLength(part) : part.length)
      observer?.part(part)
    } else if ('act' in part) {
      if (part.act === 'hang') record.hung = clock.now()
      else end('cut')
    }
  }
  const observed: Iterator<Part> = {
    next() {
      const step = iterator.next()
      if (!step.done) note(step.value)
      else if (rest !== undefined) {
        count(rest)
        end('complete')
      }
      return step
    },
    /** Called by the transport when it stops early. */
    return() {
      iterator.return?.()
      end('aborted')
      return { done: true, value: undefined }
    },
  }
  return { [Symbol.iterator]: () => observed }
}
