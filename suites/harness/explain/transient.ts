/**
 * Whether a failure is a transient error: a limit, a failure behind the gateway, or overload, which say nothing about
 * the request. It is not transient if each attempt got it and the valid requests between the attempts were accepted.
 */

import type { Exchange } from '../http/exchange.ts'
import { recognise } from '../http/response.ts'
import { type AttemptSeries, type Consistency, ENOUGH, endedByTarget, isRelayed, TRANSIENT } from '../judge/attempts.ts'

/** Whether a response may be a transient error, whatever the request. */
export function mayBeTransient(exchange: Exchange): boolean {
  return TRANSIENT.includes(exchange.response?.status ?? 0) || isRelayed(exchange)
}

/** @param series attempts at the request, of which `exchange` is the last */
export function consistencyOf(exchange: Exchange, { attempts, between }: AttemptSeries): Consistency {
  const outcome = outcomeOf(exchange)
  const isEnough = attempts.length >= ENOUGH
  const isServing = between.length > 0 && between.every(isServed)
  const isSame = isEnough && outcome !== undefined && attempts.every((each) => outcomeOf(each) === outcome)
  const isSteady = isSame && isServing
  return {
    isSame,
    isSteady,
    isBroken: isEnough && isServing && attempts.every(isError),
    isTransient: mayBeTransient(exchange) && !isSteady,
    isMixed: isMixed(exchange, attempts),
    between: between.map(({ response }) => response?.status ?? 0),
  }
}

const outcomeOf = (exchange: Exchange): number | 'ended' | undefined =>
  endedByTarget(exchange) ? 'ended' : exchange.response?.status

const isServed = (exchange: Exchange): boolean => exchange.response?.status === 200 && recognise(exchange) !== undefined

const isError = (exchange: Exchange): boolean => endedByTarget(exchange) || (exchange.response?.status ?? 0) >= 500

/** Whether a response closely follows a transient error: a few right responses after the last one may be chance. */
function isMixed(exchange: Exchange, attempts: readonly Exchange[]): boolean {
  const last = attempts.findLastIndex((each) => each.response?.status !== 429 && mayBeTransient(each))
  return last >= 0 && attempts.length - last < ENOUGH && attempts.at(-1) === exchange
}
