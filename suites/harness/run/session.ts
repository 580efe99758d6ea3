/** A run against one target: the client, the budget, and every exchange that was made. */
import { createHash } from 'node:crypto'
import type { Profile } from '../catalogue/profiles.ts'
import { BudgetSpent } from '../client/budget.ts'
import { Client } from '../client/client.ts'
import { RateLimiter } from '../client/rate-limiter.ts'
import { brokeOff } from '../http/answer.ts'
import { type Exchange, headerValues } from '../http/exchange.ts'
import { type Plan, planKey, sentRequest } from '../http/request.ts'
import { TRANSIENT } from '../judge/judgement.ts'
import { deadlinesOf, limitsFor } from '../target/limits.ts'
import type { Target } from '../target/target.ts'
import type { Recorded } from './recorded-exchanges.ts'
import type { Stop } from './stop.ts'

/** How long one exchange is tried for. */
export interface Patience {
  /** Statuses that are worth another try. */
  readonly retryOn: readonly number[]
  /** Tries in all. */
  readonly tries: number
  /** From the second try on, send the body slowly, so that an early answer can be read. */
  readonly pacedRetries?: boolean
  /** Try again soon, whatever Retry-After says: for states that are meant to refuse. */
  readonly soon?: boolean
}

/** For valid requests: limits and errors that pass are no verdict. */
export const patient: Patience = { retryOn: TRANSIENT, tries: 7 }
/** For invalid requests: a server error is the answer, a limit is not. */
export const strict: Patience = { retryOn: [429], tries: 5 }
/** Where the status is the point: only a lost connection is tried again. */
export const once: Patience = { retryOn: [], tries: 4 }
/** For provoked states: errors that pass are no verdict, but the run does not wait for their end. */
export function stubborn(due: readonly number[]): Patience {
  return { retryOn: TRANSIENT.filter((status) => !due.includes(status)), tries: 3, soon: true }
}

const RAISE = 'Allow more under limits in the target file; svc-conformance plan tells what a run may cost.'

/** Retry-After is honoured up to this many milliseconds; beyond it the check stays inconclusive. */
const LONGEST_WAIT = 65_000

export interface SessionOptions {
  readonly seed: number
  readonly runs: number
  readonly profile: Profile
  readonly signal?: AbortSignal | undefined
  /** Answers in place of the target. */
  readonly recorded?: Recorded | undefined
}

export class Session {
  readonly target: Target
  readonly seed: number
  readonly runs: number
  readonly profile: Profile
  readonly exchanges: Exchange[] = []
  readonly #client: Client
  readonly #limiter: RateLimiter
  readonly #signal: AbortSignal | undefined
  readonly #recorded: Recorded | undefined
  #stop: Stop | undefined
  readonly #memo = new Map<string, Promise<Exchange>>()
  readonly #ids = new Map<string, number>()

