/** Exit codes, and which of them a report ends a run with, whichever driver made it. */
import type { Report } from '../../suites/harness/report/report.ts'
import { isKnownOnly, saysTooLittle } from './baseline.ts'
import { failsByWaiver } from './waivers.ts'

/** What each exit code means. */
export const exitCodes = { conformant: 0, nonconformant: 1, usage: 2, incomplete: 3, broken: 4 } as const

/**
 * A broken requirement counts before a check of ours that broke, and so does a waiver that is stale or expired. What a
 * baseline has does not count: without anything new the run ends as its baseline lets it.
 */
export function exitCodeOf(
  report: Pick<Report, 'conclusion' | 'requirements' | 'waivers' | 'baseline' | 'stop'>,
): number {
  const { conclusion, requirements } = report
  if (failsByWaiver(report)) return exitCodes.nonconformant
  if (conclusion === 'nonconformant' && !isKnownOnly(report)) return exitCodes.nonconformant
  if (requirements.some(({ verdict, not_scored }) => verdict === 'error' && !not_scored)) return exitCodes.broken
  if (saysTooLittle(report)) return exitCodes.incomplete
  // Nonconformant for known failures alone: the job is as green as the baseline says.
  return conclusion === 'nonconformant' ? exitCodes.conformant : exitCodes[conclusion]
}
