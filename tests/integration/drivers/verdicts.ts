/** What the reports of two drivers have to agree on. */
import type { Report } from '../../../suites/harness/report/report.ts'
import { allChecks } from '../../../suites/index.ts'

/** Checks that ask about what others have found: each worker asks where it has seen such a failure itself. */
const followUps = new Set(allChecks.flatMap(({ id, followUp }) => (followUp ? [id] : [])))

/** Checks that run as far as the budget allows. */
const extra = new Set(allChecks.flatMap(({ id, extra: isExtra }) => (isExtra ? [id] : [])))

/** @param plenty the budget leaves room for everything, whichever worker runs it */
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
