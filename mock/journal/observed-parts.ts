import { byteLength, isBytes, type Part } from '../core/http.ts'
import type { Clock } from '../core/time/clock.ts'
import { endEntry, type OpenEntry } from './open-entry.ts'

/** Sees the sent parts. */
export interface PartObserver {
  part(part: string | Uint8Array): void
  /** Called once, when the response has ended in any way. */
  ended(): void
}

/**
 * The parts of a response on their way to the transport. A transport pulls them when it sends them, and calls `return`
 * when the caller has gone, so this iterator knows how far the response got.
 * @param rest bytes of a whole body that follows; undefined if that reports its own end
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
    /** The transport wants no more of them. */
    return() {
      iterator.return?.()
      end('aborted')
      return { done: true, value: undefined }
    },
  }
  return { [Symbol.iterator]: () => observed }
}
