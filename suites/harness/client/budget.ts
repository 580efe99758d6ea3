/** The budget of a run: counts requests, requested output tokens, bytes in both directions, and time. */
import { kept } from '../http/compact.ts'
import type { Failure } from '../http/exchange.ts'
import type { Plan } from '../http/request.ts'
import type { Allowance } from '../target/limits.ts'

/** A limit of a run, by its name in the target file. */
export type LimitName = keyof Pick<Allowance, 'requests' | 'tokens' | 'bytes' | 'time'>

/** Thrown when a request would exceed the budget. */
export class BudgetSpent extends Error {
  readonly limit: LimitName
  /** Whether only the part for follow-up requests is spent. */
  readonly isFollowUp: boolean

  constructor(what: string, limit: LimitName, isFollowUp = false) {
    super(`the budget of ${what} is spent`)
    this.limit = limit
    this.isFollowUp = isFollowUp
  }
}

/** The share of all tokens and bytes that follow-up requests may take. */
const FOR_FOLLOW_UPS = 1 / 2

/** Output tokens assumed for a request without a limit, or with a limit that no deployment would grant. */
export const UNCAPPED_TOKENS = 4096

/** Tokens that are reserved for each request still to be sent: most set a small limit, a few set none. */
const USUAL_TOKENS = 1024

/** Bytes that are reserved for each request still to be sent; a few are far larger, most far smaller. */
const USUAL_BYTES = 100 * 1024

/** Characters or bytes at either end of a long body that are searched for a limit. */
const SEARCHED = 4096

/**
 * Output tokens that a request may cost. Even a request that should be refused may be served by mistake. Cached,
 * because each request is counted before it waits for its turn, and again when it is sent.
 */
