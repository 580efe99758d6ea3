/** Findings become verdicts, and verdicts become a conclusion. Pure: independent of runner, clock and order. */

import { includes, type Profile } from '../catalogue/profiles.ts'
import {
  contractVersion,
  currentRequirements,
  type Requirement,
  type RequirementId,
  requirement,
} from '../catalogue/requirements.ts'
import { kept } from '../http/compact.ts'
import type { Conclusion, Finding, Outcome, Verdict } from '../judge/evidence.ts'
import { asScored, type FrozenSet } from '../sets/frozen-set.ts'
import type { Scoring } from '../sets/scoring.ts'
import { names } from '../text/names.ts'
import type { Check } from './check.ts'

/** From the worst to the best; the worst finding decides. A declared absence counts only without other findings. */
const order: readonly Outcome[] = names('fail error inconclusive not-evidenced observed pass not-applicable')

/** Why a requirement takes no part in the conclusion: the set does not have it yet, or no longer, or it is disputed. */
export interface NotScored {
  readonly reason: 'newer' | 'dropped' | 'challenged'
  /** The day from which it counts; absent if no set that contains it has a day yet. */
  readonly from?: string
  /** Ids of the challenges. */
  readonly challenges?: readonly string[]
}

/** A worse verdict by checks, rows, levels or profiles that are newer than the set. */
export interface Newer {
  readonly verdict: Verdict
  /** Findings that the set does not count; if only a level or a profile is newer, the findings that it counts. */
  readonly findings: readonly Finding[]
  readonly from?: string
}

/** A requirement with its verdict, and the findings on which the verdict is based. */
export interface JudgedRequirement {
  readonly requirement: Requirement
  readonly verdict: Verdict
  /** The findings that count. */
  readonly findings: readonly Finding[]
  /** Findings in responses to requests that were wrongly accepted. They do not decide the verdict. */
  readonly consequences: readonly Finding[]
  readonly notScored?: NotScored
  readonly newer?: Newer
}

export interface Selection {
  readonly profile: Profile
  /** The selected checks. */
  readonly checks: readonly Check[]
  /** Requirements that the run is limited to; all of the profile if absent. */
  readonly only?: ReadonlySet<RequirementId>
  /** The set by which requirements count; everything counts if absent. */
  readonly scoring?: Scoring
}

/** The version of the contract that a run is judged by. */
export function contractOf({ scoring }: Pick<Selection, 'scoring'>): string {
  return scoring?.set.contract ?? contractVersion
}

/** Whether the run has to show evidence for a requirement. */
function isSelected(requirement: Requirement, selection: Selection): boolean {
  if (!requirement.profile || !includes(selection.profile, requirement.profile)) return false
  return selection.only === undefined || selection.only.has(requirement.id)
}

function verdictOf(requirement: Requirement, findings: readonly Finding[], selected: boolean): Verdict {
  if (requirement.level === 'not-observable') return 'not-observable'
  const worst = order.find((outcome) => findings.some((finding) => finding.outcome === outcome)) ?? 'not-evidenced'
  if (requirement.level === 'observe') {
    if (findings.some(({ outcome }) => outcome === 'observed')) return 'observed'
    if (!selected) return 'not-selected'
    return worst === 'not-applicable' ? worst : 'not-evidenced'
  }
  // An observed breach counts, even if the run did not look for it.
  if (worst === 'fail') return requirement.level === 'must' ? 'fail' : 'warn'
  return selected ? worst : 'not-selected'
}

/** Findings by requirement, cached since several sets judge the same list. @throws if a requirement is unknown */
const groupsOf = kept((findings: readonly Finding[]) => {
  const groups = Map.groupBy(findings, (finding) => finding.requirement)
  for (const id of groups.keys()) requirement(id)
  return groups
})

/** The verdict on each requirement of the run's contract. @param set overrides the catalogue's levels and profiles */
export function judgeRequirements(
  findings: readonly Finding[],
  selection: Selection,
  set?: FrozenSet,
): JudgedRequirement[] {
  const byRequirement = groupsOf(findings)
  return (selection.scoring?.requirements ?? currentRequirements).map((current) => {
    const each = set ? asScored(current, set) : current
    const found = byRequirement.get(each.id) ?? []
    const own = found.filter(({ isConsequence }) => !isConsequence)
    const consequences = found.filter(({ isConsequence }) => isConsequence)
    const verdict = verdictOf(each, own, isSelected(each, selection))
    return { requirement: each, findings: own, consequences, verdict }
  })
}

/** The conclusion of a run. Checks that did not run cannot improve it. Requirements that do not score do not count. */
export function conclude(all: readonly JudgedRequirement[], selection: Selection, strict: boolean): Conclusion {
  const judged = all.filter(({ notScored }) => notScored === undefined)
  if (judged.some(({ verdict }) => verdict === 'fail' || (strict && verdict === 'warn'))) return 'nonconformant'
  if (selection.checks.length === 0) return 'incomplete'
  const owed = judged.filter(
    ({ requirement: { level, profile } }) => level === 'must' && profile && includes(selection.profile, profile),
  )
  return owed.length > 0 && owed.every(({ verdict }) => verdict === 'pass' || verdict === 'not-applicable')
    ? 'conformant'
    : 'incomplete'
}
