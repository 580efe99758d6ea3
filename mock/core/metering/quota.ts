import { Refusal } from '../errors.ts'
import type { Usage } from '../responses/usage.ts'
import type { Clock } from '../time/clock.ts'
import { CELL, type Cells } from './cells.ts'

const MINUTE = 60_000

/** A wait that never ends: the request needs more than a whole window allows, or the wait cannot be computed. */
export const NEVER: number = Number.POSITIVE_INFINITY

/** A limit and its current use. */
export interface Standing {
  readonly limit: number
  readonly used: number
}

/**
 * Opens a budget per minute. A window begins with the first use after the previous window has ended. Two cells,
 * `opened` and the one after it, hold its start time and its use.
 */
function openWindow(limit: number, cells: Cells, opened: number, clock: Clock) {
  const used = opened + 1
  let takenFrom = 0
  return {
    /** Takes an amount from the window, or returns the seconds to wait: at least 1 (contract 7.4), or NEVER. */
    // keeps: retry-after, retry-after-enough
    take(amount: number): number | undefined {
      if (amount > limit) return NEVER
      return cells.locked(() => {
        const { values } = cells
        const now = clock.now()
        if (values[used] === 0 || now - cells.get(opened) >= MINUTE) {
          values[opened] = now
          values[used] = 0
        }
        takenFrom = cells.get(opened)
        const sum = cells.get(used) + amount
        if (sum > limit) return Math.max(1, Math.ceil((takenFrom + MINUTE - now) / 1000))
        values[used] = sum
        return undefined
      })
    },

    /** The limit of a window, and the use of the current one. */
    get standing(): Standing {
      const isOver = (): boolean => clock.now() - cells.get(opened) >= MINUTE
      return cells.locked(() => ({ limit, used: isOver() ? 0 : cells.get(used) }))
    },

    /** The start time of the window of the last `take`, for `giveBack`. */
    get takenFrom(): number {
      return takenFrom
    },

    /** Returns an amount to the window that began at `from`, unless that window has been replaced. */
    giveBack(amount: number, from: number): void {
      cells.locked(() => {
        if (cells.get(opened) === from) cells.add(used, -amount)
      })
    },
  }
}

/** The limits of a project; an absent limit means unlimited. */
export interface QuotaLimits {
  /** Completions, counted when their head has arrived. */
  requests_per_minute?: number
  /** Tokens of prompt and completion together, counted when the response is composed. */
  tokens_per_minute?: number
  /** Concurrent completions, from the end of the request to the end of its response. */
  concurrent_requests?: number
}

/** Returns tokens that were taken for a response but never sent. */
export type GiveBack = (unsent: number) => void

/** The limits of a project, each with its current use. */
export type Standings = Partial<Record<keyof QuotaLimits, Standing>>

/** The quota of a project, counted in this process or shared with other mocks. `request` identifies one request. */
export interface ProjectQuota {
  /** Takes one request, or returns the seconds to wait: at least 1 (contract 7.4), or NEVER. */
  take(request: object): number | undefined
  /** Takes the tokens of a response, or returns the seconds to wait, or NEVER. Returns undefined without a limit. */
  takeTokens(usage: Usage, request: object): GiveBack | number | undefined
  /** Begins a completion. Returns a function that ends it, NEVER if too many are running, undefined without a limit. */
  begin(request: object): (() => void) | typeof NEVER | undefined
  /** The current use of each limit. */
  readonly standing: Standings
  /** The limits, if other mocks decide too, after the response is composed; until then, nothing is booked. */
  readonly deferred?: QuotaLimits
}

/** Opens the quota of a project, on the gateway's clock. */
// keeps: service-quotas-per-project, limit-per-project
export function openQuota(limits: QuotaLimits, clock: Clock, cells: Cells): ProjectQuota {
  const { requests_per_minute, tokens_per_minute, concurrent_requests: max } = limits
  const requests =
    requests_per_minute === undefined ? undefined : openWindow(requests_per_minute, cells, CELL.requestWindow, clock)
  const tokens =
    tokens_per_minute === undefined ? undefined : openWindow(tokens_per_minute, cells, CELL.tokenWindow, clock)
  return {
    take: () => requests?.take(1),

    takeTokens({ prompt, completion }) {
      if (!tokens) return undefined
      const wait = tokens.take(Number(prompt) + Number(completion))
      if (wait !== undefined) return wait
      const { takenFrom } = tokens
      return (unsent) => tokens.giveBack(unsent, takenFrom)
    },

    begin() {
      if (max === undefined) return undefined
      return cells.locked(() => {
        if (cells.get(CELL.open) >= max) return NEVER
        cells.add(CELL.open, 1)
        return () => cells.count(CELL.open, -1)
      })
    },

    get standing() {
      return {
        ...(requests && { requests_per_minute: requests.standing }),
        ...(tokens && { tokens_per_minute: tokens.standing }),
        ...(max !== undefined && { concurrent_requests: { limit: max, used: cells.get(CELL.open) } }),
      }
    },
  }
}

/** For each limit: its description, and what to say if no wait can be computed. */
const WORDS: Readonly<Record<keyof QuotaLimits, readonly [what: string, never: string]>> = {
  requests_per_minute: ['its requests of the current minute', 'The project may send none; ask for a larger quota.'],
  tokens_per_minute: [
    'its tokens of the current minute',
    'This request needs more tokens than the project has in a minute; shorten it or ask for fewer output tokens.',
  ],
  concurrent_requests: [
    'its completions at the same time',
    'The project has used up its completions at the same time; try again when one of them has ended.',
  ],
}

/** The names of all limits. */
export const QUOTAS = Object.keys(WORDS) as readonly (keyof QuotaLimits)[]

/** Whether there is any limit. */
export const isLimited = (limits: QuotaLimits): boolean => Object.values(limits).some((amount) => amount !== undefined)

/** The 429 of a quota, with the limit in its code. It has `Retry-After` if the wait can be computed (contract 7.4). */
// keeps: limit-429, retry-after, retry-after-computed
export function overQuota(quota: keyof QuotaLimits, wait: number): Refusal {
  const [what, never] = WORDS[quota]
  const used = `The project has used up ${what}; wait ${wait} s, as the header Retry-After says.`
  return new Refusal('limited', wait === NEVER ? never : used, {
    code: quota,
    headers: wait === NEVER ? [] : ['retry-after', String(wait)],
  })
}
