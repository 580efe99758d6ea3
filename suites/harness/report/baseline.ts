/** Compares a run with a baseline: which failures are known, and what has changed since. It changes no verdict. */
import type { RequirementId } from '../catalogue/requirements.ts'
import type { Verdict } from '../judge/evidence.ts'
import type { JudgedRequirement } from '../run/verdict.ts'

/** What an earlier run found, or a list of its failures. */
export interface Baseline {
  /** Requirements that are known not to hold. */
  readonly known: readonly RequirementId[]
  /** Requirements on which the earlier run had a verdict; absent for a list. */
  readonly judged?: readonly RequirementId[]
  /** Requirements that the earlier run could not show; absent for a list, and for a run that ended early. */
  readonly open?: readonly RequirementId[]
}

/** Ids are strings, because reports of other versions are read back with this type. */
export interface ReportedBaseline {
  /** Requirements that do not hold now, and are not in the baseline. */
  readonly new: readonly string[]
  /** Requirements that do not hold, and are in the baseline. */
  readonly known: readonly string[]
  /** Requirements that are in the baseline, and hold now. */
  readonly stale: readonly string[]
  /** Requirements of level must that this run could not show, unless the earlier run could not show them either. */
  readonly lost: readonly string[]
}

/** Verdicts of requirements that a run selected, but did not show. */
export const openVerdicts: readonly Verdict[] = ['not-evidenced', 'inconclusive', 'error']

/** Compares what scores in a run with its baseline. A filter or a smaller profile makes nothing stale or lost. */
export function judgeBaseline(
  { known, judged: before = [], open = [] }: Baseline,
  all: readonly JudgedRequirement[],
  strict: boolean,
): ReportedBaseline {
  const judged = all.filter(({ notScored }) => notScored === undefined)
  const isKnown = new Set(known)
  const hadVerdict = new Set([...before, ...known])
  const wasOpen = new Set(open)
  const ids = (wanted: (each: JudgedRequirement) => boolean): string[] =>
    judged.filter(wanted).map(({ requirement: { id } }) => id)
  const isFailing = ({ verdict }: JudgedRequirement): boolean => verdict === 'fail' || (strict && verdict === 'warn')
  // A requirement with an earlier verdict is lost, even if it is declared absent now. A list has only failures.
  const isLost = ({ verdict, requirement: { id, level } }: JudgedRequirement): boolean =>
    level === 'must' &&
    (verdict === 'not-applicable' ? hadVerdict.has(id) : openVerdicts.includes(verdict) && !wasOpen.has(id))
  return {
    new: ids((each) => isFailing(each) && !isKnown.has(each.requirement.id)),
    known: ids((each) => isFailing(each) && isKnown.has(each.requirement.id)),
    stale: ids(({ verdict, newer, requirement: { id } }) => verdict === 'pass' && !newer && isKnown.has(id)),
    lost: ids(isLost),
  }
}
