/** Sends one request as often as its retry policy says. An error counts only if it repeats with no others in flight. */
import type { Exchange, Named } from '../../http/exchange.ts'
import type { Plan } from '../../http/request.ts'
import { endedByTarget, wasCut } from '../../judge/attempts.ts'
import { isInTheWay, isServerError, type RetryPolicy } from '../trial.ts'
import { FurtherAttempts, Learned, type Sender, type Sending } from './further-attempts.ts'

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

export class Attempts {
  readonly #sender: Sender
  readonly #learned = new Learned()

  constructor(sender: Sender) {
    this.#sender = sender
  }

  /** @returns the exchange that counts */
  async ask(named: Named, plan: Plan, retry: RetryPolicy, options: AskOptions = {}): Promise<Exchange> {
    const { doubts, ...sending } = options
    const first = await this.#sender.once(named, plan, sending)
    const at = performance.now()
    const isSettled = (exchange: Exchange): boolean => doubts?.isSettled(exchange) ?? false
    const further = (): Promise<Exchange> => {
      const begun = { named, plan, retry, first, elapsed: performance.now() - at, isSettled }
      return new FurtherAttempts(this.#sender, this.#learned, begun).make()
    }
    const isLimited = retry.between !== undefined && isInTheWay(first, retry)
    const isDoubtful = isServerError(first) || endedByTarget(first) || wasCut(first) || isLimited
    // A replay does not wait for other requests.
    const inTurn = isDoubtful && this.#sender.recordHolds(named) === undefined
    return doubts && inTurn ? doubts.inTurn(first, further) : further()
  }

  /** Whether the run has confirmed that the target drops requests, so that further attempts would show nothing else. */
  isKnownDrop(exchange: Exchange): boolean {
    return endedByTarget(exchange) && this.#learned.errors.isConfirmed(exchange)
  }
}
