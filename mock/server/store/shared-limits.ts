import { createHash } from 'node:crypto'
import type { QuotaLimits } from '../../core/metering/quota.ts'
import type { StoreConnection } from './connection.ts'
import { RECORD_LIMITS } from './lua.ts'

/** Called with a sentence for the operator of the mock. */
export type News = (sentence: string) => void

/** Milliseconds between two looks at a project that is used. */
const AGAIN = 30_000

/** Milliseconds that limits stay in the store: those of a deployment that has ended no longer matter. */
const KEPT = 2 * AGAIN

/** Detects a mock with another configuration that counts in the same windows: usually two deployments with one store. */
export class SharedLimits {
  readonly #connection: StoreConnection
  readonly #key: (project: string) => string
  readonly #news: News
  readonly #next = new Map<string, number>()
  /** The limits that this mock has written, also before a reload. */
  readonly #own = new Map<string, Set<string>>()
  readonly #reported = new Set<string>()

  constructor(connection: StoreConnection, key: (project: string) => string, news: News) {
    this.#connection = connection
    this.#key = key
    this.#news = news
  }

  /** Call it for each request of a project; it does not wait. */
  look(project: string, limits: QuotaLimits): void {
    const now = performance.now()
    if (now < (this.#next.get(project) ?? 0)) return
    this.#next.set(project, now + AGAIN)
    this.#compare(project, digestOf(limits)).catch(() => undefined)
  }

  async #compare(project: string, own: string): Promise<void> {
    const known = this.#own.get(project) ?? new Set()
    this.#own.set(project, known.add(own))
    const before = String(await this.#connection.run(RECORD_LIMITS, [this.#key(project)], [own, String(KEPT)]))
    if (before === '' || known.has(before) || this.#reported.has(project)) return
    this.#reported.add(project)
    this.#news(
      `Another mock counts the project ${JSON.stringify(project)} in this store with other limits. Give all the same configuration, or each deployment its own ?prefix=NAME at the end of the URL of the store.`,
    )
  }
}

/** Equal for equal limits in any order. */
function digestOf({ requests_per_minute, tokens_per_minute, concurrent_requests }: QuotaLimits): string {
  const text = JSON.stringify([requests_per_minute, tokens_per_minute, concurrent_requests])
  return createHash('sha256').update(text).digest('base64url')
}
