/** A run against one target: the client, the budget, and every exchange that was made. */
import { createHash } from 'node:crypto'
import type { Profile } from './catalogue.ts'
import { Client } from './client.ts'
import { type Exchange, headerValues } from './exchange.ts'
import { BudgetSpent, Governor } from './governor.ts'
import { brokeOff } from './judge/answer.ts'
import { TRANSIENT } from './judge/say.ts'
import { type Plan, planKey } from './request.ts'
import type { Target } from './target.ts'

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

/** For valid requests: limits and passing trouble are no verdict. */
export const patient: Patience = { retryOn: TRANSIENT, tries: 7 }
/** For invalid requests: a server error is the answer, a limit is not. */
export const strict: Patience = { retryOn: [429], tries: 5 }
/** Where the status is the point: only a lost connection is tried again. */
export const once: Patience = { retryOn: [], tries: 4 }
/** For provoked states: trouble that passes is no verdict, but neither is a reason to wait. */
export function stubborn(due: readonly number[]): Patience {
  return { retryOn: TRANSIENT.filter((status) => !due.includes(status)), tries: 3, soon: true }
}

/** Retry-After is honoured up to this many milliseconds; beyond it the check stays inconclusive. */
const LONGEST_WAIT = 65_000

export class Session {
  readonly target: Target
  readonly seed: number
  readonly runs: number
  readonly profile: Profile
  readonly exchanges: Exchange[] = []
  readonly #client: Client
  readonly #governor: Governor
  readonly #signal: AbortSignal | undefined
  readonly #memo = new Map<string, Promise<Exchange>>()
  readonly #ids = new Map<string, number>()

  constructor(target: Target, options: { seed: number; runs: number; profile: Profile; signal?: AbortSignal }) {
    this.#signal = options.signal
    this.target = target
    this.seed = options.seed
    this.runs = options.runs
    this.profile = options.profile
    this.#client = new Client({
      baseUrl: target.baseUrl,
      keys: target.keys,
      concurrency: target.limits.concurrency,
      timeout: target.limits.timeout,
    })
    this.#governor = new Governor(target.limits)
  }

  get sent(): number {
    return this.#governor.sent
  }

  /** Requests that the budget still allows. */
  get left(): number {
    return this.#governor.left
  }

  async close(): Promise<void> {
    await this.#client.close()
  }

  /** Sends a plan, again where that is worth it, and gives the exchange that counts. Every try is recorded. */
  async ask(name: string, plan: Plan, patience: Patience): Promise<Exchange> {
    let exchange = await this.#once(name, plan, false)
    for (let tried = 1; tried < patience.tries && worthAnotherTry(exchange, patience); tried += 1) {
      const wait = patience.soon ? 50 * tried : pause(exchange, tried)
      if (wait > LONGEST_WAIT) break
      if (patience.soon || exchange.answer?.status !== 429) await new Promise((go) => setTimeout(go, wait))
      else if (!this.#governor.hold(wait)) break
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

  async #once(name: string, plan: Plan, paced: boolean): Promise<Exchange> {
    const count = (this.#ids.get(name) ?? 0) + 1
    this.#ids.set(name, count)
    const id = `${name}/${count}`
    try {
      if (this.#signal?.aborted) return unsent(id, plan, 'the run was interrupted')
      const exchange = await this.#governor.admit(() => this.#client.send(id, plan, paced))
      // What our own end of the run cut off says nothing about the target.
      if (this.#signal?.aborted) return unsent(id, plan, 'the run was interrupted')
      this.exchanges.push(exchange)
      return exchange
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error
      return unsent(id, plan, error.message)
    }
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
