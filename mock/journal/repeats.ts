import { isBytes, type RequestHead } from '../core/http.ts'
import { contentIn } from '../core/responses/chunk-content.ts'
import { pathOf } from '../core/routes.ts'
import { type Clock, realNow } from '../core/time/clock.ts'
import { nextOrder } from '../core/time/order.ts'
import { Digest } from './digest.ts'
import type { Failure } from './failures.ts'
import type { PartObserver } from './observed-parts.ts'
import type { Entered, OpenEntry } from './open-entry.ts'
import type { ProjectJournal } from './project-journal.ts'

/** The input of repeat detection for one request. */
interface RepeatDetectionParts extends Entered {
  readonly record: OpenEntry
  readonly journal: ProjectJournal
  readonly clock: Clock
  /** The call that is being observed, if there is exactly one. */
  readonly observed: object | undefined
  /** The key of digests. */
  readonly key: number
}

/**
 * Detects repeats, for requests that failed, that follow a failure, or whose response is disturbed. Finds the failure
 * that a request repeats and the broken text that it contains, and remembers both. Other requests cost nothing.
 */
export function detectRepeats(parts: RepeatDetectionParts): PartObserver {
  const { call, response, record, gateway, journal, clock, key, observed } = parts
  const altered = record.oddities.length > 0
  const reading = record.stream && altered ? new StreamReading(new Digest(key)) : undefined
  const question = reading && call.body ? journal.texts.questionOf(call.body) : 0
  const said = call.said === undefined ? undefined : new Digest(key).add(call.said).value
  const { connection } = call.head
  const weakly = connection && new WeakRef(connection)
  let digest: number | undefined
  let done: number | undefined
  let end: Pick<Failure, 'ended' | 'endedReal' | 'order'> | undefined

  const hasFailed = (): boolean => {
    const { status, ending, stream } = record
    return status >= 400 || ending === 'cut' || (altered && !record.done && (stream || ending === 'aborted'))
  }

  const rememberFailure = (): void => {
    if (digest === undefined || end === undefined) return
    if (!hasFailed()) {
      journal.failures.forget(digest)
      return
    }
    const { number, status, retryAfter, repeats } = record
    const failed = { ...end, digest, number, status, retryAfter, repeats }
    journal.failures.add({ ...failed, gateway, begun: gateway.begun, observed, connection: weakly })
  }

  const know = ({ value }: Digest): void => {
    digest = value
    const { at, retryCount } = record
    const suspect = { digest, at, real: realNow(), connection, gateway, call: call.number, retryCount, observed }
    record.repeats = journal.failures.repeatedBy(suspect)
    if (!record.repeats) {
      const equal = journal.failures.equalledBy(suspect)
      if (equal && journal.hasOnly(equal.of, record)) record.resembles = equal
    }
    rememberFailure()
  }

  /** Returns a function that digests a body that the gateway does not read. */
  const readingOn = (opened: Digest): ((part: Uint8Array | undefined) => void) => {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    return (part) => {
      if (part) opened.add(decoder.decode(part, { stream: true }))
      else know(opened)
    }
  }

  /** Remembers the text of a stream that was truncated or continued after `[DONE]`, unless the caller aborted it. */
  const rememberText = (): void => {
    if (!reading) return
    const broke = record.ending !== 'aborted' && (record.ending === 'cut' || !reading.done || reading.late)
    const { value, length } = reading.text
    if (broke && length > 0 && value !== said) journal.texts.add(question, value, record.number)
  }

  if (call.body && !journal.texts.none) record.echoes = journal.texts.heldBy(call.body)
  if (call.text !== undefined || call.head.method === 'GET') know(openedBy(call.head, key).add(call.text ?? ''))
  else if (call.bytes === 0) response.onUnreadBytes = readingOn(openedBy(call.head, key))
  if (reading && isBytes(response.body)) reading.add(response.body)
  return {
    part(part) {
      reading?.add(part)
      if (reading?.done) done ??= clock.now()
    },
    ended() {
      end = { ended: clock.now(), endedReal: realNow(), order: nextOrder() }
      if (reading) record.done = reading.done
      if (done !== undefined) record.lingered = end.ended - done
      rememberText()
      rememberFailure()
    },
  }
}

/** Begins the digest with the head, because requests with different keys are different. */
function openedBy(head: RequestHead, key: number): Digest {
  return new Digest(key).add(`${head.method} ${pathOf(head.target)} ${head.header('authorization') ?? ''}\n`)
}

/** Reads a stream while it is sent, to know how it ended and to recognise its text later. Does not keep the text. */
class StreamReading {
  /** The digest of the text in all complete events so far. */
  readonly text: Digest
  readonly #decoder = new TextDecoder()
  #pending = ''
  /** Whether `[DONE]` was sent. */
  done = false
  /** Whether text followed `[DONE]`. */
  late = false

  constructor(text: Digest) {
    this.text = text
  }

  add(part: string | Uint8Array): void {
    this.#pending += typeof part === 'string' ? part : this.#decoder.decode(part, { stream: true })
    const events = this.#pending.split(/\r\n\r\n|\n\n|\r\r/)
    this.#pending = events.pop() ?? ''
    for (const event of events) this.#read(event)
  }

  #read(event: string): void {
    const data = /^data: ?([^\r\n]*)/m.exec(event)?.[1]
    if (data === undefined) return
    if (data === '[DONE]') {
      this.done = true
      return
    }
    const content = contentIn(data)
    this.text.add(content)
    if (this.done && content !== '') this.late = true
  }
}
