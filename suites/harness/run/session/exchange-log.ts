/** The exchanges of a run, under unique names. */
import { type Exchange, type Identity, identityFor, type Named, seriesOf } from '../../http/exchange.ts'
import type { Plan } from '../../http/request.ts'
import { type AttemptSeries, AttemptsByName } from '../../judge/attempts.ts'

export class ExchangeLog {
  readonly exchanges: Exchange[] = []
  readonly byId = new Map<string, Exchange>()
  /** Plans by exchange id. */
  readonly plans = new Map<string, Plan>()
  readonly #onKept: ((exchange: Exchange) => void) | undefined
  readonly #counts = new Map<string, number>()
  readonly #byName = new AttemptsByName()

  /** @param onKept called after each exchange */
  constructor(onKept: ((exchange: Exchange) => void) | undefined) {
    this.#onKept = onKept
  }

  nextOf(named: Named): Identity {
    return identityFor(named, (this.#counts.get(seriesOf(named)) ?? 0) + 1)
  }

  /** Counts one more attempt. */
  identify(named: Named): Identity {
    const identity = this.nextOf(named)
    this.#counts.set(seriesOf(named), identity.attempt)
    return identity
  }

  keep(exchange: Exchange, plan: Plan): Exchange {
    this.exchanges.push(exchange)
    this.byId.set(exchange.id, exchange)
    this.plans.set(exchange.id, plan)
    this.#byName.add(exchange)
    this.#onKept?.(exchange)
    return exchange
  }

  /** The attempts at the request that an exchange belongs to. */
  attemptsAt(exchange: Exchange): AttemptSeries {
    return this.#byName.of(exchange)
  }
}

/** An exchange that was not sent, for example because of the budget. It is not part of the run's evidence. */
export function unsent(identity: Identity, plan: Plan, message: string): Exchange {
  const { operation, method, path, headers, framing, stream, model } = plan
  const request = { operation, method, path, headers, body: undefined, framing, stream, ownRequestId: undefined, model }
  return { ...identity, request, failure: { stage: 'budget', code: 'BUDGET', message }, duration: 0 }
}

/** Whether an exchange was not sent, or ended by our own limits. */
export function isUnsent({ failure }: Pick<Exchange, 'failure'>): boolean {
  return failure?.stage === 'budget'
}

/** Thrown instead of sending, if the target has stopped responding or the run has been halted. */
export class NothingFurther extends Error {}
