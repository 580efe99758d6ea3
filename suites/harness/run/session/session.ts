/** A run against one target: the client, the budget, and every exchange that was made. */
import type { Depth, Profile } from '../../catalogue/profiles.ts'
import { BudgetSpent } from '../../client/budget.ts'
import { Client } from '../../client/client.ts'
import type { Gate } from '../../client/gate.ts'
import { RateLimiter } from '../../client/rate-limiter.ts'
import { type Exchange, HUNG_UP } from '../../http/exchange.ts'
import { complete, listModels, type Plan, sentRequest } from '../../http/request.ts'
import { betweenName, endedByTarget, isRelayed, type Tries, TriesByName } from '../../judge/tries.ts'
import { Dressing } from '../../space/dressing.ts'
import { namesGiven } from '../../target/given-headers.ts'
import { deadlinesOf, limitsFor } from '../../target/limits.ts'
import type { Target } from '../../target/target.ts'
import { isInTheWay, type Patience, pauseAfter, worthAnotherTry } from '../patience.ts'
import type { Stop } from '../stop.ts'
import { Controls } from './controls.ts'
import { type Kind, kindOf, kinds, LifeCheck } from './life-check.ts'
import type { Recorded } from './recorded-exchanges.ts'
import { unsent } from './unsent.ts'

const RAISE =
  'Allow more with --requests, or under limits in the target file; svc-conformance plan tells what a run may cost.'

const GONE = 'the target answers no longer'

/** Retry-After is honoured up to this many milliseconds; beyond it the check stays inconclusive. */
const LONGEST_WAIT = 65_000

export interface SessionOptions {
  readonly seed: number
  readonly runs: number
  readonly profile: Profile
  readonly signal?: AbortSignal | undefined
  /** Answers in place of the target. */
  readonly recorded?: Recorded | undefined
  /** 3 for every three values together; 2 where nothing is said. */
  readonly depth?: Depth | undefined
  /** Told after each exchange. */
  readonly onSent?: (() => void) | undefined
  /** Requests that the whole run may send, where this session has a share of it. */
  readonly requests?: number | undefined
}

export class Session {
  readonly target: Target
  readonly seed: number
  readonly runs: number
  readonly profile: Profile
  readonly exchanges: Exchange[] = []
  readonly dressing: Dressing
  readonly controls = new Controls((name, plan, patience) => this.ask(name, plan, patience))
  readonly #client: Client
  readonly #limiter: RateLimiter
  readonly #signal: AbortSignal | undefined
  readonly #recorded: Recorded | undefined
  readonly #onSent: (() => void) | undefined
  readonly #life: LifeCheck
  /** The plain requests of the run, by kind; the list is there from the start. */
  readonly #plain = new Map<Kind, Plan>([['list', listModels()]])
  #stop: Stop | undefined
  #gone: Stop | undefined
  #halted: Stop | undefined
  readonly #ids = new Map<string, number>()
  readonly #tries = new TriesByName()

