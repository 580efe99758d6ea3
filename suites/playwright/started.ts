/** When a run under Playwright has begun: one time for all its workers, and for its report. */
import { DEFAULT_SEED, type Seed } from '../harness/run/generated/seed.ts'
import type { Environment } from '../harness/target/environment.ts'
import type { Part } from './shards.ts'

/** The variable that the workers read. */
export const STARTED = 'SVC_CONFORMANCE_STARTED'

/** The start that the global set-up recorded, or else the current time. */
export function startedIn(env: Environment): Date {
  const started = new Date(env[STARTED] ?? '')
  return Number.isNaN(started.getTime()) ? new Date() : started
}

/** The variable with the seed of the run, for the workers. */
export const SEEDED = 'SVC_CONFORMANCE_SEEDED'

/** The seed that the global set-up recorded, or else the default seed. */
export function seedHere(env: Environment): Seed {
  const text = env[SEEDED]
  return text === undefined ? { seed: DEFAULT_SEED, origin: {} } : (JSON.parse(text) as Seed)
}

/** The start of the run: that of its first shard. */
export function startOf(parts: readonly Pick<Part, 'started'>[]): Date {
  return new Date(Math.min(...parts.map(({ started }) => Date.parse(started))))
}
