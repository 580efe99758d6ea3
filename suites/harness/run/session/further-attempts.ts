/** The attempts at one request after its first, and the valid requests between them. */
import { tokensOf } from '../../client/budget.ts'
import type { Gate } from '../../client/gate.ts'
import type { RateLimiter } from '../../client/rate-limiter.ts'
import type { Exchange, Named } from '../../http/exchange.ts'
import { listModels, type Plan } from '../../http/request.ts'
import { ALONE, ENOUGH, endedByTarget, isRelayed } from '../../judge/attempts.ts'
import {
  isInTheWay,
  isOpen,
  isServerError,
  isSuspect,
  pauseAfter,
  pauseAlone,
  type RetryPolicy,
  worthAnotherTry,
} from '../trial.ts'
import { isUnsent } from './exchange-log.ts'
import { ServerErrors } from './server-errors.ts'

/** How to send one request. */
export interface Sending {
  /** It is a follow-up, whatever its name says. */
  readonly isFollowUp?: boolean | undefined
  /** The body is sent in small pieces with pauses. */
  readonly paced?: boolean
  readonly gate?: Gate | undefined
  /** No other request is in flight. */
  readonly alone?: boolean
}

/** The part of a session that attempts need. */
export interface Sender {
  once(named: Named, plan: Plan, sending?: Sending): Promise<Exchange>
  /** Waits until the next attempt. @returns false if the wait is too long, or the record has no further attempt */
  waitForNext(named: Named, wait: number, limited: boolean): Promise<boolean>
  /** Whether the record of an earlier run holds the next attempt; undefined in a run that sends. */
  recordHolds(named: Named): boolean | undefined
  /** The plain valid request of the same kind. */
  plainLike(plan: Plan): Plan
  readonly limiter: RateLimiter
}

/** What a run has learned from its attempts so far. */
export class Learned {
  readonly errors = new ServerErrors()
  /** Whether the last valid request after a limit was served. */
  servesOthers = false
}

/** A request with its first attempt. */
export interface Begun {
  readonly named: Named
  readonly plan: Plan
  readonly retry: RetryPolicy
  readonly first: Exchange
  /** Milliseconds since the first response. */
  readonly elapsed: number
  /** Whether another attempt could change no verdict. */
  readonly isSettled: (exchange: Exchange) => boolean
}

/** Retry-After is honoured up to this many milliseconds; above this, the check stays inconclusive. */
export const MAX_PAUSE = 65_000

/** Milliseconds to pause after passing errors of a limiter. Afterwards the run sends fewer requests at once. */
const SLOWED = 500

/** The number of attempts without others in flight for an error that was intermittent in this run. */
const DOUBTED_ALONE = 5
/** Milliseconds before the first and each further request without others in flight. */
const SILENCE = 1000
const PAUSE = 300

const isUnconnected = ({ failure }: Exchange): boolean => failure?.stage === 'connect'

export class FurtherAttempts {
  readonly #sender: Sender
  readonly #learned: Learned
  readonly #begun: Begun
  readonly #attempts: Exchange[]
  /** The name of the valid requests between the attempts. */
  readonly #betweenName: Named
  /** Milliseconds that this request has waited while others were served. */
  #waited = 0
  /** Whether the last valid request between the attempts was served. */
  #wasServed = false
  /** Whether others are served while this request is limited. */
  #isOnlyThis = false

  constructor(sender: Sender, learned: Learned, begun: Begun) {
    this.#sender = sender
    this.#learned = learned
    this.#begun = begun
    this.#attempts = [begun.first]
    this.#betweenName = { ...begun.named, between: true }
  }