export const tokensOf = kept(({ operation, body }: Pick<Plan, 'operation' | 'body'>): number => {
  if (operation !== 'completions' || body === undefined) return 0
  const text = limitsIn(body)
  // Without messages, a gateway cannot complete anything.
  if (!/\bmessages\b/.test(text)) return 0
  let most = -1
  for (const [, digits] of text.matchAll(/["']?\bmax_(?:completion_)?tokens["']?\s*:\s*"?(\d+)/g))
    most = Math.max(most, Number(digits))
  return most < 0 ? UNCAPPED_TOKENS : Math.min(most, UNCAPPED_TOKENS)
})

/** The parts of a body that can contain a limit: padding is in one piece, so the two ends are enough. */
function limitsIn(body: string | Uint8Array): string {
  const ends = body.length <= 2 * SEARCHED ? [body] : [body.slice(0, SEARCHED), body.slice(-SEARCHED)]
  const text = ends.map((end) => (typeof end === 'string' ? end : Buffer.from(end).toString('latin1'))).join(' ')
  // A name may be written with escapes.
  return text.replace(/\\u00([0-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Bytes of a request's body. */
export function bytesOf(plan: Plan): number {
  return plan.body === undefined ? 0 : Buffer.byteLength(plan.body)
}

/** What a run has cost. */
export interface Cost {
  readonly requests: number
  /** The number of these that were follow-ups. */
  readonly followUps: number
  /** Output tokens that were requested. */
  readonly tokens: number
  /** Bytes of bodies, in both directions. */
  readonly bytes: number
}

/** The share of follow-up requests that is reserved for explaining failures. */
const TO_EXPLAIN = 0.3

export class Budget {
  readonly #allowed: Record<keyof Allowance, number>
  readonly #all = { requests: 0, tokens: 0, bytes: 0 }
  /** The part of these for follow-up requests. */
  readonly #again = { requests: 0, tokens: 0, bytes: 0 }
  /** Follow-up requests that are kept for explaining failures at the end of a run. */
  #reserved: number
  #end = Number.POSITIVE_INFINITY

  constructor({ requests, firsts, followUps, tokens, bytes, time }: Allowance) {
    const none = Number.POSITIVE_INFINITY
    this.#allowed = {
      requests,
      firsts: firsts ?? requests,
      followUps: followUps ?? requests,
      tokens: tokens ?? none,
      bytes: bytes ?? none,
      time: time ?? none,
    }
    this.#reserved = Number.isFinite(this.#allowed.followUps) ? Math.floor(this.#allowed.followUps * TO_EXPLAIN) : 0
  }

  /** Raises each limit by its number in `more`. */
  raise(more: Allowance): void {
    for (const name of ['requests', 'firsts', 'followUps', 'tokens', 'bytes'] as const)
      this.#allowed[name] += more[name] ?? 0
  }

  /** The message if a response is cut off because it exceeds the bytes of the run. */
  get bytesSpent(): string {
    return new BudgetSpent(`${this.#allowed.bytes} bytes`, 'bytes').message
  }

  /** Why the client ended an exchange that exceeded the budget: too many bytes, or too much time. */
  spentBy({ message }: Pick<Failure, 'message'>): BudgetSpent {
    return message === this.bytesSpent
      ? new BudgetSpent(`${this.#allowed.bytes} bytes`, 'bytes')
      : new BudgetSpent(`${this.#allowed.time / 1000} s`, 'time')
  }

  /** The cost so far. */
  get spent(): Cost {
    const { requests, ...others } = this.#all
    return { requests, followUps: this.#again.requests, ...others }
  }

  get requestsLeft(): number {
    return this.#allowed.requests - this.#all.requests
  }

  /** Whether the budget has room for this many further requests of the usual kind. */
  hasRoomFor(requests: number | 'to explain'): boolean {
    if (requests === 'to explain') return this.#hasRoomToExplain()
    const { firsts, tokens, bytes } = this.#allowed
    return (
      this.requestsLeft > requests &&
      firsts - (this.#all.requests - this.#again.requests) > requests &&
      tokens - this.#all.tokens > requests * USUAL_TOKENS &&
      bytes - this.#all.bytes > requests * USUAL_BYTES &&
      this.timeLeft > 0
    )
  }

  /** Whether there is room for another request that explains a failure. From now on, the reserve may be used. */
  #hasRoomToExplain(): boolean {
    this.#reserved = 0
    return this.#allowed.followUps > this.#again.requests && this.requestsLeft > 0 && this.timeLeft > 0
  }

  /** Milliseconds that are left; the clock starts with the first request. */
  get timeLeft(): number {
    return this.#end - performance.now()
  }

  /** Checks that a request fits into the budget, so that none waits for a turn in vain. @throws BudgetSpent */
  assertRoom(plan: Plan, isFollowUp = false): void {
    const { requests, tokens, bytes, time } = this.#allowed
    if (this.#all.requests >= requests) throw new BudgetSpent(`${requests} requests`, 'requests')
    if (this.#all.tokens + tokensOf(plan) > tokens) throw new BudgetSpent(`${tokens} output tokens`, 'tokens')
    if (this.#all.bytes + bytesOf(plan) > bytes) throw new BudgetSpent(`${bytes} bytes`, 'bytes')
    if (this.timeLeft <= 0) throw new BudgetSpent(`${time / 1000} s`, 'time')
    if (isFollowUp) this.#assertRoomAgain(plan)
  }

  #assertRoomAgain(plan: Plan): void {
    const { followUps } = this.#allowed
    const [tokens, bytes] = [this.#allowed.tokens * FOR_FOLLOW_UPS, this.#allowed.bytes * FOR_FOLLOW_UPS]
    const spent = (what: string, limit: LimitName): BudgetSpent =>
      new BudgetSpent(`${what} for follow-up requests`, limit, true)
    if (this.#again.requests >= followUps - this.#reserved)
      throw new BudgetSpent(`${followUps} follow-up requests`, 'requests', true)
    if (this.#again.tokens + tokensOf(plan) > tokens) throw spent(`${tokens} output tokens`, 'tokens')
    if (this.#again.bytes + bytesOf(plan) > bytes) throw spent(`${bytes} bytes`, 'bytes')
  }

  /**
   * Books a request before it is sent.
   *
   * @param isFollowUp whether it is a follow-up, which also needs room in that part
   * @throws BudgetSpent if it does not fit; then nothing is booked
   */
  take(plan: Plan, isFollowUp = false): void {
    if (this.#all.requests === 0) this.#end = performance.now() + this.#allowed.time
    this.assertRoom(plan, isFollowUp)
    for (const count of isFollowUp ? [this.#all, this.#again] : [this.#all]) {
      count.requests += 1
      count.tokens += tokensOf(plan)
      count.bytes += bytesOf(plan)
    }
  }

  /** Books bytes of a response. @returns false if they exceed the budget */
  received(bytes: number): boolean {
    this.#all.bytes += bytes
    return this.#all.bytes <= this.#allowed.bytes
  }
}
