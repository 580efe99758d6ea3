import { createHash } from 'node:crypto'
import type { QuotaLimits } from '../../core/metering/quota.ts'
import type { StoreConnection } from './connection.ts'
import { RECORD_LIMITS } from './lua.ts'

/** Called with a sentence for the operator of the mock. */
export type News = (sentence: string) => void

/** Milliseconds between checks of a project in use. */
const AGAIN = 30_000

/** Milliseconds for which limits stay in the store; the limits of a deployment that has ended no longer matter. */
const KEPT = 2 * AGAIN

/**
 * Detects a mock with different limits for the same windows, usually because two deployments use one store. Call the
 * returned function for each request of a project; it does not block.
 */
export function watchLimits(connection: StoreConnection, key: (project: string) => string, news: News) {
  const next = new Map<string, number>()
  /** The limits that this mock has written, including those before a reload. */
  const written = new Map<string, Set<string>>()
  const reported = new Set<string>()

  const compare = async (project: string, own: string): Promise<void> => {
    const known = written.get(project) ?? new Set()
    written.set(project, known.add(own))
    const before = String(await connection.run(RECORD_LIMITS, [key(project)], [own, String(KEPT)]))
    if (before === '' || known.has(before) || reported.has(project)) return
    reported.add(project)
    news(
      `Another mock counts the project ${JSON.stringify(project)} in this store with other limits. Give all the same configuration, or each deployment its own ?prefix=NAME at the end of the URL of the store.`,
    )
  }

  return (project: string, limits: QuotaLimits): void => {
    const now = performance.now()
    if (now < (next.get(project) ?? 0)) return
    next.set(project, now + AGAIN)
    compare(project, digestOf(limits)).catch(() => undefined)
  }
}

/** A digest that does not depend on the order of the limits. */
function digestOf({ requests_per_minute, tokens_per_minute, concurrent_requests }: QuotaLimits): string {
  const text = JSON.stringify([requests_per_minute, tokens_per_minute, concurrent_requests])
  return createHash('sha256').update(text).digest('base64url')
}
