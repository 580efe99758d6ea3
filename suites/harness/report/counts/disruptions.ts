/** Disruptions of a run that are not findings: errors of valid requests, ended connections, and a target that died. */
import { compact } from '../../http/compact.ts'
import { type CurlWay, curlOf } from '../../http/curl.ts'
import { type Exchange, identityOf, seriesOf } from '../../http/exchange.ts'
import { endedByTarget, isSigned, TRANSIENT, wasCut } from '../../judge/attempts.ts'
import { isOfValid, type Transcript } from '../../judge/evidence.ts'
import { inFlightLast } from '../../run/session/post-mortem.ts'
import type { Stop } from '../../run/stop.ts'
import { hasLimitedKey } from '../../target/states.ts'
import { variationOf } from '../../variation/attribution.ts'
import { type Dimension, labelOf } from '../../variation/dimensions.ts'

/** A request that shows the disruption. */
export interface ReportedExample {
  readonly exchange: string
  readonly curl: string
}

export interface ReportedErrors {
  /** Responses to valid requests. */
  readonly responses: number
  /** The number of them with each transient status, which says nothing about the request. */
  readonly statuses: Readonly<Record<string, number>>
  /** The number of them without a request id. */
  readonly without_request_id: number
  /** Values of variations that each request with such a status has, and no accepted one: `tracing: b3`. */
  readonly only_with?: readonly string[]
  readonly first: ReportedExample
}

export interface ReportedEnds {
  readonly count: number
  readonly first: ReportedExample
}

export type ReportedStop = Pick<Stop, 'reason' | 'mend'>

interface Shown {
  readonly baseUrl: string
  readonly way: CurlWay
}

const exampleOf = ({ id, request }: Exchange, { baseUrl, way }: Shown): ReportedExample => ({
  exchange: id,
  curl: curlOf(baseUrl, request, way),
})

/** In the order in which they were sent. */
const inOrder = (exchanges: readonly Exchange[]): Exchange[] =>
  exchanges.toSorted((one, other) => (one.startedAt ?? 0) - (other.startedAt ?? 0) || (one.id < other.id ? -1 : 1))

/** Valid requests, without those for models that were never served: some models are unavailable on purpose. */
function validOnes({ exchanges, evidence }: Transcript): Exchange[] {
  const valid = evidence.filter(({ expectation }) => isOfValid(expectation))
  const series = new Set(valid.map((each) => seriesOf(identityOf(each.exchange))))
  const provoking = evidence.filter(({ expectation }) => expectation.kind === 'state')
  const states = new Set(provoking.map((each) => identityOf(each.exchange).name))
  const served = new Set(
    exchanges.filter(({ response }) => response?.status === 200).map(({ request }) => request.model),
  )
  const isValid = (exchange: Exchange): boolean =>
    !hasLimitedKey(exchange.request) &&
    (exchange.between === true ||
      ['control', 'alive', 'preflight'].includes(exchange.role) ||
      series.has(seriesOf(exchange)))
  return inOrder(
    exchanges.filter(
      (each) => each.response && served.has(each.request.model) && !states.has(each.name) && isValid(each),
    ),
  )
}

/** Fewer requests than this may share a value by chance. */
const FEWEST = 3

/** The values of variations that all failed requests share, and no accepted one has. */
function sharedBy(failed: readonly Exchange[], served: readonly Exchange[]): string[] | undefined {
  if (new Set(failed.map(({ name }) => name)).size < FEWEST) return undefined
  const valuesIn = ({ request }: Exchange): string[] =>
    Object.entries(variationOf(request) ?? {}).map(([name, value]) => `${labelOf(name as Dimension)}: ${value}`)
  const [own = [], ...others] = failed.map(valuesIn)
  const known = new Set(served.flatMap(valuesIn))
  const shared = own.filter((value) => !known.has(value) && others.every((values) => values.includes(value)))
  return shared.length > 0 ? shared : undefined
}

/** Errors that valid requests got; undefined where none did. */
export function errorsOf(transcript: Transcript, shown: Shown): ReportedErrors | undefined {
  const valid = validOnes(transcript)
  const isError = ({ response }: Exchange): boolean => TRANSIENT.includes(response?.status ?? 0)
  const wrong = valid.filter((exchange) => isError(exchange) || !isSigned(exchange))
  const [first] = wrong
  if (!first) return undefined
  const failed = wrong.filter(isError)
  const byStatus = Map.groupBy(failed, ({ response }) => String(response?.status))
  const served = valid.filter(({ response }) => response?.status === 200)
  return {
    responses: valid.length,
    statuses: Object.fromEntries([...byStatus].map(([status, own]) => [status, own.length])),
    without_request_id: wrong.filter((exchange) => !isSigned(exchange)).length,
    ...compact({ only_with: sharedBy(failed, served) }),
    first: exampleOf(first, shown),
  }
}

/** How requests lose their responses; absent in the report if none does. */
const LOSSES = {
  /** Connections that the target ended without a response. */
  connections_ended: endedByTarget,
  /** Responses whose connection ended before they did. */
  responses_cut: wasCut,
  /** Requests without a complete response in time. */
  timed_out: ({ failure }) => failure?.code === 'TIMEOUT',
} as const satisfies Record<string, (exchange: Exchange) => boolean>

export type ReportedLosses = { readonly [Loss in keyof typeof LOSSES]?: ReportedEnds }

export function lossesOf({ exchanges }: Transcript, shown: Shown): ReportedLosses {
  const losses = Object.entries(LOSSES).flatMap(([name, isLost]) => {
    const [first, ...others] = inOrder(exchanges.filter(isLost))
    return first ? [[name, { count: 1 + others.length, first: exampleOf(first, shown) }] as const] : []
  })
  return Object.fromEntries(losses)
}

export interface ReportedDeath {
  /** The requests in flight when the target ended all connections. */
  readonly in_flight: readonly ReportedExample[]
  /** The one of them that also ended its connection when it was sent alone, twice. */
  readonly ended_by?: ReportedExample
}

/** @param killer the exchange that ended the target, if it is known */
export function deathOf(
  { exchanges }: Transcript,
  killer: string | undefined,
  shown: Shown,
): ReportedDeath | undefined {
  const lost = inFlightLast(exchanges)
  if (lost.length === 0) return undefined
  const named = lost.find(({ id }) => id === killer)
  return {
    in_flight: lost.map((exchange) => exampleOf(exchange, shown)),
    ...compact({ ended_by: named && exampleOf(named, shown) }),
  }
}

/** From this share of errors among valid requests on, they are the first thing to fix. */
const OFTEN = 0.05

/** Why a run ended. If errors or limits used much of the budget, the advice begins with them. */
export function stopOf({ reason, mend, limit }: Stop, errors: ReportedErrors | undefined): ReportedStop {
  const { statuses = {}, responses = 0 } = errors ?? {}
  const count = Object.values(statuses).reduce((sum, each) => sum + each, 0)
  if (limit !== 'requests' || count === 0 || count < responses * OFTEN) return { reason, mend }
  const isLimited = (statuses[429] ?? 0) > count / 2
  const first = isLimited ? 'got 429: first try a lower rate' : 'failed: first fix these errors'
  return { reason, mend: `Many valid requests ${first}. ${mend}` }
}
