/** How a run scores: by a set, the sets after it, and the open challenges. */

import { hintFor } from '../catalogue/nearest.ts'
import { type OurYaml, ourYaml } from '../catalogue/our-yaml.ts'
import { type Requirement, type RequirementId, requirements } from '../catalogue/requirements.ts'
import { UsageError } from '../catalogue/usage-error.ts'
import { requirementsOfContract } from '../catalogue/version-order.ts'
import { compact } from '../http/compact.ts'
import { type FrozenSet, frozenSetFrom, type SetFile } from './frozen-set.ts'
import { changeNear, claimIn, type SetChange, type SetState, stateOf, type Timeline, usualSet } from './timeline.ts'

export interface Scoring {
  readonly set: FrozenSet
  /** Requirements of the set's contract. A run judges no others, since that contract does not have them. */
  readonly requirements: readonly Requirement[]
  /** The state of the set at the time of the run. */
  readonly state: SetState
  /** When the default set changes, if within a month. */
  readonly change?: SetChange
  /** Newer sets of the same contract, the oldest first, each with the day on which it becomes effective, if known. */
  readonly later: readonly { readonly set: FrozenSet; readonly effective?: string }[]
  /** What an earlier set has and this one lacks, as a set of a later contract may. */
  readonly dropped: { readonly requirements: ReadonlySet<RequirementId>; readonly checks: ReadonlySet<string> }
  /** Ids of open challenges by requirement. */
  readonly challenges: ReadonlyMap<string, readonly string[]>
}

/** The source of sets, their days and challenges. */
export interface ScoringSource {
  readonly timeline: Pick<Timeline, 'sets'>
  readonly setFile: (name: string) => SetFile
  readonly challenges: readonly Challenge[]
  /** Requirements of every contract; ours by default. */
  readonly catalogue?: readonly Requirement[]
}

/**
 * @param name of the set; the default set if absent
 * @param claim the contract of the target; by default, the oldest that is not deprecated
 * @throws UsageError where there is no such set, or it is of another contract
 */
export function scoringFrom(
  { timeline, setFile, challenges, catalogue = requirements }: ScoringSource,
  name: string | undefined,
  at: Date,
  claim?: string,
): Scoring {
  const { sets } = timeline
  const chosen = name === undefined ? usualSet(timeline, at, claim) : sets.find((set) => set.name === name)
  if (!chosen) {
    const known = sets.map((set) => set.name)
    throw new UsageError(`there is no set '${name}'; ${hintFor(String(name), known)}`)
  }
  if (claim !== undefined && claimIn(chosen.name) !== claim)
    throw new UsageError(`the set ${chosen.name} is not of the contract ${claim}, which the target claims`)
  const place = sets.indexOf(chosen)
  const set = frozenSetFrom(setFile(chosen.name))
  const earlier = sets.slice(0, place).map(({ name: before }) => frozenSetFrom(setFile(before)))
  return {
    set,
    requirements: requirementsOfContract(set.contract, catalogue),
    state: stateOf(chosen, at),
    ...compact({ change: changeNear(timeline, at, claim) }),
    later: sets
      .slice(place + 1)
      .filter((later) => claimIn(later.name) === claimIn(chosen.name))
      .map(({ name: later, effective }) => ({ set: frozenSetFrom(setFile(later)), ...compact({ effective }) })),
    dropped: droppedFrom(earlier, set),
    challenges: openChallenges(challenges, at),
  }
}

function droppedFrom(earlier: readonly FrozenSet[], { requirements, checks }: FrozenSet): Scoring['dropped'] {
  const ids = earlier.flatMap((each) => [...each.requirements.keys()])
  return {
    requirements: new Set(ids.filter((id) => !requirements.has(id))),
    checks: new Set(earlier.flatMap((each) => [...each.checks]).filter((id) => !checks.has(id))),
  }
}

/** The sets that this version knows, the oldest first. */
export function ourTimeline(): Timeline {
  return ourYaml('schemas/sets/timeline.yaml') as Timeline
}

/** The file of one of our sets. */
export function ourSetFile(name: string): SetFile {
  return ourYaml(`schemas/sets/${name}.yaml` as OurYaml) as SetFile
}

/** All challenges, including those with a ruling. */
export function ourChallenges(): readonly Challenge[] {
  return (ourYaml('schemas/challenges.yaml') as { readonly challenges: readonly Challenge[] }).challenges
}

/**
 * Scores by the sets and challenges of this version. @throws UsageError where there is no set of this name
 * @example const scoring = scoringFor('1.0.0-1', new Date())
 */
export function ourScoring(name: string | undefined, at: Date, claim?: string): Scoring {
  return scoringFrom({ timeline: ourTimeline(), setFile: ourSetFile, challenges: ourChallenges() }, name, at, claim)
}

/** A requirement that is disputed as not required by the contract. */
export interface Challenge {
  readonly id: string
  readonly requirement: RequirementId
  /** The words of the contract that it is based on. */
  readonly quote: string
  /** A day in UTC; the date of the ruling is in UTC as well. */
  readonly opened: string
  /** Absent until there is a ruling, which takes effect on its date. */
  readonly ruling?: { readonly word: 'upheld' | 'rejected'; readonly date: string; readonly reason: string }
}

/** The ids of challenges that are open at a given time, by the requirement that does not score because of them. */
export function openChallenges(challenges: readonly Challenge[], at: Date): ReadonlyMap<string, readonly string[]> {
  const day = at.toISOString().slice(0, 10)
  const open = Map.groupBy(
    challenges.filter(({ opened, ruling }) => opened <= day && (ruling === undefined || ruling.date > day)),
    ({ requirement }) => requirement,
  )
  return new Map([...open].map(([requirement, own]) => [requirement, own.map(({ id }) => id)]))
}
