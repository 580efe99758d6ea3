/**
 * What a run knows about errors that do not depend on the request: which depend on the load, and which the target
 * returns each time.
 */
import { type Exchange, mediaType } from '../../http/exchange.ts'
import { CERTAIN, endedByTarget, isSigned, wasCut } from '../../judge/attempts.ts'

/** After this many confirmations without other requests in flight, the same error needs no further one. */
const CONFIRMED = 3

/** This number of errors that a later attempt did not get, within this number of requests, shows a rate limit. */
const BURST = { errors: 4, requests: 30 } as const

/** Statuses that a limiter returns. */
const LIMITING: readonly number[] = [429, 503]

/** The signature of a connection that ends without a response. */
const DROPPED = 'no response'

/** Equal for errors of one origin: they share status and media type, and all or none are cut off or have a request id. */
function signatureOf(exchange: Exchange): string {
  const { response } = exchange
  return response ? `${response.status} ${mediaType(response)} ${isSigned(exchange)} ${wasCut(exchange)}` : DROPPED
}

export class ServerErrors {
  readonly #confirmed = new Map<string, number>()
  /** Errors that a later attempt at the same request did not get. */
  readonly #passing = new Set<string>()
  /** The number of requests sent before each of the last errors that passed. */
  #passedAt: number[] = []

  /**
   * Whether this error was confirmed often enough without other requests in flight, and never passed. A limit never is:
   * each request has to show that it gets no other response.
   */
  isConfirmed(exchange: Exchange): boolean {
    const signature = signatureOf(exchange)
    return (
      exchange.response?.status !== 429 &&
      !this.#passing.has(signature) &&
      (this.#confirmed.get(signature) ?? 0) >= CONFIRMED
    )
  }

  /** Whether a later attempt at some request did not get this error. */
  hasPassed(exchange: Exchange): boolean {
    return this.#passing.has(signatureOf(exchange))
  }

  /** Records an error that each attempt got, even without other requests in flight. */
  confirm(exchange: Exchange): void {
    const signature = signatureOf(exchange)
    this.#confirmed.set(signature, (this.#confirmed.get(signature) ?? 0) + 1)
  }

  /**
   * Records the attempts at one request.
   *
   * @param sent requests of the run so far
   * @returns whether errors of a limiter pass so often that the run has to slow down
   */
  note(attempts: readonly Exchange[], sent: number): boolean {
    const last = attempts.at(-1)
    if (!last?.response || attempts.length < 2) return false
    if (attempts.length >= CERTAIN && attempts.every(wasCut)) this.confirm(last)
    const passed = attempts.filter(
      (each) =>
        endedByTarget(each) ||
        (wasCut(each) && !wasCut(last)) ||
        (each.response &&
          (each.response.status >= 500 || isLimiting(each)) &&
          each.response.status !== last.response?.status),
    )
    for (const each of passed) this.#passing.add(signatureOf(each))
    if (!passed.some(({ response }) => response?.status === 503)) return false
    this.#passedAt = [...this.#passedAt, sent].filter((at) => at > sent - BURST.requests)
    if (this.#passedAt.length < BURST.errors) return false
    this.#passedAt = []
    return true
  }
}

/** Whether a response may be that of a limiter. */
export function isLimiting({ response }: Exchange): boolean {
  return response !== undefined && LIMITING.includes(response.status)
}
