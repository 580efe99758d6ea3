/** What a baseline is worth for a run: which failures it knows, and what has changed since. It changes no verdict. */
import type { RequirementId } from '../catalogue/requirements.ts'
import type { JudgedRequirement } from '../run/verdict.ts'

/** What an earlier run found, or what a list says of it. */
export interface Baseline {
  /** Requirements that are known not to hold. */
  readonly known: readonly RequirementId[]
  /** Requirements on which the earlier run had a verdict; absent for a list, which says that all others hold. */
  readonly judged?: readonly RequirementId[]
}

/** Ids are strings, because reports of other versions are read back with this type. */
export interface ReportedBaseline {
  /** What does not hold now, and is not in the baseline. */
  readonly new: readonly string[]
  /** What does not hold, and is in the baseline. */
  readonly known: readonly string[]
  /** What is in the baseline, and holds now. */
  readonly stale: readonly string[]
  /** Musts on which the earlier run had a verdict, and this one has none. */
  readonly lost: readonly string[]
}

/** Compares a run with its baseline. What a filter or a smaller profile leaves out is neither stale nor lost; what does not score is not part of it. */
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
  // What was shown before is not absent. A list names what was shown not to hold, and nothing else.
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
