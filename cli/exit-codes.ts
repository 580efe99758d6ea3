/** Exit codes, and which of them a report ends the command with. */
import { failsByWaiver } from '../reporters/wording/waivers.ts'
import type { Report } from '../suites/harness/report/report.ts'

/** Called with the exit code when a command has come to its end. */
export type End = (code: number) => void

/** What each exit code means. */
export const exitCodes = { conformant: 0, nonconformant: 1, usage: 2, incomplete: 3, broken: 4 } as const

/** A broken requirement counts before a check of ours that broke, and so does a waiver that is stale or expired. */
export function exitCodeOf(report: Pick<Report, 'conclusion' | 'requirements' | 'waivers'>): number {
  const { conclusion, requirements } = report
  if (conclusion === 'nonconformant' || failsByWaiver(report)) return exitCodes.nonconformant
  return requirements.some(({ verdict }) => verdict === 'error') ? exitCodes.broken : exitCodes[conclusion]
}
