/** Detects a target that is gone or stuck, so that a run ends instead of waiting for each request's timeout. */
import type { Clock } from '../../client/rate-limiter.ts'
import { entryOf } from '../../http/compact.ts'
import type { Exchange } from '../../http/exchange.ts'
import { networkErrorOf } from '../../http/network-errors.ts'
import { type Kind, kindOf } from '../../http/request.ts'
import { isRelayed } from '../../judge/attempts.ts'
import type { Stop } from '../stop.ts'

/** The number of concurrent plain requests to a stuck target, since each may take the whole deadline. */
const AT_ONCE = 3

/** Milliseconds before each plain request to an unreachable target, sent one after the other. */
const PAUSES = [100, 250, 500, 1000, 2000, 4000]

/** Whether the gateway itself has responded completely; a response of an intermediary does not count. */
function hasResponse(exchange: Exchange): boolean {
  return exchange.response?.complete === true && !isRelayed(exchange)
}

export interface LifeCheckParts extends Clock {
  readonly baseUrl: string
  /** Sends a plain valid request of a kind and records it under `alive/KIND`. */
  readonly send: (kind: Kind) => Promise<Exchange>
}

export class LifeCheck {
  readonly #parts: LifeCheckParts
  /** When a request of each kind was last served, or when a plain one got a response. */
  readonly #servedAt = new Map<Kind, number>()
  #hasResponded = false
  /** Kinds that never got a complete response while another kind did: that is a breach, and the target is not gone. */
  readonly #alwaysCut = new Set<Kind>()
  readonly #checks = new Map<Kind, Promise<Stop | undefined>>()

  constructor(parts: LifeCheckParts) {
    this.#parts = parts
  }

  /** Records an exchange that began at `sentAt`. @returns why nothing further can be sent, if that is the case */
  async note(exchange: Exchange, sentAt: number): Promise<Stop | undefined> {
    const kind = kindOf(exchange.request)
    if (hasResponse(exchange)) {
      this.#hasResponded = true
      // A refused request may never reach the part that is stuck.
      if (exchange.response?.status === 200) this.#servedAt.set(kind, this.#parts.now())
      return undefined
    }
    // The preflight already reports a target that never responded.
    if (!this.#hasResponded || this.#alwaysCut.has(kind) || this.#isAliveSince(kind, sentAt)) return undefined
    return entryOf(this.#checks, kind, () => this.#check(kind, exchange).finally(() => this.#checks.delete(kind)))
  }

  /** Resolves when no check of a kind is under way. */
  async idle(kind: Kind): Promise<void> {
    await this.#checks.get(kind)
  }

  #isAliveSince(kind: Kind, time: number): boolean {
    return (this.#servedAt.get(kind) ?? Number.NEGATIVE_INFINITY) >= time
  }

  async #check(kind: Kind, lost: Exchange): Promise<Stop | undefined> {
    const last = lost.failure?.code === 'TIMEOUT' ? await this.#stuck(kind) : await this.#gone(kind)
    if (last && (await this.#isAlwaysCut(kind, last))) {
      this.#alwaysCut.add(kind)
      return undefined
    }
    if (last) return stopFor(this.#parts.baseUrl, last, kind)
    this.#servedAt.set(kind, this.#parts.now())
    return undefined
  }

  /** Whether only this kind fails. This is not tested if its requests hang: each would take the whole deadline. */
  async #isAlwaysCut(kind: Kind, last: Exchange): Promise<boolean> {
    if (this.#servedAt.has(kind) || last.failure === undefined || last.failure.code === 'TIMEOUT') return false
    return hasResponse(await this.#parts.send(kind === 'completion' ? 'list' : 'completion'))
  }

  /** The last plain request, if none got a response. */
  async #stuck(kind: Kind): Promise<Exchange | undefined> {
    const attempts = await Promise.all(Array.from({ length: AT_ONCE }, () => this.#parts.send(kind)))
    return attempts.some(hasResponse) ? undefined : attempts.at(-1)
  }

  async #gone(kind: Kind): Promise<Exchange | undefined> {
    let last: Exchange | undefined
    for (const pause of PAUSES) {
      await this.#parts.sleep(pause)
      last = await this.#parts.send(kind)
      if (hasResponse(last)) return undefined
      if (last.failure?.code === 'TIMEOUT') return this.#stuck(kind)
    }
    return last
  }
}

function stopFor(baseUrl: string, { response, failure }: Exchange, kind: Kind): Stop | undefined {
  const found = `${baseUrl} stopped answering plain valid ${kind} requests`
  if (response && !failure)
    return {
      reason: `${found}: the proxy in front of it returns ${response.status}`,
      mend: 'Check that the gateway still runs, and that the proxy in front of it can reach it.',
    }
  // The budget is already the reason.
  if (!failure || failure.stage === 'budget') return undefined
  const { what, fix } = networkErrorOf(failure)
  return {
    reason: `${found}: ${what} (${failure.code}: ${failure.message})`,
    mend: `Check that the gateway still runs. ${fix}`,
  }
}
