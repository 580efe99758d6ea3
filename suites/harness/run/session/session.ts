/** A run against one target: the client, the budget, and every exchange that was made. */
import type { Depth, Profile } from '../../catalogue/profiles.ts'
import { BudgetSpent, type Cost, type LimitName } from '../../client/budget.ts'
import { Client } from '../../client/client.ts'
import { Connections } from '../../client/connections.ts'
import { RateLimiter, type Turn } from '../../client/rate-limiter.ts'
import {
  ABORTED,
  type Exchange,
  type Identity,
  identityFor,
  isFollowUp,
  type Named,
  seriesOf,
} from '../../http/exchange.ts'
import { complete, listModels, type Plan, sentRequest } from '../../http/request.ts'
import { type AttemptSeries, AttemptsByName, endedByTarget } from '../../judge/attempts.ts'
import type { Evidence } from '../../judge/evidence.ts'
import { namesGiven } from '../../target/given-headers.ts'
import { type Allowance, deadlinesOf, limitsFor } from '../../target/limits.ts'
import type { Target } from '../../target/target.ts'
import { VariationPlan } from '../../variation/plan.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import type { Stop } from '../stop.ts'
import { type AskOptions, Attempts, MAX_PAUSE, type Outgoing, type Sending } from './attempts.ts'
import { ConfirmedCauses } from './confirmed-causes.ts'
import { Controls } from './controls.ts'
import { LeftOut } from './left-out.ts'
import { type Kind, kindOf, kinds, LifeCheck } from './life-check.ts'
import { findKiller, type Lost } from './post-mortem.ts'
import type { Recorded } from './recorded-exchanges.ts'
import { Rounds } from './rounds.ts'
import { isLimiting } from './server-errors.ts'
import { NothingFurther, unsent } from './unsent.ts'

const GONE = 'the target stopped answering'

