/** Sends one request as often as its retry policy says. An error counts only if it repeats with no others in flight. */
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

/** What the run knows about the wrong responses to one request. */
export interface Doubts {
  /** Whether another attempt could change no verdict. */
  isSettled(exchange: Exchange): boolean
  /** Runs further attempts after those of a few other requests with the same response. */
  inTurn<T>(exchange: Exchange, work: () => Promise<T>): Promise<T>
}

export interface AskOptions extends Pick<Sending, 'gate' | 'isFollowUp'> {
  /** Absent if every attempt is made. */
  readonly doubts?: Doubts | undefined
}

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

/** The first attempt, the milliseconds since its response, and what the run knows about such responses. */
interface Begun {
  readonly first: Exchange
  readonly elapsed: number
  readonly doubts: Doubts | undefined
}

/** A request that is repeated while no other is in flight. */
interface Repeated {
  readonly named: Named
  readonly plan: Plan
  readonly between: Plan
  readonly paced: boolean
}

/** The part of a session that this file needs. */
interface Sender {
  once(named: Named, plan: Plan, sending?: Sending): Promise<Exchange>
  /** Waits until the next attempt. @returns false if the wait is too long, or the record has no further attempt */
  waitForNext(named: Named, wait: number, limited: boolean): Promise<boolean>
  /** Whether the record of an earlier run holds the next attempt; undefined in a run that sends. */
  recordHolds(named: Named): boolean | undefined
  /** The plain valid request of the same kind. */
  plainLike(plan: Plan): Plan
  readonly limiter: RateLimiter
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

/** The valid request between two attempts. */
const betweenIn = (named: Named): Named => ({ ...named, between: true })

export class Attempts {
  readonly #sender: Sender
  readonly #errors = new ServerErrors()
  /** Whether the last valid request after a limit was served. */
  #servesOthers = false

  constructor(sender: Sender) {
    this.#sender = sender
  }

  /** @returns the exchange that counts */
  async ask(named: Named, plan: Plan, retry: RetryPolicy, options: AskOptions = {}): Promise<Exchange> {
    const { doubts, ...sending } = options
    const first = await this.#sender.once(named, plan, sending)
    const at = performance.now()
    const further = (): Promise<Exchange> =>
      this.#further(named, plan, retry, { first, elapsed: performance.now() - at, doubts })
    const isLimited = retry.between !== undefined && isInTheWay(first, retry)
    const isDoubtful = isServerError(first) || endedByTarget(first) || isLimited
    // A replay does not wait for other requests.
    const inTurn = isDoubtful && this.#sender.recordHolds(named) === undefined
    return doubts && inTurn ? doubts.inTurn(first, further) : further()
  }

