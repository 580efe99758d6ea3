/** The target of a run, within the limits of the run and for as long as it responds. */
import { BudgetSpent, type Cost } from '../../client/budget.ts'
import { Client } from '../../client/client.ts'
import { Connections, Peers } from '../../client/connections.ts'
import { RateLimiter, realClock, type Turn } from '../../client/rate-limiter.ts'
import { ABORTED, type Exchange, identityFor, isFollowUp, type Named } from '../../http/exchange.ts'
import { type Kind, kindOf, listModels, type Plan } from '../../http/request.ts'
import { endedByTarget } from '../../judge/attempts.ts'
import { deadlinesOf, type RunLimits } from '../../target/limits.ts'
import type { Peer, Target } from '../../target/target.ts'
import type { Stop } from '../stop.ts'
import { type ExchangeLog, NothingFurther, unsent } from './exchange-log.ts'
import type { Sending } from './further-attempts.ts'
import { LeftOut } from './left-out.ts'
import { LifeCheck } from './life-check.ts'
import { inFlightLast, killerAmong, type Lost } from './post-mortem.ts'
import { isLimiting } from './server-errors.ts'

const GONE = 'the target stopped answering'

/** Milliseconds between two tests of whether a crashed target is back. */
const POLL = 250

interface Parts {
  readonly limits: RunLimits
  readonly log: ExchangeLog
  readonly plainOf: (kind: Kind) => Plan
  /** A request as its caller sends it. */
  readonly sentAs: (plan: Plan) => Plan
  readonly signal: AbortSignal | undefined
}

/** One request to send. */
interface Outgoing {
  readonly named: Named
  readonly plan: Plan
  readonly client?: Client
  /** It is a follow-up. */
  readonly asksAgain?: boolean
}

export class LiveTarget {
  readonly limiter: RateLimiter
  readonly client: Client
  readonly leftOut: LeftOut
  /** Why nothing further is sent: the target stopped responding. */
  gone: Stop | undefined
  /** Why nothing further may be sent. Requests in flight still end. */
  halted: Stop | undefined
  readonly #parts: Parts
  readonly #target: Target
  readonly #life: LifeCheck
  readonly #started = performance.now()
  readonly #connections = new Connections()
  readonly #peers = new Peers()
  readonly #lost: Lost[] = []

  constructor(target: Target, parts: Parts) {
    this.#target = target
    this.#parts = parts
    this.limiter = new RateLimiter(parts.limits)
    this.leftOut = new LeftOut(parts.limits)
    this.client = this.#clientFor(target.baseUrl, this.#peers)
    this.#life = new LifeCheck({ ...realClock, baseUrl: target.baseUrl, send: (kind) => this.#sendPlain(kind) })
  }

  /** Why the run could not send all its requests; undefined if it could. */
  get stop(): Stop | undefined {
    return this.gone ?? this.halted ?? this.leftOut.stop
  }

  /** The remote ends of the connections so far. */
  get peers(): readonly Peer[] | undefined {
    return this.#peers.all
  }

  get spent(): Cost {
    return this.limiter.budget.spent
  }

  /**
   * Once the target is back, sends the requests that were in flight when it crashed, one at a time.
   *
   * @param wait milliseconds within which the target has to be back, each time
   * @returns the request that crashes the target each time
   */
  async killer(wait: number): Promise<Exchange | undefined> {
    const { log, signal } = this.#parts
    // These requests are not part of the record.
    const send = (plan: Plan): Promise<Exchange> => {
      this.limiter.budget.take(plan)
      return this.client.send(identityFor({ name: 'killer' }, 1), this.#parts.sentAs(plan))
    }
    const isBack = async (): Promise<boolean> => {
      const until = performance.now() + wait
      while (performance.now() < until && !signal?.aborted) {
        if ((await send(listModels())).response) return true
        await realClock.sleep(POLL)
      }
      return false
    }
    const last = new Set(inFlightLast(log.exchanges).map(({ id }) => id))
    const lost = this.#lost.filter(({ exchange }) => last.has(exchange.id))
    try {
      return await killerAmong(lost, { send, isBack })
    } catch (error) {
      if (error instanceof BudgetSpent) return undefined
      throw error
    }
  }

  /** Sends a plan once, to another base URL than that of the target. */
  async askAt(baseUrl: string, named: Named, plan: Plan): Promise<Exchange> {
    const client = this.#clientFor(baseUrl)
    const sent = this.#send({ named, plan, client }, (send) => this.limiter.admit(plan, () => send(false)))
    return await sent.finally(() => client.close())
  }

  async once(named: Named, plan: Plan, { paced = false, gate, alone = false, ...sending }: Sending = {}) {
    const asksAgain = sending.isFollowUp === true || isFollowUp(this.#parts.log.nextOf(named))
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
    const { limiter } = this
    const exchange = await this.#send({ named, plan, asksAgain }, (send) =>
      alone ? limiter.keepingPace(plan, () => send(paced), turn) : limiter.admit(plan, () => send(paced), turn),
    )
    if (exchange.failure?.stage === 'budget' || exchange.failure?.code === ABORTED) return exchange
    if (endedByTarget(exchange)) this.#lost.push({ exchange, plan })
    const stop = await this.#life.note(exchange, sentAt)
    if (stop && !this.gone) {
      this.gone = stop
      // Each request in flight would take its whole deadline, and show nothing new.
      this.client.abandon({ stage: 'budget', code: 'BUDGET', message: GONE })
    }
    return exchange
  }

  #clientFor(baseUrl: string, peers?: Peers): Client {
    const { keys, limits, network } = this.#target
    return new Client({
      baseUrl,
      keys,
      concurrency: limits.concurrency,
      ...deadlinesOf(limits),
      network,
      budget: this.limiter.budget,
      runStarted: this.#started,
      connections: this.#connections,
      peers,
    })
  }

  #assertOpen(): void {
    if (this.gone) throw new NothingFurther(GONE)
    if (this.halted) throw new NothingFurther(this.halted.reason)
  }

  #sendPlain(kind: Kind): Promise<Exchange> {
    const plan = this.#parts.plainOf(kind)
    const named = { name: `alive/${kind}` }
    return this.#send({ named, plan }, (send) => this.limiter.urgent(plan, () => send(false)))
  }

  /** @param admit waits until the request may be sent */
  async #send(
    { named, plan, client = this.client, asksAgain = false }: Outgoing,
    admit: (send: (paced: boolean) => Promise<Exchange>) => Promise<Exchange>,
  ): Promise<Exchange> {
    const { log, signal } = this.#parts
    const identity = log.identify(named)
    const nothing = (message: string): Exchange => unsent(identity, plan, message)
    const beyondBudget = (error: BudgetSpent): Exchange => {
      this.leftOut.note(identity.name, error, asksAgain)
      return nothing(error.message)
    }
    try {
      if (signal?.aborted) return nothing('the run was interrupted')
      const exchange = await admit((paced) => client.send(identity, this.#parts.sentAs(plan), paced))
      // If our own abort cut an exchange off, it says nothing about the target.
      if (signal?.aborted) return nothing('the run was interrupted')
      if (exchange.failure?.stage !== 'budget') return log.keep(exchange, plan)
      return this.gone ? nothing(GONE) : beyondBudget(this.limiter.budget.spentBy(exchange.failure))
    } catch (error) {
      if (error instanceof NothingFurther) return nothing(error.message)
      if (!(error instanceof BudgetSpent)) throw error
      return beyondBudget(error)
    }
  }
}
