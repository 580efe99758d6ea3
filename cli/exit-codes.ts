import type { Report } from '../suites/harness/report.ts'

/** What each exit code means. */
export const exitCodes = { conformant: 0, nonconformant: 1, usage: 2, incomplete: 3, broken: 4 } as const

/** A breach counts first: a check of ours that broke cannot excuse it. */
export function exitCodeOf({ conclusion, requirements }: Pick<Report, 'conclusion' | 'requirements'>): number {
  if (conclusion === 'nonconformant') return exitCodes.nonconformant
  return requirements.some(({ verdict }) => verdict === 'error') ? exitCodes.broken : exitCodes[conclusion]
}
