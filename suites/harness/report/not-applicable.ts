/** What a run has not shown, because the target file declares that it is not there. */
import { compact } from '../http/compact.ts'
import { contradiction } from '../presence/declared-absent.ts'
import type { Result } from '../run/result.ts'

export interface ReportedAbsence {
  /** As the target file names it; a string, because reports of other versions are read back with this type. */
  readonly id: string
  readonly reason: string
  /** Requirements of which nothing was shown for it. */
  readonly requirements: readonly string[]
  /** Checks that did not run for it; of some of them, other checks show the requirement. */
  readonly checks: readonly string[]
  /** An answer that shows that it is there: the declaration does not hold, and counts for nothing. */
  readonly contradicted?: string
}

/** Those that keep the run from something, or do not hold. */
export function absencesIn({ absences, judged }: Pick<Result, 'absences' | 'judged'>): ReportedAbsence[] {
  const notShown = new Set(
    judged.flatMap(({ requirement: { id }, verdict }) => (verdict === 'not-applicable' ? [id] : [])),
  )
  return absences.flatMap((absence) => {
    const { id, reason, checks, concerns, shownBy } = absence
    if (checks.length === 0 && shownBy === undefined) return []
    const contradicted = shownBy && contradiction(absence)
    const requirements = contradicted === undefined ? concerns.filter((each) => notShown.has(each)) : []
    return [{ id, reason, requirements, checks, ...compact({ contradicted }) }]
  })
}
