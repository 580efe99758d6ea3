/** An earlier run instead of a target: each request gets the response that was recorded. */
import { type Exchange, isFollowUp, type Named } from '../../http/exchange.ts'
import { type Plan, sentRequest } from '../../http/request.ts'
import type { ExchangeLog } from './exchange-log.ts'
import { type Kind, kinds } from './life-check.ts'
import type { Recorded } from './recorded-exchanges.ts'
import { unsent } from './unsent.ts'

interface Parts {
  readonly recorded: Recorded
  readonly log: ExchangeLog
  readonly plainOf: (kind: Kind) => Plan
  readonly sentAs: (plan: Plan) => Plan
  /** Names of the headers that go out with every request. */
  readonly given: Parameters<typeof sentRequest>[1]
}

export class RecordedTarget {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  holdsNext(named: Named): boolean {
    return this.#parts.recorded.holds(this.#parts.log.nextOf(named).id)
  }

  /** A follow-up that the earlier run did not send was not needed, or beyond its budget. */
  once(named: Named, plan: Plan, asksAgain = false): Exchange {
    const { log } = this.#parts
    if ((asksAgain || isFollowUp(log.nextOf(named))) && !this.holdsNext(named))
      return unsent(log.identify(named), plan, 'the earlier run did not ask again')
    const exchange = this.take(named, plan)
    if (!exchange.response?.complete) this.#takeLifeChecks()
    return exchange
  }

  take(named: Named, plan: Plan): Exchange {
    const { recorded, log, given, sentAs } = this.#parts
    const identity = log.identify(named)
    const exchange = recorded.take(identity.id, sentRequest(sentAs(plan), given))
    if (!exchange) return unsent(identity, plan, 'the record does not contain it')
    return log.keep({ ...exchange, ...identity }, plan)
  }

  /** Timing decided which lost request led to which test of the target, but not whether there were such tests. */
  #takeLifeChecks(): void {
    for (const kind of kinds) {
      const named: Named = { name: `alive/${kind}` }
      while (this.holdsNext(named)) this.take(named, this.#parts.plainOf(kind))
    }
  }
}
