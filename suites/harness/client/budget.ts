/** What a run may cost: requests, output tokens asked for, bytes both ways, and time. All are counted here. */
import { bodyOf, type Plan } from '../http/request.ts'
import type { Allowance } from '../target/limits.ts'

/** Thrown instead of sending what the budget does not allow. */
export class BudgetSpent extends Error {}

/** Assumed for a request without a limit of its own, or with a limit that no deployment would grant. */
export const UNCAPPED_TOKENS = 4096

/** Tokens that are reserved for each request still to be sent: most have a small limit, a few have none. */
const USUAL_TOKENS = 1024

/** Bytes that are reserved for each request still to be sent; a few are far larger, most far smaller. */
const USUAL_BYTES = 100 * 1024

/** Units at either end of a long body that are searched for a limit. */
const SEARCHED = 4096

/** By requests: each is looked at before it waits for its turn, and when it goes out. */
const costs = new WeakMap<Pick<Plan, 'operation' | 'body'>, number>()

/** Output tokens that a request may cost. Even one that has to be refused may be served by mistake. */
export function tokensOf(plan: Pick<Plan, 'operation' | 'body'>): number {
  const known = costs.get(plan) ?? tokensAskedBy(plan)
  costs.set(plan, known)
  return known
}

function tokensAskedBy({ operation, body }: Pick<Plan, 'operation' | 'body'>): number {
  if (operation !== 'completions' || body === undefined) return 0
  const text = limitsIn(body)
  let most = -1
  for (const [, digits] of text.matchAll(/"max_(?:completion_)?tokens"\s*:\s*(\d+)/g))
    most = Math.max(most, Number(digits))
  return most < 0 ? UNCAPPED_TOKENS : Math.min(most, UNCAPPED_TOKENS)
}

/** The parts of a body that can hold a limit: padding stands in one piece, so that the two ends are enough. */
function limitsIn(body: string | Uint8Array): string {
  const ends = body.length <= 2 * SEARCHED ? [body] : [body.slice(0, SEARCHED), body.slice(-SEARCHED)]
  const text = ends.map((end) => (typeof end === 'string' ? end : Buffer.from(end).toString('latin1'))).join(' ')
  // A name may be written with escapes.
  return text.replace(/\\u00([0-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Bytes of a request's body. */
export function bytesOf(plan: Plan): number {
  return bodyOf(plan)?.length ?? 0
}

export class Budget {
  readonly #allowed: Required<Allowance>
  #requests = 0
  #tokens = 0
  #bytes = 0
  #end = Number.POSITIVE_INFINITY

  constructor({ requests, tokens, bytes, time }: Allowance) {
    const none = Number.POSITIVE_INFINITY
    this.#allowed = { requests, tokens: tokens ?? none, bytes: bytes ?? none, time: time ?? none }
  }

  /** What an answer is told that goes beyond the bytes of the run. */
  get bytesSpent(): string {
    return spent(`${this.#allowed.bytes} bytes`).message
  }

  get requests(): number {
    return this.#requests
  }

  get tokens(): number {
    return this.#tokens
  }

  get bytes(): number {
    return this.#bytes
  }

  get requestsLeft(): number {
    return this.#allowed.requests - this.#requests
  }

  /** Whether the budget has room for this many further requests of the usual kind. */
  hasRoomFor(requests: number): boolean {
    const { tokens, bytes } = this.#allowed
    return (
      this.requestsLeft > requests &&
      tokens - this.#tokens > requests * USUAL_TOKENS &&
      bytes - this.#bytes > requests * USUAL_BYTES &&
      this.timeLeft > 0
    )
  }

  /** Milliseconds that are left; the clock starts with the first request. */
  get timeLeft(): number {
    return this.#end - performance.now()
  }

  /** Looks whether a request fits, so that none waits for its turn that will not go out. @throws BudgetSpent */
  assertRoom(plan: Plan): void {
    const { requests, tokens, bytes, time } = this.#allowed
    if (this.#requests >= requests) throw spent(`${requests} requests`)
    if (this.#tokens + tokensOf(plan) > tokens) throw spent(`${tokens} output tokens`)
    if (this.#bytes + bytesOf(plan) > bytes) throw spent(`${bytes} bytes`)
    if (this.timeLeft <= 0) throw spent(`${time / 1000} s`)
  }

  /** Books a request before it is sent. @throws BudgetSpent and books nothing where it does not fit */
  take(plan: Plan): void {
    if (this.#requests === 0) this.#end = performance.now() + this.#allowed.time
    this.assertRoom(plan)
    this.#requests += 1
    this.#tokens += tokensOf(plan)
    this.#bytes += bytesOf(plan)
  }

  /** Books bytes of an answer. @returns false when that was more than is allowed */
  received(bytes: number): boolean {
    this.#bytes += bytes
    return this.#bytes <= this.#allowed.bytes
  }
}

function spent(what: string): BudgetSpent {
  return new BudgetSpent(`the budget of ${what} is spent`)
}
