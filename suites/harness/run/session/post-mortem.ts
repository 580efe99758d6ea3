/** After a target has crashed: finds which of the requests in flight crashes it again. */
import type { Exchange } from '../../http/exchange.ts'
import type { Plan } from '../../http/request.ts'
import { endedByTarget } from '../../judge/attempts.ts'

/** A request that was in flight when the target ended its connection. */
export interface Lost {
  readonly exchange: Exchange
  readonly plan: Plan
}

const startOf = ({ startedAt = 0 }: Exchange): number => startedAt
const endOf = (exchange: Exchange): number => startOf(exchange) + exchange.duration

/** Milliseconds by which a response may be recorded late: after the end of a connection that in fact ended later. */
const SLACK = 50

/** The requests in flight when a target ended all connections and stopped responding. */
export function inFlightLast(exchanges: readonly Exchange[]): Exchange[] {
  const last = Math.max(0, ...exchanges.filter(({ response }) => response).map(endOf))
  const isLast = (exchange: Exchange): boolean =>
    exchange.role !== 'alive' &&
    exchange.startedAt !== undefined &&
    endedByTarget(exchange) &&
    endOf(exchange) >= last - SLACK
  return exchanges.filter(isLast).toSorted((one, other) => startOf(one) - startOf(other))
}

interface Parts {
  /** Sends a request alone. */
  readonly send: (plan: Plan) => Promise<Exchange>
  /** Waits until the target responds again. @returns whether it does */
  readonly isBack: () => Promise<boolean>
}

/** How often a request has to end its connection when it is sent alone. */
const TWICE = 2

/** @returns the request that ends its connection each time; undefined if none does, or if the target stays down */
export async function killerAmong(lost: readonly Lost[], { send, isBack }: Parts): Promise<Exchange | undefined> {
  for (const { exchange, plan } of lost) {
    let ended = 0
    while (ended < TWICE) {
      if (!(await isBack())) return undefined
      if (!endedByTarget(await send(plan))) break
      ended += 1
    }
    if (ended === TWICE) return exchange
  }
  return undefined
}
