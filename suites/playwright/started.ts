/** When a run under Playwright has begun: one time for all its workers, and for its report. */
import type { Environment } from '../harness/target/environment.ts'
import type { Part } from './shards.ts'

/** The variable that the workers read. */
export const STARTED = 'SVC_CONFORMANCE_STARTED'

/** The start from the global set-up; now, without one. */
export function startedIn(env: Environment): Date {
  const started = new Date(env[STARTED] ?? '')
  return Number.isNaN(started.getTime()) ? new Date() : started
}

/** The beginning of all shards together: that of the first. */
export function startOf(parts: readonly Pick<Part, 'started'>[]): Date {
  return new Date(Math.min(...parts.map(({ started }) => Date.parse(started))))
}
