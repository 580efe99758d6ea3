import type { JsonObject } from '../core/request/body.ts'
import { wasOpenedAfter } from '../core/time/order.ts'
import { Digest } from './digest.ts'
import type { JournalEntry, Repeat, Resemblance } from './entry.ts'

/** The maximum number of failures, and of broken texts, to remember for each project. */
const MAX = 64

/** Digests of texts from broken streams. A client that sends such a text back took it for complete. */
export class BrokenTexts {
  readonly #key: number
  readonly #kept = new Map<string, number>()

  constructor(key: number) {
    this.#key = key
  }

  get none(): boolean {
    return this.#kept.size === 0
  }

  /** `entry` is the number of the entry whose stream broke, `question` and `text` are digests. */
  add(question: number, text: number, entry: number): void {
    if (this.#kept.size === MAX) this.#kept.delete(this.#kept.keys().next().value as string)
    this.#kept.set(joined(question, text), entry)
  }

  /** Finds the entry whose broken text a request contains as the response to the same question. */
  heldBy(body: JsonObject): number | undefined {
    const { messages } = body
    if (!Array.isArray(messages)) return undefined
    let question = 0
    for (const message of messages) {
      const content: unknown = message?.content
      if (typeof content !== 'string') continue
      const text = new Digest(this.#key).add(content).value
      if (message.role === 'user') question = text
      const entry = message.role === 'assistant' ? this.#kept.get(joined(question, text)) : undefined
      if (entry !== undefined) return entry
    }
    return undefined
  }

  /** The digest of the last question of a request. */
  questionOf(body: JsonObject): number {
    const { messages } = body
    if (!Array.isArray(messages)) return 0
    const last = messages.findLast((message) => message?.role === 'user' && typeof message.content === 'string')
    return last ? new Digest(this.#key).add(last.content).value : 0
  }
}

const joined = (question: number, text: number): string => `${question} ${text}`

/** A failed request, with what is needed to recognise a repeat. */
export interface Failure extends Pick<JournalEntry, 'number' | 'status' | 'retryAfter' | 'repeats'> {
  readonly digest: number
  /** The end of its response in milliseconds, in gateway time and in system time. */
  readonly ended: number
  readonly endedReal: number
  /** The end of its response in the order of events in this process. */
  readonly order: number
  /** The connection, if the transport has one. */
  readonly connection: WeakRef<object> | undefined
  /** The gateway, and the number of its requests that had begun by the end of the response. */
  readonly gateway: object
  readonly begun: number
  /** The observed call at the time of the request, if there was exactly one. */
  readonly observed: object | undefined
}

/** A later request, which may repeat a failure. */
export interface Suspect {
  readonly digest: number
  readonly at: number
  readonly real: number
  readonly connection: object | undefined
  readonly gateway: object
  /** The number of the request in its gateway. */
  readonly call: number
  readonly retryCount: number | undefined
  readonly observed: object | undefined
}

/** After this many milliseconds, every caller has received its response, even over a slow network. */
const SURELY_KNOWN = 2_000

/** After this many milliseconds, an identical request is no longer a repeat, unless Retry-After states a longer wait. */
const FORGOTTEN = 600_000

/** The failures of one project that a later request may repeat. Bounded, and empty while nothing fails. */
export class Failures {
  #kept: Failure[] = []

  get none(): boolean {
    return this.#kept.length === 0
  }

  add(failure: Failure): void {
    if (this.#kept.length === MAX) this.#kept.shift()
    this.#kept.push(failure)
  }

  /** Forgets the failures of a request that has succeeded, so that the next identical request is new. */
  forget(digest: number): void {
    if (!this.none) this.#kept = this.#kept.filter((failure) => failure.digest !== digest)
  }

  /** Finds the latest failure that a request repeats, if its caller must have known of it. */
  repeatedBy(suspect: Suspect): Repeat | undefined {
    const failure = this.#latest(suspect, knew)
    if (!failure) return undefined
    const { number, status, retryAfter, repeats } = failure
    const waited = waitedAfter(failure, suspect)
    const since = repeats ? repeats.since + waited : waited
    return { of: number, status, retryAfter, waited, depth: (repeats?.depth ?? 0) + 1, since }
  }

  /** Finds the latest identical failure that ended before this connection was opened. The caller may be different. */
  equalledBy(suspect: Suspect): Resemblance | undefined {
    const failure = this.#latest(suspect, isAfter)
    return failure && { of: failure.number, status: failure.status, waited: waitedAfter(failure, suspect) }
  }

  #latest(suspect: Suspect, fits: (suspect: Suspect, failure: Failure) => boolean): Failure | undefined {
    return this.#kept.findLast(
      (kept) =>
        kept.digest === suspect.digest &&
        suspect.at - kept.ended < Math.max(FORGOTTEN, (kept.retryAfter ?? 0) * 1_000) &&
        fits(suspect, kept),
    )
  }
}

/**
 * Whether the caller must know of a failure: on the same connection, within one observed call, after some time, or if
 * it declares a retry. Concurrent identical requests are not repeats. Two observed calls are two callers, which may
 * share a connection.
 */
function knew(suspect: Suspect, failure: Failure): boolean {
  const { connection, gateway, begun, observed } = failure
  if (suspect.observed && observed && suspect.observed !== observed) return false
  if (suspect.retryCount) return true
  if (waitedAfter(failure, suspect) >= SURELY_KNOWN) return true
  const same = suspect.connection !== undefined && connection?.deref() === suspect.connection
  const oneCall = suspect.observed !== undefined && observed === suspect.observed
  return (same || oneCall) && gateway === suspect.gateway && suspect.call > begun
}

/** Two calls that a test observes in sequence are separate calls, not a retry. */
function isAfter(suspect: Suspect, { order, observed }: Failure): boolean {
  return wasOpenedAfter(suspect.connection, order) && suspect.observed === observed
}

/** The longer of gateway and system time: a client may wait in system time while the gateway's clock is frozen. */
function waitedAfter({ ended, endedReal }: Pick<Failure, 'ended' | 'endedReal'>, { at, real }: Suspect): number {
  return Math.max(0, at - ended, real - endedReal)
}
