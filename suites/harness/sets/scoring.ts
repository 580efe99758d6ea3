/** What a run is scored by: a set, the sets that come after it, and the challenges that are open. */
import { hintFor } from '../catalogue/nearest.ts'
import { type OurYaml, ourYaml } from '../catalogue/our-yaml.ts'
import { UsageError } from '../catalogue/usage-error.ts'
import { compact } from '../http/compact.ts'
import { type Challenge, openChallenges } from './challenges.ts'
import { type FrozenSet, frozenSetFrom, type SetFile } from './frozen-set.ts'
import { type SetState, stateOf, type Timeline, usualSet } from './timeline.ts'

export interface Scoring {
  readonly set: FrozenSet
  /** What the set is at the time of the run. */
  readonly state: SetState
  /** Newer sets, the oldest of them first, each with the day on which it becomes effective, where that is known. */
  readonly later: readonly { readonly set: FrozenSet; readonly effective?: string }[]
  /** Ids of open challenges by requirement. */
  readonly challenges: ReadonlyMap<string, readonly string[]>
}

/** Where sets, their days and challenges come from. */
export interface ScoringSource {
  readonly timeline: Pick<Timeline, 'sets'>
  readonly setFile: (name: string) => SetFile
  readonly challenges: readonly Challenge[]
}

/** @param name of the set; the usual one where none is named. @throws UsageError where there is none of this name */
export function scoringFrom(
  { timeline, setFile, challenges }: ScoringSource,
  name: string | undefined,
  at: Date,
): Scoring {
  const { sets } = timeline
  const chosen = name === undefined ? usualSet(timeline, at) : sets.find((set) => set.name === name)
  if (!chosen) {
    const hint = hintFor(
      String(name),
      sets.map((set) => set.name),
    )
    throw new UsageError(`there is no set '${name}'; ${hint}`)
  }
  return {
    set: frozenSetFrom(setFile(chosen.name)),
    state: stateOf(chosen, at),
    later: sets
      .slice(sets.indexOf(chosen) + 1)
      .map((set) => ({ set: frozenSetFrom(setFile(set.name)), ...compact({ effective: set.effective }) })),
    challenges: openChallenges(challenges, at),
  }
}

/** The sets that this version knows, the oldest first. */
export function ourTimeline(): Timeline {
  return ourYaml('schemas/sets/timeline.yaml') as Timeline
}

/** The file of a set of ours. */
export function ourSetFile(name: string): SetFile {
  return ourYaml(`schemas/sets/${name}.yaml` as OurYaml) as SetFile
}

/** Every challenge, those that are ruled too. */
export function ourChallenges(): readonly Challenge[] {
  return (ourYaml('schemas/challenges.yaml') as { readonly challenges: readonly Challenge[] }).challenges
}

/** Scores by the sets and challenges of this version. @throws UsageError where there is no set of this name */
export function ourScoring(name: string | undefined, at: Date): Scoring {
  return scoringFrom({ timeline: ourTimeline(), setFile: ourSetFile, challenges: ourChallenges() }, name, at)
}
