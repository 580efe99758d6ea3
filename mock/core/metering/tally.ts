import type { HttpResponse } from '../http.ts'
import type { Clock } from '../time/clock.ts'
import type { Journal } from '../types.ts'
import { CELL, type Cells } from './cells.ts'
import type { QuotaLimits } from './quota.ts'
import { timeResponse } from './response-times.ts'
import type { Timings } from './timings.ts'

const OPERATIONS = ['models', 'completion', 'unknown'] as const

/** The statuses of section 7, and 200. A fault may change them to others. */
const STATUSES = ['200', '400', '401', '403', '404', '413', '429', '500', '503', 'other'] as const

const QUOTAS = [
  'requests_per_minute',
  'tokens_per_minute',
  'concurrent_requests',
] as const satisfies readonly (keyof QuotaLimits)[]

/** How many responses an operation gave with a status. */
export interface Responses {
  readonly operation: (typeof OPERATIONS)[number]
  readonly status: (typeof STATUSES)[number]
  readonly count: number
}

/** Counters and timers of responses. */
export interface TallyParts {
  /** Counts the calls that belong to no known project. */
  readonly anonymous: Cells
  readonly timings: Timings
  readonly clock: Clock
}

/** Counts responses by project, operation and status, and times completions, before they go into the journal. */
export function tallied(next: Journal, { anonymous, timings, clock }: TallyParts): Journal {
  return {
    enter(call, response, gateway) {
      const cells = call.project?.cells ?? anonymous
      const quota = response.error === 'limited' ? QUOTAS.indexOf(response.code as keyof QuotaLimits) : -1
      cells.enter()
      cells.add(cellOf(call.operation ?? 'unknown', statusOf(response.status)), 1)
      if (quota >= 0) cells.add(CELL.quotaRefusals + quota, 1)
      cells.leave()
      if (call.streams && response.error === undefined) watchStream(response, cells)
      if (call.operation === 'completion') timeResponse(call, response, clock, timings)
      next.enter(call, response, gateway)
    },
  }
}

/** The responses so far; pairs that never occurred are left out. */
export function responsesIn(cells: Cells): Responses[] {
  return OPERATIONS.flatMap((operation) =>
    STATUSES.map((status) => ({ operation, status, count: cells.get(cellOf(operation, status)) })),
  ).filter(({ count }) => count > 0)
}

/** How often each limit was the reason for a 429. */
export function quotaRefusalsIn(cells: Cells): { readonly quota: keyof QuotaLimits; readonly count: number }[] {
  return QUOTAS.map((quota, at) => ({ quota, count: cells.get(CELL.quotaRefusals + at) }))
}

function cellOf(operation: Responses['operation'], status: Responses['status']): number {
  return CELL.responses + OPERATIONS.indexOf(operation) * STATUSES.length + STATUSES.indexOf(status)
}

const statusOf = (status: number): Responses['status'] => STATUSES.find((known) => known === String(status)) ?? 'other'

/** A stream is open until its transport says that it is over. */
function watchStream(response: HttpResponse, cells: Cells): void {
  const { onDelivered } = response
  cells.count(CELL.openStreams)
  response.onDelivered = (...args) => {
    cells.count(CELL.openStreams, -1)
    onDelivered?.(...args)
  }
}