export interface SessionOptions {
  readonly seed: number
  readonly runs: number
  readonly profile: Profile
  readonly signal?: AbortSignal | undefined
  /** Answers instead of the target. */
  readonly recorded?: Recorded | undefined
  /** 3 for every three values together; 2 where nothing is said. */
  readonly depth?: Depth | undefined
  /** Called after each exchange. */
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
  readonly variations: VariationPlan
  readonly controls = new Controls((named, plan, retry, isFollowUp) => this.ask(named, plan, retry, { isFollowUp }))
  readonly causes = new ConfirmedCauses()
  readonly rounds = new Rounds((check, reserve) => this.hasSpare(check, reserve))
  readonly #client: Client
  readonly #limiter: RateLimiter
  readonly #signal: AbortSignal | undefined
  readonly #recorded: Recorded | undefined
  readonly #onSent: (() => void) | undefined
  readonly #life: LifeCheck
  /** The plain requests of the run, by kind; the list is there from the start. */
  readonly #plain = new Map<Kind, Plan>([['list', listModels()]])
  readonly #leftOut: LeftOut
  #gone: Stop | undefined
  #halted: Stop | undefined
  readonly #started = performance.now()
  readonly #lost: Lost[] = []
  readonly #connections = new Connections()
  readonly #counts = new Map<string, number>()
  readonly #byName = new AttemptsByName()
  readonly #attempts = new Attempts({
    once: (named, plan, sending) => this.#once(named, plan, sending),
    isDue: (named, wait, limited) => this.isDue(named, wait, limited),
    recordHolds: (named) => this.#recorded?.holds(this.#nextOf(named).id),
    alone: (work) => this.#limiter.alone(work),
    plainLike: (plan) => this.#plain.get(kindOf(plan)) ?? listModels(),
    slowDown: (pause) => this.#limiter.hold(pause),
    sent: () => this.sent,
  })
  readonly plans = new Map<string, Plan>()
  readonly evidence: Evidence[] = []

  constructor(target: Target, options: SessionOptions) {
    this.#signal = options.signal
    this.#recorded = options.recorded
    this.#onSent = options.onSent
    this.target = target
    const limits = limitsFor(target.limits, options)
    this.#limiter = new RateLimiter(limits)
    this.#leftOut = new LeftOut(limits)
    this.seed = options.seed
    this.runs = options.runs
    this.profile = options.profile
    this.variations = new VariationPlan({
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
    return this.#gone ?? this.#halted ?? this.#leftOut.stop
  }

  /** Why nothing further is sent: the target stopped answering. */
  get gone(): Stop | undefined {
    return this.#gone
  }

  /** Why nothing further is to be sent. */
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

  /** Sets the plain valid completion, so that a target that answers nothing else can be sent it. */
  usePlain(body: Record<string, unknown>): void {
    this.#plain.set('completion', complete(body)).set('stream', complete({ ...body, stream: true }))
  }

  /** The attempts at the request that an exchange belongs to. */
  readonly attemptsAt = (exchange: Exchange): AttemptSeries => this.#byName.of(exchange)

  get sent(): number {
    return this.#limiter.budget.requests
  }

  get spent(): Cost {
    const { requests, followUps, tokens, bytes } = this.#limiter.budget
    return { requests, followUps, tokens, bytes }
  }

  /** Allows more than the limits that the session began with. */
  allow(more: Allowance): void {
    this.#limiter.budget.raise(more)
  }

  /** The limit that ended first, where one did. */
  get spentLimit(): LimitName | undefined {
    return this.#leftOut.limit
  }

  /** Whether a check may send more than it has to, so that `reserve` requests are left for the others. */
  hasSpare(check: string, reserve: number | 'to explain'): boolean {
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
  ask(named: Named, plan: Plan, retry: RetryPolicy, options?: AskOptions): Promise<Exchange> {
    return this.#attempts.ask(named, plan, retry, options)
  }

  /** Whether a request is asked again under a name. In a replay the record decides. */
  asksAgain(named: Named, isSettled: boolean): boolean {
    return this.#recorded ? this.#recorded.holds(this.#nextOf(named).id) : !isSettled
  }

  /** @returns the request that ends the target each time, where it is back within `wait` milliseconds, each time */
  killer(wait: number): Promise<Exchange | undefined> {
    // What this sends is not part of the record.
    const send = (plan: Plan): Promise<Exchange> => {
      this.#limiter.budget.take(plan)
      return this.#client.send(identityFor({ name: 'killer' }, 1), plan)
    }
    return findKiller(this.exchanges, this.#lost, { send, wait, isOver: () => this.#signal?.aborted === true })
  }

  /** Sends a plan once, to another base URL than that of the target. */
  async askAt(baseUrl: string, named: Named, plan: Plan): Promise<Exchange> {
    if (this.#recorded) return this.#take(named, plan, this.#recorded)
    const client = this.#clientFor(baseUrl)
    const sent = this.#send({ named, plan, client }, (send) => this.#limiter.admit(plan, () => send(false)))
    return await sent.finally(() => client.close())
  }

  #clientFor(baseUrl: string): Client {
    const { keys, limits, network } = this.target
    const budget = this.#limiter.budget
    return new Client({
      baseUrl,
      keys,
      concurrency: limits.concurrency,
      ...deadlinesOf(limits),
      network,
      budget,
      runStarted: this.#started,
      connections: this.#connections,
    })
  }

  /** Waits until the next attempt. @returns false where the wait is too long, or the record holds no other attempt */
  async isDue(named: Named, wait: number, limited: boolean): Promise<boolean> {
    if (this.#recorded) return this.#recorded.holds(this.#nextOf(named).id)
    if (wait > MAX_PAUSE) return false
    if (limited) return this.#limiter.hold(wait)
    await new Promise((go) => setTimeout(go, wait))
    return true
  }

  #nextOf(named: Named): Identity {
    return identityFor(named, (this.#counts.get(seriesOf(named)) ?? 0) + 1)
  }

  async #once(named: Named, plan: Plan, { paced = false, gate, alone = false, ...sending }: Sending = {}) {
    const asksAgain = sending.isFollowUp === true || isFollowUp(this.#nextOf(named))
    if (this.#recorded) return this.#again(named, plan, this.#recorded, asksAgain)
    let sentAt = 0
    const turn: Turn<Exchange> = {
      isFollowUp: asksAgain,
      isLimited: isLimiting,
      open: () => this.#assertOpen(),
      ready: async () => {
        await gate?.pass()
        await this.#life.idle(kindOf(plan))
        this.#assertOpen()
        sentAt = performance.now()
      },
    }
    const exchange = await this.#send({ named, plan, asksAgain }, (send) =>
      alone
        ? this.#limiter.keepingPace(plan, () => send(paced), turn)
        : this.#limiter.admit(plan, () => send(paced), turn),
    )
    if (exchange.failure?.stage === 'budget' || exchange.failure?.code === ABORTED) return exchange
    if (endedByTarget(exchange)) this.#lost.push({ exchange, plan })
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
    const named = { name: `alive/${kind}` }
    return this.#send({ named, plan }, (send) => this.#limiter.urgent(plan, () => send(false)))
  }

  /** Counts one more attempt. */
  #identify(named: Named): Identity {
    const identity = this.#nextOf(named)
    this.#counts.set(seriesOf(named), identity.attempt)
    return identity
  }

  /** @param admit waits until the request may go out */
  async #send(
    { named, plan, client = this.#client, asksAgain = false }: Outgoing,
    admit: (send: (paced: boolean) => Promise<Exchange>) => Promise<Exchange>,
  ): Promise<Exchange> {
    const identity = this.#identify(named)
    try {
      if (this.#signal?.aborted) return unsent(identity, plan, 'the run was interrupted')
      const exchange = await admit((paced) => client.send(identity, plan, paced))
      // An exchange that our own abort cut off says nothing about the target.
      if (this.#signal?.aborted) return unsent(identity, plan, 'the run was interrupted')
      if (exchange.failure?.stage === 'budget' && this.#gone) return unsent(identity, plan, GONE)
      if (exchange.failure?.stage === 'budget')
        return this.#beyondBudget(identity, plan, this.#limiter.budget.spentBy(exchange.failure), asksAgain)
      return this.#keep(exchange, plan)
    } catch (error) {
      if (error instanceof NothingFurther) return unsent(identity, plan, error.message)
      if (!(error instanceof BudgetSpent)) throw error
      return this.#beyondBudget(identity, plan, error, asksAgain)
    }
  }

  #beyondBudget(identity: Identity, plan: Plan, error: BudgetSpent, asksAgain: boolean): Exchange {
    this.#leftOut.note(identity.name, error, asksAgain)
    return unsent(identity, plan, error.message)
  }

  /** The exchange that an earlier run had here. What it has not asked again was settled, or beyond its budget. */
  #again(named: Named, plan: Plan, recorded: Recorded, asksAgain: boolean): Exchange {
    if (asksAgain && !recorded.holds(this.#nextOf(named).id))
      return unsent(this.#identify(named), plan, 'the earlier run did not ask again')
    const exchange = this.#take(named, plan, recorded)
    if (!exchange.answer?.complete) this.#takeLifeChecks(recorded)
    return exchange
  }

  #take(named: Named, plan: Plan, recorded: Recorded): Exchange {
    const identity = this.#identify(named)
    const exchange = recorded.take(identity.id, sentRequest(plan, namesGiven(this.target.network?.headers)))
    if (!exchange) return unsent(identity, plan, 'the record does not contain it')
    return this.#keep({ ...exchange, ...identity }, plan)
  }

  #keep(exchange: Exchange, plan: Plan): Exchange {
    this.exchanges.push(exchange)
    this.plans.set(exchange.id, plan)
    this.#byName.add(exchange)
    this.#onSent?.()
    return exchange
  }

  /** Which lost request led to which check of the target was a matter of time; that they are there is not. */
  #takeLifeChecks(recorded: Recorded): void {
    for (const kind of kinds) {
      const named: Named = { name: `alive/${kind}` }
      const plan = this.#plain.get(kind) ?? listModels()
      while (recorded.holds(this.#nextOf(named).id)) this.#take(named, plan, recorded)
    }
  }
}
