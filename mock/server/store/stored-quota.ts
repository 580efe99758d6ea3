import type { GiveBack, ProjectQuota, QuotaLimits, Standings } from '../../core/metering/quota.ts'
import type { Usage } from '../../core/responses/usage.ts'
import type { Project } from '../../core/types.ts'

/** The claims of a request on its project, collected while its response is composed. */
export interface Asks {
  takes: boolean
  place?: string
  tokens?: number
  /** When the window began that the tokens were taken from. */
  opened?: number
  /** The project of the request, once the store has decided. */
  project?: Project
}

/** What a quota needs from the store. */
export interface QuotaParts {
  readonly asks: WeakMap<object, Asks>
  standing(): Standings
  /** A separate slot among the concurrent completions. */
  place(): string
  /** The response is over. */
  end(asks: Asks): void
  giveBack(opened: string, tokens: string): void
}

/** The quota of a project that several mocks share: it collects the claims of a request for one decision of the store. */
export class StoredQuota implements ProjectQuota {
  readonly limits: QuotaLimits
  readonly #parts: QuotaParts
  readonly deferred = true

  constructor(limits: QuotaLimits, parts: QuotaParts) {
    this.limits = limits
    this.#parts = parts
  }

  /** Whether there is anything for the store to decide. */
  get isLimited(): boolean {
    return Object.values(this.limits).some((amount) => amount !== undefined)
  }

  /** The last response of the store. */
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
