/**
 * 7.5: failures behind the gateway are 503, never 502 or 504. A single 502 or 504 in a run is a warning. Several, or
 * one in each attempt at a request, are a breach. A response of the caller's own proxy does not count.
 */

import { type Exchange, headerValues } from '../../http/exchange.ts'
import { quote } from '../../http/response.ts'
import { type AttemptsByName, ENOUGH, isRelayed } from '../attempts.ts'
import { type Finding, failureOf } from '../evidence.ts'

/** Headers in which an intermediary names itself. */
const NAMES_PROXY: readonly string[] = ['via', 'proxy-status']

export const isBadGateway = ({ response }: Exchange): boolean => response?.status === 502 || response?.status === 504

/** Whether an intermediary in front of the deployment may have sent a response. */
export function mayBeInTransit(exchange: Exchange): boolean {
  const { response, forwarded } = exchange
  if (!response || !(isBadGateway(exchange) || isRelayed(exchange))) return false
  return forwarded === true || NAMES_PROXY.some((name) => headerValues(response, name).length > 0)
}

interface BadGateways {
  readonly findings: readonly Finding[]
  /** Responses that no other rule judges. */
  readonly unjudged: ReadonlySet<Exchange>
}

export function judgeBadGateways(exchanges: readonly Exchange[], byName: AttemptsByName): BadGateways {
  const inTransit = exchanges.filter(mayBeInTransit)
  const bad = exchanges.filter((exchange) => isBadGateway(exchange) && !mayBeInTransit(exchange))
  const isBreach = hasSeveral(bad) || bad.some((exchange) => isEachTime(exchange, byName))
  const findings = [
    ...inTransit.map((exchange) => inconclusive(exchange)),
    ...bad.map((exchange) => found(exchange, isBreach ? 'gateway-statuses' : 'gateway-status-once')),
  ]
  if (bad.length === 0 && exchanges.some(({ response }) => response?.status === 200))
    findings.push({ requirement: 'gateway-status-once', outcome: 'pass', message: 'holds', exchanges: [] })
  return { findings, unjudged: new Set([...inTransit, ...(isBreach ? [] : bad)]) }
}

/** Whether different requests got one, on different connections if the connection numbers are known. */
function hasSeveral(bad: readonly Exchange[]): boolean {
  const connections = new Set(bad.map(({ connection, id }) => connection ?? id))
  return new Set(bad.map(({ name }) => name)).size > 1 && connections.size > 1
}

function isEachTime(exchange: Exchange, byName: AttemptsByName): boolean {
  const { attempts } = byName.of(exchange)
  return attempts.length >= ENOUGH && attempts.every(isBadGateway)
}

function found(exchange: Exchange, requirement: Finding['requirement']): Finding {
  const { response } = exchange
  const failure = failureOf(exchange, requirement, `got ${response?.status}`)
  return { ...failure, statuses: [503], expected: '503', actual: response ? quote(response) : '' }
}

function inconclusive({ id, response }: Exchange): Finding {
  return {
    requirement: 'gateway-statuses',
    outcome: 'inconclusive',
    message: `a proxy in front of the gateway returned ${response?.status}`,
    exchanges: [id],
  }
}
