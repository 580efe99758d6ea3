/** The parts of a report that have to be equal for both drivers. */
import type { Report } from '../../../suites/harness/report/report.ts'
import { allChecks } from '../../../suites/index.ts'

/** Checks that follow up on failures of others: each worker runs them only for failures that it saw itself. */
const followUps = new Set(allChecks.flatMap(({ id, followUp }) => (followUp ? [id] : [])))

/** Checks that run as far as the budget allows. */
const extra = new Set(allChecks.flatMap(({ id, extra: isExtra }) => (isExtra ? [id] : [])))

/** @param plenty the budget suffices for all checks, on any worker */
export function verdicts({ conclusion, requirements, observed, checks }: Report, plenty = true): unknown {
  return {
    conclusion,
    requirements: requirements.map(({ id, verdict, route = 'none' }) => `${id} ${verdict} ${route}`),
    observed: [...new Set(observed.map(({ id }) => id))],
    ran: checks
      .filter(({ id }) => !followUps.has(id) && (plenty || !extra.has(id)))
      .map(({ id, ran }) => `${id} ${ran}`),
  }
}