  constructor(target: Target, options: SessionOptions) {
    this.#signal = options.signal
    this.#recorded = options.recorded
    this.#onSent = options.onSent
    this.target = target
    const limits = limitsFor(target.limits, options)
    this.#limiter = new RateLimiter(limits)
    this.seed = options.seed
    this.runs = options.runs
    this.profile = options.profile
    this.dressing = new Dressing({
      seed: options.seed,
      depth: options.depth ?? 2,
      // A run in production stays as small as it is.
      requests: options.profile === 'smoke' ? 0 : (options.requests ?? limits.requests),
      maxTokens: target.limits.maxTokens,
    })
    this.#client = this.#clientFor(target.baseUrl)
    this.#life = new LifeCheck({
      baseUrl: target.baseUrl,
      send: (kind) => this.#sendPlain(kind),
      now: () => performance.now(),
      sleep: (milliseconds) => new Promise((go) => setTimeout(go, milliseconds)),
    })
  }

  /** Why the run could not send all its requests; undefined where it could. */
  get stop(): Stop | undefined {
    return this.#gone ?? this.#halted ?? this.#stop
  }

  /** Why nothing further is sent: the target answers no longer. */
  get gone(): Stop | undefined {
    return this.#gone
  }

  /** Why somebody wants nothing further to be sent. */
  get halted(): Stop | undefined {
    return this.#halted
  }

  /** Sends nothing further. What is on its way comes to its end. */
  halt(stop: Stop): void {
    this.#halted ??= stop
  }

  /** Requests that may be on their way at the same time, as limits have left them. */
  get lanes(): number {
    return this.#limiter.lanes
  }

  /** Tells which completion is plain and valid here, so that a target that answers nothing else can be asked for it. */
  usePlain(body: Record<string, unknown>): void {
    this.#plain.set('completion', complete(body)).set('stream', complete({ ...body, stream: true }))
  }

  /** The tries of the request that an exchange belongs to. */
  triesOf(exchange: Exchange): Tries {
    return this.#tries.of(exchange)
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
  async ask(name: string, plan: Plan, patience: Patience, gate?: Gate): Promise<Exchange> {
    const { pacedRetries = false } = patience
    let last = await this.#once(name, plan, false, gate)
    const tries = [last]
    while (worthAnotherTry(tries, patience)) {
      // Whether a proxy has lost the gateway, or refuses this request alone, any other request shows.
      const between = patience.between ?? (isRelayed(last) ? listModels() : undefined)
      const limited = isInTheWay(last, patience)
      if (!(await this.isDue(name, pauseAfter(last, tries.length, patience), limited))) break
      if (between && !limited) await this.#once(betweenName(name), between, false)
      last = await this.#once(name, plan, pacedRetries)
      tries.push(last)
    }
    // A target that answers nothing any more has not answered this request either.
    if (patience.between && tries.every(endedByTarget)) await this.#once(betweenName(name), patience.between, false)
    return last
  }

  /** Sends a plan once, to another base URL than that of the target. */
  async askAt(baseUrl: string, name: string, plan: Plan): Promise<Exchange> {
    if (this.#recorded) return this.#take(name, plan, this.#recorded)
    const client = this.#clientFor(baseUrl)
    const sent = this.#send(name, plan, (send) => this.#limiter.admit(plan, () => send(false)), client)
    return await sent.finally(() => client.close())
  }

  #clientFor(baseUrl: string): Client {
    const { keys, limits, network } = this.target
    const budget = this.#limiter.budget
    return new Client({ baseUrl, keys, concurrency: limits.concurrency, ...deadlinesOf(limits), network, budget })
  }

  /** Waits until another try is due. @returns false where the wait is too long, or the record holds no other try */
  async isDue(name: string, wait: number, limited: boolean): Promise<boolean> {
    if (this.#recorded) return this.#recorded.holds(this.#idAfter(name))
    if (wait > LONGEST_WAIT) return false
    if (limited) return this.#limiter.hold(wait)
    await new Promise((go) => setTimeout(go, wait))
    return true
  }

  #idAfter(name: string): string {
    return `${name}/${(this.#ids.get(name) ?? 0) + 1}`
  }

  async #once(name: string, plan: Plan, paced: boolean, gate?: Gate): Promise<Exchange> {
    if (this.#recorded) return this.#again(name, plan, this.#recorded)
    let sentAt = 0
    const exchange = await this.#send(name, plan, (send) =>
      this.#limiter.admit(plan, () => send(paced), {
        isLimited: ({ answer }) => answer?.status === 429,
        open: () => this.#assertOpen(),
        ready: async () => {
          await gate?.pass()
          await this.#life.idle(kindOf(plan))
          this.#assertOpen()
          sentAt = performance.now()
        },
      }),
    )
    if (exchange.failure?.stage === 'budget' || exchange.failure?.code === HUNG_UP) return exchange
    const stop = await this.#life.note(exchange, sentAt)
    if (stop && !this.#gone) {
      this.#gone = stop
      // Each of them would take its whole deadline, and say nothing else.
      this.#client.abandon({ stage: 'budget', code: 'BUDGET', message: GONE })
    }
    return exchange
  }

  #assertOpen(): void {
    if (this.#gone) throw new NothingFurther(GONE)
    if (this.#halted) throw new NothingFurther(this.#halted.reason)
  }

  #sendPlain(kind: Kind): Promise<Exchange> {
    const plan = this.#plain.get(kind) ?? listModels()
    return this.#send(`alive/${kind}`, plan, (send) => this.#limiter.urgent(plan, () => send(false)))
  }

  /** The id of the next exchange of a name. */
  #nextId(name: string): string {
    const id = this.#idAfter(name)
    this.#ids.set(name, (this.#ids.get(name) ?? 0) + 1)
    return id
  }

  /** @param admit waits until the request may go out */
  async #send(
    name: string,
    plan: Plan,
    admit: (send: (paced: boolean) => Promise<Exchange>) => Promise<Exchange>,
    client = this.#client,
  ): Promise<Exchange> {
    const id = this.#nextId(name)
    try {
      if (this.#signal?.aborted) return unsent(id, plan, 'the run was interrupted')
      const exchange = await admit((paced) => client.send(id, plan, paced))
      // An exchange that our own abort cut off says nothing about the target.
      if (this.#signal?.aborted) return unsent(id, plan, 'the run was interrupted')
      if (exchange.failure?.stage === 'budget' && this.#gone) return unsent(id, plan, GONE)
      if (exchange.failure?.stage === 'budget') return this.#beyondBudget(id, plan, exchange.failure.message)
      return this.#keep(exchange)
    } catch (error) {
      if (error instanceof NothingFurther) return unsent(id, plan, error.message)
      if (!(error instanceof BudgetSpent)) throw error
      return this.#beyondBudget(id, plan, error.message)
    }
  }

  #beyondBudget(id: string, plan: Plan, message: string): Exchange {
    this.#stop ??= { reason: message, mend: RAISE }
    return unsent(id, plan, message)
  }

  /** The exchange that an earlier run had here. */
  #again(name: string, plan: Plan, recorded: Recorded): Exchange {
    const exchange = this.#take(name, plan, recorded)
    if (!exchange.answer?.complete) this.#takeLifeChecks(recorded)
    return exchange
  }

  #take(name: string, plan: Plan, recorded: Recorded): Exchange {
    const id = this.#nextId(name)
    const exchange = recorded.take(id, sentRequest(plan, namesGiven(this.target.network?.headers)))
    if (!exchange) return unsent(id, plan, 'the record does not hold it')
    return this.#keep(exchange)
  }

  #keep(exchange: Exchange): Exchange {
    this.exchanges.push(exchange)
    this.#tries.add(exchange)
    this.#onSent?.()
    return exchange
  }

  /** Which lost request led to which check of the target was a matter of time; that they are there is not. */
  #takeLifeChecks(recorded: Recorded): void {
    for (const kind of kinds) {
      const name = `alive/${kind}`
      const plan = this.#plain.get(kind) ?? listModels()
      while (recorded.holds(this.#idAfter(name))) this.#take(name, plan, recorded)
    }
  }
}

/** Thrown instead of sending to a target that answers nothing any more, or in a run that has seen enough. */
class NothingFurther extends Error {}
