/** Exit codes, and which of them a report ends a run with, whichever driver made it. */
import type { Report } from '../../../suites/harness/report/report.ts'
import { isKnownOnly, saysTooLittle } from '../baseline.ts'
import { failsByWaiver } from '../waivers.ts'

/** What each exit code means. */
export const exitCodes = { conformant: 0, nonconformant: 1, usage: 2, incomplete: 3, broken: 4, selection: 5 } as const

type Ended = Pick<Report, 'conclusion' | 'requirements' | 'stop'> & Partial<Pick<Report, 'filtered'>>

const OPEN = ['not-evidenced', 'inconclusive', 'error', 'fail']

/** The selected requirements that hold, such as those of a fix; undefined where the run was whole, ended early, or left one of them open. */
export function heldOf({ conclusion, requirements, filtered, stop }: Ended): string[] | undefined {
  if (!filtered || stop || conclusion !== 'incomplete') return undefined
  const scored = requirements.filter(({ level, not_scored }) => level === 'must' && !not_scored)
  if (scored.some(({ verdict }) => OPEN.includes(verdict))) return undefined
  const held = requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id)
  return held.length > 0 ? held : undefined
}

/**
 * A broken requirement counts before a check of ours that broke, and so does a waiver that is stale or expired. What a
 * baseline has does not count: without anything new the run ends as its baseline lets it.
 */
export function exitCodeOf(
  report: Pick<Report, 'conclusion' | 'requirements' | 'waivers' | 'baseline' | 'stop'> &
    Partial<Pick<Report, 'filtered'>>,
): number {
  const { conclusion, requirements } = report
  if (failsByWaiver(report)) return exitCodes.nonconformant
  if (conclusion === 'nonconformant' && !isKnownOnly(report)) return exitCodes.nonconformant
  if (requirements.some(({ verdict, not_scored }) => verdict === 'error' && !not_scored)) return exitCodes.broken
  if (heldOf(report)) return exitCodes.selection
  if (saysTooLittle(report)) return exitCodes.incomplete
  // Nonconformant for known failures alone: the job is as green as the baseline says.
  return conclusion === 'nonconformant' ? exitCodes.conformant : exitCodes[conclusion]
}
