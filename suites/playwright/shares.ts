/**
 * A worker's share of the limits of a run. A few checks send most of the bytes. So in a sharded run, the worker that
 * runs a check gets as much as this check sent in a rehearsal. Only the rest is divided equally.
 */
import type { Cost as WholeCost } from '../harness/client/budget.ts'
import type { Environment } from '../harness/target/environment.ts'
import type { Limits, Requests } from '../harness/target/limits.ts'

/** The cost of requests. */
export type Cost = Omit<WholeCost, 'followUps'>

/** The cost of each check, by its id; and under `SHARED` that of shared requests, such as controls. */
export type Planned = Readonly<Record<string, Cost>>

/** The id of shared requests: each worker may need all of them. */
export const SHARED = ''

/** The variable that holds the costs of a rehearsal, as JSON. */
const PLANNED = 'SVC_CONFORMANCE_PLANNED'

export function passPlanned(env: NodeJS.ProcessEnv, planned: Planned): void {
  env[PLANNED] = JSON.stringify(planned)
}

/** Absent where the run is not in shards. */
export function plannedIn(env: Environment): Planned | undefined {
  const text = env[PLANNED]
  return text === undefined ? undefined : (JSON.parse(text) as Planned)
}

/** A cost, from a function that returns each member. */
export const costBy = (of: (name: keyof Cost) => number): Cost => ({
  requests: of('requests'),
  tokens: of('tokens'),
  bytes: of('bytes'),
})

const none = costBy(() => 0)

export const sumOf = (costs: readonly Cost[]): Cost =>
  costBy((name) => costs.reduce((total, cost) => total + cost[name], 0))

/** The minimum share of each limit that is divided equally. */
const EVEN = 1 / 5

export interface Shares {
  /** The limits of a worker before its first check. */
  readonly base: Cost
  /** What a check adds to the limits of its worker. */
  of(check: string): Cost
}

/**
 * @param limits of the whole run
 * @param workers of all shards
 * @param isNamed whether the target file sets the number of requests, which then limits all workers together
 */
export function sharesOf(limits: Limits, planned: Planned, workers: number, isNamed: boolean): Shares {
  const { [SHARED]: shared = none, ...checks } = planned
  const total = sumOf(Object.values(checks))
  const whole = {
    requests: limits.requests + (isNamed ? 0 : shared.requests * (workers - 1)),
    tokens: limits.tokens ?? Number.POSITIVE_INFINITY,
    bytes: limits.bytes ?? Number.POSITIVE_INFINITY,
  }
  const even = (name: keyof Cost): number => Math.max(whole[name] - total[name], whole[name] * EVEN)
  const scaled = (name: keyof Cost): number =>
    Number.isFinite(whole[name]) ? Math.min(1, (whole[name] - even(name)) / Math.max(1, total[name])) : 1
  return {
    base: costBy((name) => Math.floor(even(name) / workers)),
    of: (check) => costBy((name) => Math.floor((checks[check] ?? none)[name] * scaled(name))),
  }
}

/** The limits of one worker if all limits are divided equally. */
export const evenShare = (limits: Limits, workers: number): Cost =>
  costBy((name) => Math.floor((limits[name] ?? Number.POSITIVE_INFINITY) / workers))

/** First requests and follow-ups of a worker, in the same proportion as in the whole run. */
export function partsIn({ requests }: Cost, whole: Limits & Requests): Requests {
  if (!Number.isFinite(whole.requests)) return { firsts: requests, followUps: requests }
  const followUps = Math.ceil((requests * whole.followUps) / whole.requests)
  // In a worker, optional checks may run before others, so they stop where the part for follow-ups begins.
  return { firsts: requests - followUps, followUps }
}
