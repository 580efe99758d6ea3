/** When a run under Playwright has begun: one moment for all its workers, and for its report. */
import type { Environment } from '../harness/target/environment.ts'
import type { Part } from './shards.ts'

/** The variable that tells the workers. */
export const STARTED = 'SVC_CONFORMANCE_STARTED'

/** What the global set-up has told; now where a project goes without it. */
export function startedIn(env: Environment): Date {
  const told = new Date(env[STARTED] ?? '')
  return Number.isNaN(told.getTime()) ? new Date() : told
}

/** The beginning of all shards together: that of the first. */
export function startOf(parts: readonly Pick<Part, 'started'>[]): Date {
  return new Date(Math.min(...parts.map(({ started }) => Date.parse(started))))
}
