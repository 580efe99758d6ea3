/** Which states of the contract a run saw, and how: the route of evidence of each status. */
import { compact } from '../../http/compact.ts'
import { type Exchange, identityOf } from '../../http/exchange.ts'
import type { Transcript } from '../../judge/evidence.ts'
import type { Check } from '../../run/check.ts'
import { hasLimitedKey } from '../../target/states.ts'
import type { Route } from '../requirement.ts'

/** Every status that the contract names (4.1, 4.2, 7). */
export const contractStatuses = [200, 400, 401, 403, 404, 413, 429, 500, 503] as const

export interface ReportedState {
  readonly status: number
  /** Absent where no response had it. */
  readonly route?: Route
  /** The number of responses that had it. */
  readonly answers: number
}

/** From the strongest to the weakest. */
const routes: readonly Route[] = ['provoked', 'checked', 'seen in passing']

/** Each status, with the strongest route by which it was shown. */
export function statesOf({ exchanges, evidence }: Transcript, checks: readonly Check[]): ReportedState[] {
  const provoking = new Set(
    checks.flatMap(({ id, needs }) => (needs.some((need) => need.startsWith('provoke:')) ? [id] : [])),
  )
  const routeOf = new Map<string, Route>()
  for (const { exchange, check, expectation } of evidence) {
    if (expectation.kind === 'observed') continue
    if (provoking.has(check) && expectation.kind === 'state') routeOf.set(exchange, 'provoked')
    else if (!routeOf.has(exchange)) routeOf.set(exchange, 'checked')
  }
  return contractStatuses.map((status) => {
    const ids = exchanges.flatMap(({ id, response }) => (response?.status === status ? [id] : []))
    const own = new Set(ids.map((id) => routeOf.get(id) ?? 'seen in passing'))
    const route = routes.find((each) => own.has(each))
    return compact({ status, route, answers: ids.length })
  })
}

/** The number of responses that reported a limit although nothing provoked one, in any variation. */
export function limitsMet({ exchanges, evidence }: Transcript, checks: readonly Check[]): number {
  const provoking = checks.filter(({ needs }) => needs.includes('provoke:limited')).map(({ id }) => `${id}/`)
  const provoked = new Set(
    evidence.filter(({ expectation }) => expectation.kind === 'state').map(({ exchange }) => identityOf(exchange).name),
  )
  const isProvoked = (exchange: Exchange): boolean =>
    hasLimitedKey(exchange.request) ||
    (provoked.has(exchange.name) && !exchange.between) ||
    provoking.some((check) => exchange.id.startsWith(check))
  return exchanges.filter((exchange) => exchange.response?.status === 429 && !isProvoked(exchange)).length
}
