/** What a run has not shown because the target file declares it absent. */
import type { RequirementId } from '../catalogue/requirements.ts'
import { compact } from '../http/compact.ts'
import type { Verdict } from '../judge/evidence.ts'
import { contradiction, type JudgedAbsence } from '../reachability/declared-absent.ts'
import type { Result } from '../run/result.ts'

export interface ReportedAbsence {
  /** As the target file names it; a string, because reports of other versions are read back with this type. */
  readonly id: string
  readonly reason: string
  /** Requirements that were not shown because of it. */
  readonly requirements: readonly string[]
  /** Checks that did not run because of it. Other checks may still show their requirements. */
  readonly checks: readonly string[]
  /** A response that shows that it is not absent: the declaration does not hold, and has no effect. */
  readonly contradicted?: string
}

/** Declarations that have an effect on the run, or do not hold. */
export function absencesIn({ absences, judged }: Pick<Result, 'absences' | 'judged'>): ReportedAbsence[] {
  return absences.flatMap((absence) => {
    const { id, reason, checks, shownBy } = absence
    if (checks.length === 0 && shownBy === undefined) return []
    const contradicted = shownBy && contradiction(absence)
    const requirements = contradicted === undefined ? requirementsLeft(absence, judged) : []
    return [{ id, reason, requirements, checks, ...compact({ contradicted }) }]
  })
}

/**
 * Requirements that were not shown because of an absence.
 *
 * @param verdict their verdict because of it; a different one if the mock, which has everything, replaces the target
 */
export function requirementsLeft(
  { concerns }: JudgedAbsence,
  judged: Result['judged'],
  verdict: Verdict = 'not-applicable',
): RequirementId[] {
  const left = new Set(judged.flatMap((each) => (each.verdict === verdict ? [each.requirement.id] : [])))
  return concerns.filter((id) => left.has(id))
}
