/** What the reports of two drivers have to agree on. */
import type { Report } from '../../../suites/harness/report/report.ts'

export function verdicts({ conclusion, requirements, observed, checks }: Report): unknown {
  return {
    conclusion,
    requirements: requirements.map(({ id, verdict, route = 'none' }) => `${id} ${verdict} ${route}`),
    observed: [...new Set(observed.map(({ id }) => id))],
    ran: checks.map(({ id, ran }) => `${id} ${ran}`),
  }
}
