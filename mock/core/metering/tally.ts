import { type HttpResponse, heard, isBytes, whenOver } from '../http.ts'
import { countTokens } from '../responses/tokens.ts'
import type { Clock } from '../time/clock.ts'
import type { Call, Journal } from '../types.ts'
import { CELL, type Cells } from './cells.ts'
import { QUOTAS, type QuotaLimits } from './quota.ts'
import { endOf, type Timings } from './timings.ts'

const OPERATIONS = ['models', 'completion', 'unknown'] as const

/** The statuses of section 7, and 200. `other` counts the statuses that faults set. */
const STATUSES = ['200', '400', '401', '403', '404', '413', '429', '500', '503', 'other'] as const

/** The number of responses of an operation with one status. */
export interface Responses {
  readonly operation: (typeof OPERATIONS)[number]
  readonly status: (typeof STATUSES)[number]
  readonly count: number
}

/** Counters and timers of responses. */
export interface TallyParts {
  /** Counts calls without a known project. */
  readonly anonymous: Cells
  readonly timings: Timings
  readonly clock: Clock
}

/** Counts responses by project, operation and status, and times completions, before the journal records them. */
export function tallied(next: Journal, { anonymous, timings, clock }: TallyParts): Journal {
  return {
    enter(call, response, gateway) {
      const cells = call.project?.cells ?? anonymous
      const quota = response.error === 'limited' ? QUOTAS.indexOf(response.code as keyof QuotaLimits) : -1
      cells.locked(() => {
        cells.add(cellOf(call.operation ?? 'unknown', statusOf(response.status)), 1)
        if (quota >= 0) cells.add(CELL.quotaRefusals + quota, 1)
      })
      if (call.streams && response.error === undefined) {
        cells.count(CELL.openStreams)
        whenOver(response, () => cells.count(CELL.openStreams, -1))
      }
      if (call.operation === 'completion') timeResponse(call, response, clock, timings)
      next.enter(call, response, gateway)
    },
  }
}

/** The responses so far, without pairs of operation and status that never occurred. */
export function responsesIn(cells: Cells): Responses[] {
  return OPERATIONS.flatMap((operation) =>
    STATUSES.map((status) => ({ operation, status, count: cells.get(cellOf(operation, status)) })),
  ).filter(({ count }) => count > 0)
}

/** The number of 429 responses by limit. */
export function quotaRefusalsIn(cells: Cells): { readonly quota: keyof QuotaLimits; readonly count: number }[] {
  return QUOTAS.map((quota, at) => ({ quota, count: cells.get(CELL.quotaRefusals + at) }))
}

function cellOf(operation: Responses['operation'], status: Responses['status']): number {
  return CELL.responses + OPERATIONS.indexOf(operation) * STATUSES.length + STATUSES.indexOf(status)
}

const statusOf = (status: number): Responses['status'] => STATUSES.find((known) => known === String(status)) ?? 'other'

/** Text that occurs only in events with content. */
const CONTENT = '"content":'

/** Times a completion until the transport reports the end of its response. */
function timeResponse(call: Call, response: HttpResponse, clock: Clock, timings: Timings): void {
  const { body } = response
  const model = modelOf(call)
  const streams = call.streams && response.status === 200
  /** When the first part with the whole marker was pulled; if there is none, when the first part was pulled. */
  let first = isBytes(body) ? clock.now() : undefined
  let found = false
  if (streams && !isBytes(body))
    response.body = heard(body, (part) => {
      if (found) return
      found = textOf(part).includes(CONTENT)
      if (found || first === undefined) first = clock.now()
    })
  whenOver(response, (_bytes, aborted) => {
    const now = clock.now()
    const end = endOf(response.status)
    timings.add('duration', model, end === 'ok' && aborted ? 'aborted' : end, now - call.at)
    if (streams && !aborted) {
      const further = countTokens(call.said ?? '') - 1
      if (first !== undefined) timings.add('firstToken', model, 'ok', first - call.at)
      if (first !== undefined && further > 0) timings.add('perToken', model, 'ok', (now - first) / further)
    }
  })
}

/** Names only models of the caller's catalog, so that callers cannot flood the metrics with names. */
function modelOf({ body, project }: Call): string | undefined | null {
  const model = body?.model
  if (model === undefined) return undefined
  return typeof model === 'string' && project?.models.has(model) ? model : null
}

const textOf = (part: string | Uint8Array): string => (typeof part === 'string' ? part : new TextDecoder().decode(part))
