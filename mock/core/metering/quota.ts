import { Refusal } from '../errors.ts'
import type { Usage } from '../responses/usage.ts'
import type { Clock } from '../time/clock.ts'
import { CELL, Cells } from './cells.ts'
import { NEVER, type Standing, Window } from './window.ts'

/** The limits of a project; what is left out is unlimited. */
export interface QuotaLimits {
  /** Completions, counted when their head has arrived. */
  requests_per_minute?: number
  /** Tokens of prompt and completion together, counted when the response is composed. */
  tokens_per_minute?: number
  /** Concurrent completions, from the end of the request to the end of its response. */
  concurrent_requests?: number
}

/** Tokens that were taken for a response. */
export interface Claim {
  /** Gives back those that were never sent. */
  giveBack(unsent: number): void
}

/** How much of each limit is used. */
export type Standings = Partial<Record<keyof QuotaLimits, Standing>>

/** What a project may use: counted in this process, or together with other mocks. `request` is the same object in all calls of one. */
export interface ProjectQuota {
  take(request: object): number | undefined
  takeTokens(usage: Usage, request: object): Claim | number | undefined
  begin(request: object): (() => void) | typeof NEVER | undefined
  readonly standing: Standings
  /** Other mocks decide, once the response is composed: until then nothing is booked. */
  readonly deferred?: boolean
}

/** The limits of a project and their use, on the gateway's clock. */
// keeps: service-quotas-per-project, limit-per-project
export class Quota implements ProjectQuota {
  readonly #requests: Window | undefined
  readonly #tokens: Window | undefined
  readonly #max: number | undefined
  readonly #cells: Cells

  constructor(limits: QuotaLimits, clock: Clock, cells: Cells = new Cells()) {
    const { requests_per_minute: requests, tokens_per_minute: tokens, concurrent_requests: most } = limits
    this.#requests = requests === undefined ? undefined : new Window(requests, cells, CELL.requestWindow, clock)
    this.#tokens = tokens === undefined ? undefined : new Window(tokens, cells, CELL.tokenWindow, clock)
    this.#max = most
    this.#cells = cells
  }

  /** Takes one request. Otherwise says how many seconds to wait: at least 1 (contract 7.4), or NEVER. */
  take(): number | undefined {
    return this.#requests?.take(1)
  }

  /** Takes the tokens of a response; a number is how many seconds to wait for them, or NEVER. */
  takeTokens({ prompt, completion }: Usage): Claim | number | undefined {
    const window = this.#tokens
    if (!window) return undefined
    const wait = window.take(Number(prompt) + Number(completion))
    if (wait !== undefined) return wait
    const { takenFrom } = window
    return { giveBack: (unsent) => window.giveBack(unsent, takenFrom) }
  }

  /** Begins a completion. Returns the function that ends it, NEVER when no further one may run now, undefined without a limit. */
  begin(): (() => void) | typeof NEVER | undefined {
    if (this.#max === undefined) return undefined
    const cells = this.#cells
    cells.enter()
    const free = cells.get(CELL.open) < this.#max
    if (free) cells.add(CELL.open, 1)
    cells.leave()
    return free ? () => cells.count(CELL.open, -1) : NEVER
  }

  /** How much of each limit is used at this time. */
  get standing(): Standings {
    return {
      ...(this.#requests && { requests_per_minute: this.#requests.standing }),
      ...(this.#tokens && { tokens_per_minute: this.#tokens.standing }),
      ...(this.#max !== undefined && {
        concurrent_requests: { limit: this.#max, used: this.#cells.get(CELL.open) },
      }),
    }
  }
}

/** The exceeded limit, and the fix if no wait can be computed. */
const WORDS: Record<keyof QuotaLimits, [what: string, fix: string]> = {
  requests_per_minute: ['its requests of the current minute', 'it may send none at all, so ask for a larger quota'],
  tokens_per_minute: [
    'its tokens of the current minute',
    'this request alone needs more than a whole minute gives, so shorten it or ask for fewer output tokens',
  ],
  concurrent_requests: ['its completions at the same time', 'try again when one of them has ended'],
}

/** The 429 of a quota, with the limit in its code. It has `Retry-After` if the wait can be computed (contract 7.4). */
// keeps: limit-429, retry-after, retry-after-computed
export function overQuota(quota: keyof QuotaLimits, wait: number): Refusal {
  const [what, fix] = WORDS[quota]
  const advice = wait === NEVER ? fix : `wait ${wait} s, as the header Retry-After says`
  return new Refusal('limited', `The project has used up ${what}; ${advice}.`, {
    code: quota,
    headers: wait === NEVER ? [] : ['retry-after', String(wait)],
  })
}
