import { failsByWaiver } from '../reporters/wording/waivers.ts'
import type { Report } from '../suites/harness/report/report.ts'

/** Takes the exit code of a command that has come to its end. */
export type End = (code: number) => void

/** What each exit code means. */
export const exitCodes = { conformant: 0, nonconformant: 1, usage: 2, incomplete: 3, broken: 4 } as const

/** A breach counts first: a check of ours that broke cannot excuse it. So does a waiver of what is no more. */
export function exitCodeOf(report: Pick<Report, 'conclusion' | 'requirements' | 'waivers'>): number {
  const { conclusion, requirements } = report
  if (conclusion === 'nonconformant' || failsByWaiver(report)) return exitCodes.nonconformant
  return requirements.some(({ verdict }) => verdict === 'error') ? exitCodes.broken : exitCodes[conclusion]
}
