import type { Part } from '../core/http.ts'
import { byteLength } from '../core/http.ts'
import type { Clock } from '../core/time/clock.ts'
import type { OpenEntry } from './open-entry.ts'

/** Sees the sent parts. */
export interface PartObserver {
  part?(part: string | Uint8Array): void
  /** Called once, when the response has ended in any way. */
  ended?(): void
}

/**
 * The parts of a response on their way to the transport. A transport pulls them when it sends them, and calls `return`
 * when the caller has gone, so this iterator knows how far the response got.
 */
export class ObservedParts implements Iterable<Part>, Iterator<Part> {
  readonly #parts: Iterator<Part>
  readonly #record: OpenEntry
  readonly #clock: Clock
  readonly #observer: PartObserver | undefined
  /** Bytes of a whole body that follows; undefined if that reports its own end. */
  readonly #rest: number | undefined

  constructor(
    parts: Iterable<Part>,
    record: OpenEntry,
    clock: Clock,
    observer: PartObserver | undefined,
    rest: number | undefined,
  ) {
    this.#parts = parts[Symbol.iterator]()
    this.#record = record
    this.#clock = clock
    this.#observer = observer
    this.#rest = rest
  }

  [Symbol.iterator](): this {
    return this
  }

  next(): IteratorResult<Part> {
    const step = this.#parts.next()
    if (step.done) this.#finish()
    else this.#note(step.value)
    return step
  }

  /** The transport wants no more of them. */
  return(): IteratorResult<Part> {
    this.#parts.return?.()
    this.#end('aborted')
    return { done: true, value: undefined }
  }

  #finish(): void {
    if (this.#rest === undefined) return
    this.#count(this.#rest)
    this.#end('complete')
  }

  #note(part: Part): void {
    if (typeof part === 'string' || part instanceof Uint8Array) {
      this.#count(typeof part === 'string' ? byteLength(part) : part.length)
      this.#observer?.part?.(part)
    } else if ('act' in part) {
      if (part.act === 'hang') this.#record.hung = this.#clock.now()
      else this.#end('cut')
    }
  }

  #count(bytes: number): void {
    if (bytes === 0) return
    this.#record.answerBytes += bytes
    this.#record.chunks++
  }

  #end(ending: 'complete' | 'aborted' | 'cut'): void {
    if (this.#record.ending !== 'open') return
    this.#record.end(ending, this.#clock.now())
    this.#observer?.ended?.()
  }
}
