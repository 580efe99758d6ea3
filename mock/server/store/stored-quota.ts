import type { GiveBack, ProjectQuota, QuotaLimits, Standings } from '../../core/metering/quota.ts'
import type { Usage } from '../../core/responses/usage.ts'
import type { Project } from '../../core/types.ts'

/** The claims of a request on the quota of its project, collected while its response is composed. */
export interface Asks {
  takes: boolean
  place?: string
  tokens?: number
  /** The start time of the window from which the tokens were taken. */
  opened?: number
  /** The project of the request; set before the store decides. */
  project?: Project
}

/** The operations of the store that a quota uses. */
export interface QuotaParts {
  readonly asks: WeakMap<object, Asks>
  standing(): Standings
  /** Creates the name of a slot for one of the concurrent completions. */
  place(): string
  /** Called when the response is over. */
  end(asks: Asks): void
  giveBack(opened: string, tokens: string): void
}

/** A quota that several mocks share: collects the claims of a request for a single decision of the store. */
export class StoredQuota implements ProjectQuota {
  readonly limits: QuotaLimits
  readonly #parts: QuotaParts
  readonly deferred = true

  constructor(limits: QuotaLimits, parts: QuotaParts) {
    this.limits = limits
    this.#parts = parts
  }

  /** Whether there is a limit, and so something for the store to decide. */
  get isLimited(): boolean {
    return Object.values(this.limits).some((amount) => amount !== undefined)
  }

  /** The use of the limits at the last response of the store. */
  get standing(): Standings {
    return this.#parts.standing()
  }

  take(request: object): undefined {
    this.#of(request).takes = true
  }

  takeTokens({ prompt, completion }: Usage, request: object): GiveBack | undefined {
    if (this.limits.tokens_per_minute === undefined) return undefined
    const asks = this.#of(request)
    asks.tokens = Number(prompt) + Number(completion)
    return (unsent) => {
      if (unsent > 0 && asks.opened !== undefined) this.#parts.giveBack(String(asks.opened), unsent.toFixed(0))
    }
  }

  begin(request: object): () => void {
    const asks = this.#of(request)
    asks.place = this.#parts.place()
    return () => this.#parts.end(asks)
  }

  #of(request: object): Asks {
    const asks = this.#parts.asks.get(request) ?? { takes: false }
    this.#parts.asks.set(request, asks)
    return asks
  }
}
