/** Compares a run with a baseline: which failures are known, and what has changed since. It changes no verdict. */
import type { RequirementId } from '../catalogue/requirements.ts'
import type { JudgedRequirement } from '../run/verdict.ts'

/** What an earlier run found, or a list of its failures. */
export interface Baseline {
  /** Requirements that are known not to hold. */
  readonly known: readonly RequirementId[]
  /** Requirements on which the earlier run had a verdict; absent for a list, which says that all others hold. */
  readonly judged?: readonly RequirementId[]
}

/** Ids are strings, because reports of other versions are read back with this type. */
export interface ReportedBaseline {
  /** Requirements that do not hold now, and are not in the baseline. */
  readonly new: readonly string[]
  /** Requirements that do not hold, and are in the baseline. */
  readonly known: readonly string[]
  /** Requirements that are in the baseline, and hold now. */
  readonly stale: readonly string[]
  /** Requirements of level must on which the earlier run had a verdict, but this run has none. */
  readonly lost: readonly string[]
}

/** Compares what scores in a run with its baseline. A filter or a smaller profile makes nothing stale or lost. */
export function judgeBaseline(
  { known, judged: before }: Baseline,
  all: readonly JudgedRequirement[],
  strict: boolean,
): ReportedBaseline {
  const judged = all.filter(({ notScored }) => notScored === undefined)
  const isKnown = new Set(known)
  const hadVerdict = before && new Set(before)
  const ids = (wanted: (each: JudgedRequirement) => boolean): string[] =>
    judged.filter(wanted).map(({ requirement: { id } }) => id)
  const isFailing = ({ verdict }: JudgedRequirement): boolean => verdict === 'fail' || (strict && verdict === 'warn')
  const isOpen = ({ verdict }: JudgedRequirement): boolean =>
    verdict === 'not-evidenced' || verdict === 'inconclusive' || verdict === 'error'
  // A requirement with an earlier verdict is lost, even if it is declared absent now. A list has only failures.
  const isDeclaredAway = ({ verdict, requirement: { id } }: JudgedRequirement): boolean =>
    verdict === 'not-applicable' && (isKnown.has(id) || hadVerdict?.has(id) === true)
  return {
    new: ids((each) => isFailing(each) && !isKnown.has(each.requirement.id)),
    known: ids((each) => isFailing(each) && isKnown.has(each.requirement.id)),
    stale: ids(({ verdict, newer, requirement: { id } }) => verdict === 'pass' && !newer && isKnown.has(id)),
    lost: ids(
      (each) =>
        each.requirement.level === 'must' &&
        (isOpen(each) ? (hadVerdict?.has(each.requirement.id) ?? true) : isDeclaredAway(each)),
    ),
  }
}
