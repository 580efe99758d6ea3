import { isBytes } from '../core/http.ts'
import { pathOf } from '../core/routes.ts'
import { type Clock, realNow } from '../core/time/clock.ts'
import { nextOrder } from '../core/time/order.ts'
import type { Call } from '../core/types.ts'
import { Digest } from './digest.ts'
import type { PartObserver } from './observed-parts.ts'
import type { Entered, OpenEntry } from './open-entry.ts'
import type { ProjectJournal } from './project-journal.ts'
import { StreamReading } from './stream-reading.ts'

/** What repeat detection needs to know about a request. */
interface RepeatDetectionParts extends Entered {
  readonly record: OpenEntry
  readonly journal: ProjectJournal
  readonly clock: Clock
  /** The call that a test is observing, if it is only one. */
  readonly observed: object | undefined
  /** The key of digests. */
  readonly key: number
}

/**
 * Repeat detection, for requests that failed, whose response is disturbed, or that come after a failure. Finds the failure that
 * a request repeats and the broken text that it contains, and remembers both for later. Other requests cost nothing.
 */
export class RepeatDetection implements PartObserver {
  readonly #parts: RepeatDetectionParts
  readonly #altered: boolean
  readonly #reading: StreamReading | undefined
  readonly #question: number
  readonly #said: number | undefined
  #digest: number | undefined
  #done: number | undefined
  #ended: { readonly at: number; readonly real: number; readonly order: number } | undefined

  constructor(parts: RepeatDetectionParts) {
    const { call, response, record, journal, key } = parts
    this.#parts = parts
    this.#altered = wasAltered(call)
    this.#reading = record.stream && this.#altered ? new StreamReading(new Digest(key)) : undefined
    this.#question = this.#reading && call.body ? journal.texts.questionOf(call.body) : 0
    this.#said = call.said === undefined ? undefined : new Digest(key).add(call.said).value
    if (call.body && !journal.texts.none) record.echoes = journal.texts.heldBy(call.body)
    if (call.text !== undefined || call.head.method === 'GET') this.#know(this.#opened().add(call.text ?? ''))
    else if (call.bytes === 0) response.onUnreadBytes = this.#readingOn()
    if (this.#reading && isBytes(response.body)) this.#reading.add(response.body)
  }

  part(part: string | Uint8Array): void {
    this.#reading?.add(part)
    if (this.#reading?.done) this.#done ??= this.#parts.clock.now()
  }

  ended(): void {
    const { record, clock } = this.#parts
    this.#ended = { at: clock.now(), real: realNow(), order: nextOrder() }
    if (this.#reading) record.done = this.#reading.done
    if (this.#done !== undefined) record.lingered = this.#ended.at - this.#done
    this.#rememberText()
    this.#rememberFailure()
  }

  /** Begins the digest with the head: another key makes another request. */
  #opened(): Digest {
    const { head } = this.#parts.call
    const line = `${head.method} ${pathOf(head.target)} ${head.header('authorization') ?? ''}\n`
    return new Digest(this.#parts.key).add(line)
  }

  /** Digests a body that the gateway does not read. */
  #readingOn(): (part: Uint8Array | undefined) => void {
    const digest = this.#opened()
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    return (part) => {
      if (part) digest.add(decoder.decode(part, { stream: true }))
      else this.#know(digest)
    }
  }

  #know({ value }: Digest): void {
    const { call, record, gateway, journal } = this.#parts
    this.#digest = value
    const suspect = {
      digest: value,
      at: record.at,
      real: realNow(),
      connection: call.head.connection,
      gateway,
      call: call.number,
      retryCount: record.retryCount,
      observed: this.#parts.observed,
    }
    record.repeats = journal.failures.repeatedBy(suspect)
    if (!record.repeats) {
      const equal = journal.failures.equalledBy(suspect)
      if (equal && journal.hasOnly(equal.of, record)) record.resembles = equal
    }
    this.#rememberFailure()
  }

  #rememberFailure(): void {
    if (this.#digest === undefined || this.#ended === undefined) return
    const { call, record, gateway, journal, observed } = this.#parts
    if (!this.#failed) {
      journal.failures.forget(this.#digest)
      return
    }
    const { connection } = call.head
    journal.failures.add({
      digest: this.#digest,
      number: record.number,
      status: record.status,
      retryAfter: record.retryAfter,
      repeats: record.repeats,
      ended: this.#ended.at,
      endedReal: this.#ended.real,
      order: this.#ended.order,
      connection: connection && new WeakRef(connection),
      gateway,
      begun: gateway.begun,
      observed,
    })
  }

  get #failed(): boolean {
    const { status, ending, stream, done } = this.#parts.record
    return status >= 400 || ending === 'cut' || (this.#altered && !done && (stream || ending === 'aborted'))
  }

  /** The text that a caller has seen of a stream that broke, or continued after its end. A caller that left may keep it. */
  #rememberText(): void {
    const { record, journal } = this.#parts
    const reading = this.#reading
    if (!reading) return
    reading.close()
    const broke = record.ending !== 'aborted' && (record.ending === 'cut' || !reading.done || reading.late)
    const { value, length } = reading.text
    if (broke && length > 0 && value !== this.#said) journal.texts.add(this.#question, value, record.number)
  }
}

/** Whether a disturbance, a fault or a variant may have changed the response. */
export function wasAltered({ disturbances, behaviour }: Call): boolean {
  return disturbances.length > 0 || behaviour.deviations.length > 0
}
