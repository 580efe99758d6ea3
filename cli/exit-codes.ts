import type { Conclusion } from '../suites/harness/finding.ts'

/** What each exit code means. */
export const exitCodes = { conformant: 0, nonconformant: 1, usage: 2, incomplete: 3, broken: 4 } as const

export function exitCodeOf(conclusion: Conclusion): number {
  return exitCodes[conclusion]
}