  /** Makes the attempts. If the budget is spent, the responses before that count. @returns the exchange that counts */
  async make(): Promise<Exchange> {
    const { retry } = this.#begun
    while (worthAnotherTry(this.#attempts, retry) && !this.#isDecided() && (await this.#pause())) {
      await this.#compare()
      if (!(await this.#repeat({ paced: retry.pacedRetries ?? false }))) break
    }
    const valid = retry.between ?? this.#afterDrop()
    if (valid && isSuspect(this.#attempts, retry)) await this.#confirmAlone(valid)
    const { limiter } = this.#sender
    if (this.#learned.errors.note(this.#attempts, limiter.budget.spent.requests)) limiter.hold(SLOWED)
    // A final valid request shows whether the target dropped only this request, or no longer responds at all.
    if (retry.between && this.#attempts.every(endedByTarget)) await this.#sendBetween(retry.between)
    return this.#last
  }

  get #last(): Exchange {
    return this.#attempts.at(-1) ?? this.#begun.first
  }

  /** Whether the run sends requests; a replay makes the attempts of its record. */
  get #isLive(): boolean {
    return this.#sender.recordHolds(this.#begun.named) === undefined
  }

  /** Whether more attempts would show nothing else: several got the same error, and it never passed during the run. */
  #isDecided(): boolean {
    if (!this.#isLive) return false
    const last = this.#attempts.slice(-ENOUGH)
    const isSteady = last.length === ENOUGH && last.every((each) => this.#learned.errors.isConfirmed(each))
    return isSteady || this.#begun.isSettled(this.#last)
  }

  /** Waits for the next attempt. @returns false if the attempts end here */
  async #pause(): Promise<boolean> {
    const { named, plan, retry, elapsed } = this.#begun
    const { waitForNext } = this.#sender
    const isLimited = isInTheWay(this.#last, retry)
    // A limit on connections refuses those that are too many.
    if (this.#isLive && this.#attempts.length > 1 && this.#attempts.slice(-2).every(isUnconnected))
      this.#sender.limiter.hold(SLOWED, 4)
    // The wait of a limit may have ended while other requests had their turn.
    if (isLimited && this.#attempts.length === 1 && elapsed >= pauseAlone(this.#last))
      return waitForNext(named, 0, false)
    if (isLimited && !this.#isOnlyThis) this.#isOnlyThis = await this.#isServed(retry.between ?? this.#cheaper(plan))
    const wait =
      isLimited && this.#isOnlyThis ? pauseAlone(this.#last) : pauseAfter(this.#last, this.#attempts.length, retry)
    if (this.#isOnlyThis && this.#isLive) this.#waited += wait
    // If only this request is limited, the others need not wait with it.
    return this.#waited <= MAX_PAUSE && waitForNext(named, wait, isLimited && !this.#isOnlyThis)
  }

  /** Sends the request once more. @returns false if it could not be sent */
  async #repeat(sending: Sending): Promise<boolean> {
    const next = await this.#sender.once(this.#begun.named, this.#begun.plan, sending)
    if (isUnsent(next)) return false
    this.#attempts.push(next)
    return true
  }

  #sendBetween(plan: Plan, sending?: Sending): Promise<Exchange> {
    return this.#sender.once(this.#betweenName, plan, sending)
  }

  /**
   * Sends a valid request, which shows whether a proxy cannot reach the gateway, or refuses only this request. Most
   * errors do not repeat, so it waits for a second one.
   */
  async #compare(): Promise<void> {
    const { retry } = this.#begun
    const last = this.#last
    const valid = retry.between ?? (isRelayed(last) ? listModels() : this.#afterDrop())
    if (!valid || isInTheWay(last, retry)) return
    const isRepeated = this.#attempts.length > 1 || !isServerError(last) || isRelayed(last)
    const isKnown = this.#wasServed && this.#learned.errors.isConfirmed(last)
    if (this.#sender.recordHolds(this.#betweenName) ?? (isRepeated && isOpen(last, retry) && !isKnown))
      this.#wasServed = (await this.#sendBetween(valid)).response?.status === 200
  }

  /** A plain valid request of the same kind, which shows whether the target still serves others. */
  #afterDrop(): Plan | undefined {
    const isAsked = endedByTarget(this.#last) && this.#sender.recordHolds(this.#betweenName) !== false
    return isAsked ? this.#sender.plainLike(this.#begun.plan) : undefined
  }

  /** The plain request of the same key, if a limit may be that of the other model of `plan`, or of its output tokens. */
  #cheaper(plan: Plan): Plan | undefined {
    const plain = this.#sender.plainLike(plan)
    const isOther = plain.model !== undefined && (plain.model !== plan.model || tokensOf(plan) > tokensOf(plain))
    return isOther && plain.credential?.role === plan.credential?.role ? plain : undefined
  }

  /** Whether a valid request is served while another one is limited; if it cannot be sent, the last result counts. */
  async #isServed(valid: Plan | undefined): Promise<boolean> {
    if (!valid || this.#sender.recordHolds(this.#betweenName) === false) return false
    const exchange = await this.#sendBetween(valid)
    if (!isUnsent(exchange)) this.#learned.servesOthers = exchange.response?.status === 200
    return this.#learned.servesOthers
  }

  /**
   * Repeats, with no other request in flight, a request that got one error each time. Errors caused by load stop then.
   *
   * @param valid request between the attempts
   */
  async #confirmAlone(valid: Plan): Promise<void> {
    const { errors } = this.#learned
    const first = this.#last
    const isKnown = (): boolean => this.#isLive && errors.isConfirmed(first)
    if (isKnown()) return
    await this.#sender.limiter.alone(async () => {
      // While this request waited for its turn, others may have shown enough.
      if (!isKnown() && (await this.#repeatAlone(valid)) && isSuspect(this.#attempts)) errors.confirm(this.#last)
    })
  }

  /** @returns whether each attempt was sent */
  async #repeatAlone(valid: Plan): Promise<boolean> {
    const { named, retry } = this.#begun
    const { waitForNext } = this.#sender
    const first = this.#last
    const paced = retry.pacedRetries ?? false
    const most = this.#isLive && !this.#learned.errors.hasPassed(first) ? ALONE : DOUBTED_ALONE
    for (let more = 0; more < most; more += 1) {
      if (!(await waitForNext(named, more === 0 ? SILENCE : PAUSE, false))) return false
      if (!(await this.#repeat({ alone: true, paced }))) return false
      const isSame = this.#last.response?.status === first.response?.status
      if (isSame && (await waitForNext(this.#betweenName, PAUSE, false)))
        await this.#sendBetween(valid, { alone: true })
    }
    return true
  }
}
