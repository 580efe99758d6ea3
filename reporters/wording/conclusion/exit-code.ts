/** The exit codes, and the code for a report, which does not depend on the driver. */

import type { Report } from '../../../suites/harness/report/report.ts'
import { isKnownOnly, saysTooLittle } from '../baseline.ts'
import { openVerdicts } from '../details.ts'
import { failsByWaiver } from '../waivers.ts'

/** What each exit code means. */
export const exitCodes = { conformant: 0, nonconformant: 1, usage: 2, incomplete: 3, broken: 4, selection: 5 } as const

type Ended = Pick<Report, 'conclusion' | 'requirements' | 'stop'> & Partial<Pick<Report, 'filtered'>>

const OPEN: readonly string[] = [...openVerdicts, 'fail']

/** The selected requirements, if all hold, as after a fix; undefined if the run was not filtered or ended early. */
export function heldOf({ conclusion, requirements, filtered, stop }: Ended): string[] | undefined {
  if (!filtered || stop || conclusion !== 'incomplete') return undefined
  const scored = requirements.filter(({ level, not_scored }) => level === 'must' && !not_scored)
  if (scored.some(({ verdict }) => OPEN.includes(verdict))) return undefined
  const held = requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id)
  return held.length > 0 ? held : undefined
}

/**
 * A failed requirement, or a stale or expired waiver, takes precedence over a broken check of the harness. Failures in
 * the baseline do not count.
 */
export function exitCodeOf(report: Ended & Pick<Report, 'waivers' | 'baseline'>): number {
  const { conclusion, requirements } = report
  if (failsByWaiver(report)) return exitCodes.nonconformant
  if (conclusion === 'nonconformant' && !isKnownOnly(report)) return exitCodes.nonconformant
  if (requirements.some(({ verdict, not_scored }) => verdict === 'error' && !not_scored)) return exitCodes.broken
  if (heldOf(report)) return exitCodes.selection
  if (saysTooLittle(report)) return exitCodes.incomplete
  if (conclusion !== 'nonconformant') return exitCodes[conclusion]
  // Only known failures make it nonconformant, and the baseline excuses those.
  return report.filtered ? exitCodes.selection : exitCodes.conformant
}
