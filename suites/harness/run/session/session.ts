/** A run against one target: how it sends requests, and its state so far. */
import type { Depth, Profile } from '../../catalogue/profiles.ts'
import { realClock } from '../../client/rate-limiter.ts'
import type { Exchange, Named } from '../../http/exchange.ts'
import { complete, type Kind, kindOf, listModels, type Plan } from '../../http/request.ts'
import { endedByTarget } from '../../judge/attempts.ts'
import type { Evidence } from '../../judge/evidence.ts'
import { limitsFor } from '../../target/limits.ts'
import { namesGiven } from '../../target/network.ts'
import type { Target } from '../../target/target.ts'
import { asCaller, callerFor, type Sender } from '../../variation/as-caller.ts'
import { VariationPlan } from '../../variation/plan.ts'
import { VariedControls } from '../../variation/varied-controls.ts'
import type { RetryPolicy } from '../trial.ts'
import { type AskOptions, Attempts } from './attempts.ts'
import { ConfirmedCauses } from './confirmed-causes.ts'
import { Controls } from './controls.ts'
import { ExchangeLog } from './exchange-log.ts'
import { MAX_PAUSE } from './further-attempts.ts'
import { LiveTarget } from './live-target.ts'
import { type Recorded, RecordedTarget } from './recorded-exchanges.ts'
import { Rounds } from './rounds.ts'

export interface SessionOptions {
  readonly seed: number
  /** Generated requests for each property. */
  readonly runs: number
  readonly profile: Profile
  /** Ends the run early: nothing further is sent, and the exchanges so far are judged. */
  readonly signal?: AbortSignal | undefined
  /** The exchanges of an earlier run: they replace the target, and nothing is sent. */
  readonly recorded?: Recorded | undefined
  /** The run covers every combination of 2 values of variations, or of 3 if it may take long. 2 by default. */
  readonly depth?: Depth | undefined
  /** Called after each exchange. */
  readonly onSent?: ((exchange: Exchange) => void) | undefined
  /** Requests that the whole run may send, if this session is only a part of it. */
  readonly requests?: number | undefined
}

export class Session {
  readonly target: Target
  readonly seed: number
  readonly runs: number
  readonly profile: Profile
  readonly live: LiveTarget
  readonly evidence: Evidence[] = []
  readonly variations: VariationPlan
  readonly variedControls: VariedControls
  readonly controls = new Controls((named, plan, retry, isFollowUp) =>
    this.ask(named, plan, retry, {
      isFollowUp,
      doubts: {
        isSettled: (last) => this.#attempts.isKnownDrop(last),
        inTurn: (first, work) => (endedByTarget(first) ? this.causes.inTurn('a dropped control', work) : work()),
      },
    }),
  )
  readonly causes = new ConfirmedCauses((named, isSettled) => this.asksAgain(named, isSettled))
  readonly rounds: Rounds
  readonly log: ExchangeLog
  /** The client that plain requests imitate. */
  sender: Sender
  readonly #record: RecordedTarget | undefined
  readonly #attempts: Attempts
  /** The plain requests of the run, by kind; the list request needs no model, so it exists from the start. */
  readonly #plain = new Map<Kind, Plan>([['list', listModels()]])

  constructor(target: Target, options: SessionOptions) {
    const { seed, runs, profile, depth = 2, recorded, signal } = options
    const limits = limitsFor(target.limits, options)
    const { maxTokens } = target.limits
    // The smoke profile may run in production, so it stays small.
    const requests = profile === 'smoke' ? 0 : (options.requests ?? limits.requests)
    this.target = target
    this.seed = seed
    this.runs = runs
    this.profile = profile
    this.sender = target.network?.agent ?? callerFor(seed, profile)
    this.variations = new VariationPlan({ seed, depth, requests, maxTokens })
    this.variedControls = new VariedControls(maxTokens)
    this.log = new ExchangeLog(options.onSent)
    const sentAs = (plan: Plan): Plan => asCaller(plan, this.sender)
    const plainOf = (kind: Kind): Plan => this.#plain.get(kind) ?? listModels()
    this.live = new LiveTarget(target, { limits, log: this.log, plainOf, sentAs, signal })
    const record =
      recorded && new RecordedTarget({ recorded, log: this.log, plainOf, sentAs, given: namesGiven(target.network) })
    const { limiter } = this.live
    this.rounds = new Rounds((check, reserve) => recorded?.holdsMoreOf(check) ?? limiter.budget.hasRoomFor(reserve))
    this.#attempts = new Attempts({
      once: async (named, plan, sending) =>
        record?.once(named, plan, sending?.isFollowUp) ?? this.live.once(named, plan, sending),
      waitForNext: (named, wait, limited) => this.waitForNext(named, wait, limited),
      recordHolds: (named) => record?.holdsNext(named),
      plainLike: (plan) => plainOf(kindOf(plan)),
      limiter,
    })
    this.#record = record
  }

  /** Every exchange so far. */
  get exchanges(): Exchange[] {
    return this.log.exchanges
  }

  /** Sets the plain valid completion, which also shows whether the target still responds. */
  usePlain(body: Record<string, unknown>): void {
    this.#plain.set('completion', complete(body)).set('stream', complete({ ...body, stream: true }))
  }

  /** Sends a plan, with retries where they make sense. @returns the exchange that counts; every attempt is recorded */
  ask(named: Named, plan: Plan, retry: RetryPolicy, options?: AskOptions): Promise<Exchange> {
    return this.#attempts.ask(named, plan, retry, options)
  }

  /** Sends a plan once, to another base URL than that of the target. */
  async askAt(baseUrl: string, named: Named, plan: Plan): Promise<Exchange> {
    return this.#record?.take(named, plan) ?? this.live.askAt(baseUrl, named, plan)
  }

  /** Whether to send a follow-up under a name. In a replay the record decides. */
  asksAgain(named: Named, isSettled: boolean): boolean {
    return this.#record?.holdsNext(named) ?? !isSettled
  }

  /** Waits until the next attempt. @returns false if the wait is too long, or the record has no further attempt */
  async waitForNext(named: Named, wait: number, limited: boolean): Promise<boolean> {
    if (this.#record) return this.#record.holdsNext(named)
    if (wait > MAX_PAUSE) return false
    if (limited) return this.live.limiter.hold(wait)
    await realClock.sleep(wait)
    return true
  }
}