  /** The attempts after the first. If the budget is spent, the responses before that count. */
  async #further(named: Named, plan: Plan, retry: RetryPolicy, { first, elapsed, doubts }: Begun): Promise<Exchange> {
    const { pacedRetries: paced = false, between } = retry
    const { once, waitForNext, limiter, recordHolds } = this.#sender
    let last = first
    const attempts = [last]
    let waited = 0
    let wasServed = false
    let isOnlyThis = false
    while (worthAnotherTry(attempts, retry)) {
      if (recordHolds(named) === undefined && (doubts?.isSettled(last) || this.#isSteady(attempts))) break
      const isLimited = isInTheWay(last, retry)
      // Its wait ended while other requests had their turn.
      const isOver = isLimited && attempts.length === 1 && elapsed >= pauseAlone(last)
      // If only this request is limited, the others need not wait with it.
      if (isLimited && !isOver && !isOnlyThis) isOnlyThis = await this.#isServed(named, between ?? this.#cheaper(plan))
      const pause = isOver ? 0 : isLimited && isOnlyThis ? pauseAlone(last) : pauseAfter(last, attempts.length, retry)
      waited += isOnlyThis && recordHolds(named) === undefined ? pause : 0
      if (waited > MAX_PAUSE || !(await waitForNext(named, pause, isLimited && !isOver && !isOnlyThis))) break
      // Another request shows whether a proxy cannot reach the gateway, or refuses only this request. Most errors do not
      // repeat, so it waits for a second one.
      const other = between ?? (isRelayed(last) ? listModels() : this.#afterDrop(named, plan, last))
      const isRepeated = attempts.length > 1 || !isServerError(last) || isRelayed(last)
      const isWorthIt = isRepeated && isOpen(last, retry) && !(wasServed && this.#errors.isConfirmed(last))
      if (other && !isLimited && (recordHolds(betweenIn(named)) ?? isWorthIt))
        wasServed = (await once(betweenIn(named), other)).response?.status === 200
      const next = await once(named, plan, { paced })
      if (isUnsent(next)) break
      last = next
      attempts.push(last)
    }
    const valid = between ?? this.#afterDrop(named, plan, last)
    if (valid && isSuspect(attempts, retry))
      last = await this.#inSilence({ named, plan, between: valid, paced }, attempts)
    if (this.#errors.note(attempts, limiter.budget.spent.requests)) limiter.hold(SLOWED)
    // A final valid request shows whether the target dropped only this request, or no longer responds at all.
    if (between && attempts.every(endedByTarget)) await once(betweenIn(named), between)
    return last
  }

  /** Whether the run has confirmed that the target drops requests, so that further attempts would show nothing else. */
  isKnownDrop(exchange: Exchange): boolean {
    return endedByTarget(exchange) && this.#errors.isConfirmed(exchange)
  }

  /** Whether more attempts would get the same error: several got it, and it never passed during the run. */
  #isSteady(attempts: readonly Exchange[]): boolean {
    const last = attempts.slice(-ENOUGH)
    return last.length === ENOUGH && last.every((each) => this.#errors.isConfirmed(each))
  }

  /** A plain valid request of the same kind, which shows whether the target still serves others. */
  #afterDrop(named: Named, plan: Plan, last: Exchange): Plan | undefined {
    const isAsked = endedByTarget(last) && this.#sender.recordHolds(betweenIn(named)) !== false
    return isAsked ? this.#sender.plainLike(plan) : undefined
  }

  /** The plain request of the same key, if a limit may be that of the other model of `plan`, or of its output tokens. */
  #cheaper(plan: Plan): Plan | undefined {
    const plain = this.#sender.plainLike(plan)
    const isOther = plain.model !== undefined && (plain.model !== plan.model || tokensOf(plan) > tokensOf(plain))
    return isOther && plain.credential?.role === plan.credential?.role ? plain : undefined
  }

  /** Whether a valid request is served while another one is limited; if it cannot be sent, the last result counts. */
  async #isServed(named: Named, between: Plan | undefined): Promise<boolean> {
    if (!between || this.#sender.recordHolds(betweenIn(named)) === false) return false
    const exchange = await this.#sender.once(betweenIn(named), between)
    if (!isUnsent(exchange)) this.#servesOthers = exchange.response?.status === 200
    return this.#servesOthers
  }

  /**
   * Repeats, with no other request in flight, a request that got one error each time. Errors caused by load stop then.
   * @returns the last attempt
   */
  async #inSilence({ named, plan, between, paced }: Repeated, attempts: Exchange[]): Promise<Exchange> {
    const { once, waitForNext, recordHolds, limiter } = this.#sender
    const first = attempts.at(-1) as Exchange
    const isKnown = (): boolean => recordHolds(named) === undefined && this.#errors.isConfirmed(first)
    if (isKnown()) return first
    return limiter.alone(async () => {
      // While this request waited for its turn, others may have shown enough.
      if (isKnown()) return first
      let last = first
      const most = this.#errors.hasPassed(first) ? DOUBTED_ALONE : ALONE
      // A replay makes the attempts that the record has.
      for (let more = 0; more < (recordHolds(named) === undefined ? most : DOUBTED_ALONE); more += 1) {
        if (!(await waitForNext(named, more === 0 ? SILENCE : PAUSE, false))) return last
        const next = await once(named, plan, { alone: true, paced })
        if (isUnsent(next)) return last
        last = next
        attempts.push(last)
        const isSame = last.response?.status === first.response?.status
        if (isSame && (await waitForNext(betweenIn(named), PAUSE, false)))
          await once(betweenIn(named), between, { alone: true })
      }
      if (isSuspect(attempts)) this.#errors.confirm(last)
      return last
    })
  }
}