  constructor(target: Target, options: SessionOptions) {
    this.#signal = options.signal
    this.#recorded = options.recorded
    this.target = target
    this.#limiter = new RateLimiter(limitsFor(target.limits, options.profile))
    this.seed = options.seed
    this.runs = options.runs
    this.profile = options.profile
    this.#client = new Client({
      baseUrl: target.baseUrl,
      keys: target.keys,
      concurrency: target.limits.concurrency,
      ...deadlinesOf(target.limits),
      network: target.network,
      budget: this.#limiter.budget,
    })
  }

  /** Why the run could not send all its requests; undefined where it could. */
  get stop(): Stop | undefined {
    return this.#stop
  }

  get sent(): number {
    return this.#limiter.budget.requests
  }

  /** What the run has cost so far: requests, output tokens asked for, bytes both ways. */
  get spent(): { readonly requests: number; readonly tokens: number; readonly bytes: number } {
    const { requests, tokens, bytes } = this.#limiter.budget
    return { requests, tokens, bytes }
  }

  /** Whether a check may send more than it has to, so that `reserve` requests are left for the others. */
  hasSpare(check: string, reserve: number): boolean {
    return this.#recorded ? this.#recorded.holdsMoreOf(check) : this.#limiter.budget.hasRoomFor(reserve)
  }

  /** Masks the keys of the target in a text that is not part of an exchange. */
  redact(text: string): string {
    return this.#client.redact(text)
  }

  async close(): Promise<void> {
    await this.#client.close()
  }

  /** Sends a plan, and again where a retry makes sense. @returns the exchange that counts; every try is recorded */
  async ask(name: string, plan: Plan, patience: Patience): Promise<Exchange> {
    let exchange = await this.#once(name, plan, false)
    for (let tried = 1; tried < patience.tries && worthAnotherTry(exchange, patience); tried += 1) {
      const wait = patience.soon ? 50 * tried : pause(exchange, tried)
      const limited = !patience.soon && exchange.answer?.status === 429
      if (!(await this.#isDue(name, wait, limited))) break
      exchange = await this.#once(name, plan, patience.pacedRetries === true)
    }
    return exchange
  }

  /** Like `ask`, but equal plans are sent once a run: for controls. */
  async askOnce(plan: Plan): Promise<Exchange> {
    const key = planKey(plan)
    let exchange = this.#memo.get(key)
    if (!exchange) {
      const digest = createHash('sha256').update(key).digest('hex').slice(0, 8)
      exchange = this.ask(`control/${digest}`, plan, patient)
      this.#memo.set(key, exchange)
    }
    return exchange
  }

  /** Waits until another try is due. @returns false where the wait is too long, or the record holds no other try */
  async #isDue(name: string, wait: number, limited: boolean): Promise<boolean> {
    if (this.#recorded) return this.#recorded.holds(this.#idAfter(name))
    if (wait > LONGEST_WAIT) return false
    if (limited) return this.#limiter.hold(wait)
    await new Promise((go) => setTimeout(go, wait))
    return true
  }

  #idAfter(name: string): string {
    return `${name}/${(this.#ids.get(name) ?? 0) + 1}`
  }

  async #once(name: string, plan: Plan, paced: boolean): Promise<Exchange> {
    const id = this.#idAfter(name)
    this.#ids.set(name, (this.#ids.get(name) ?? 0) + 1)
    if (this.#recorded) return this.#again(id, plan, this.#recorded)
    try {
      if (this.#signal?.aborted) return unsent(id, plan, 'the run was interrupted')
      const exchange = await this.#limiter.admit(plan, () => this.#client.send(id, plan, paced))
      // An exchange that our own abort cut off says nothing about the target.
      if (this.#signal?.aborted) return unsent(id, plan, 'the run was interrupted')
      if (exchange.failure?.stage === 'budget') return this.#beyondBudget(id, plan, exchange.failure.message)
      this.exchanges.push(exchange)
      return exchange
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error
      return this.#beyondBudget(id, plan, error.message)
    }
  }

  #beyondBudget(id: string, plan: Plan, message: string): Exchange {
    this.#stop ??= { reason: message, mend: RAISE }
    return unsent(id, plan, message)
  }

  /** The exchange that an earlier run had here. */
  #again(id: string, plan: Plan, recorded: Recorded): Exchange {
    const exchange = recorded.take(id, sentRequest(plan))
    if (!exchange) return unsent(id, plan, 'the record does not hold it')
    this.exchanges.push(exchange)
    return exchange
  }
}

function worthAnotherTry(exchange: Exchange, patience: Patience): boolean {
  const { answer, failure } = exchange
  if (failure?.stage === 'budget' || failure?.code === 'TIMEOUT' || failure?.code === 'TOO_LARGE') return false
  if (!answer?.complete) return true
  return patience.retryOn.includes(answer.status) || (patience.retryOn.length > 0 && brokeOff(exchange))
}

/** Milliseconds before the next try. */
function pause({ answer }: Exchange, tried: number): number {
  if (!answer) return 50 * tried
  const seconds = Number(headerValues(answer, 'retry-after')[0] ?? Number.NaN)
  if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1000
  return answer.status === 429 ? 1000 * tried : 100 * tried
}

/** An exchange that the budget did not allow; it is not part of the run's evidence. */
function unsent(id: string, plan: Plan, message: string): Exchange {
  return {
    id,
    request: {
      operation: plan.operation,
      method: plan.method,
      path: plan.path,
      headers: plan.headers,
      body: undefined,
      framing: plan.framing,
      stream: plan.stream,
      ownRequestId: undefined,
      model: plan.model,
    },
    failure: { stage: 'budget', code: 'BUDGET', message },
    duration: 0,
  }
}
