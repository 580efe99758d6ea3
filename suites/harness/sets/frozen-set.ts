/** A set: the requirements, checks and rows that score, frozen under a name. New checks never fail a certified gateway. */
import { includes, type Profile } from '../catalogue/profiles.ts'
import { levels, type Requirement, type RequirementId } from '../catalogue/requirements.ts'

/** The levels that can count. */
type ScoringLevel = Extract<Requirement['level'], 'must' | 'should'>

/** What was added to a set at one time. */
interface Group {
  readonly requirements?: Readonly<Partial<Record<ScoringLevel, Readonly<Partial<Record<Profile, readonly string[]>>>>>>
  readonly checks?: readonly string[]
  /** Titles of rows, by the check that walks through them. */
  readonly rows?: Readonly<Record<string, readonly string[]>>
}

/** A file below `schemas/sets/`. */
export interface SetFile {
  readonly set: string
  readonly contract: string
  /** By the set that had it first; a later group overrides an earlier one. */
  readonly since: Readonly<Record<string, Group>>
}

export interface FrozenSet {
  readonly name: string
  /** The version of the contract that it judges by. */
  readonly contract: string
  /** What a requirement was when the set was frozen. */
  readonly requirements: ReadonlyMap<RequirementId, { readonly level: ScoringLevel; readonly profile: Profile }>
  readonly checks: ReadonlySet<string>
  readonly rows: ReadonlyMap<string, ReadonlySet<string>>
}

export function frozenSetFrom({ set, contract, since }: SetFile): FrozenSet {
  const groups = Object.values(since)
  const rows = new Map<string, Set<string>>()
  for (const [check, titles] of groups.flatMap((group) => Object.entries(group.rows ?? {})))
    rows.set(check, new Set([...(rows.get(check) ?? []), ...titles]))
  return {
    name: set,
    contract,
    requirements: new Map(groups.flatMap(requirementsIn)),
    checks: new Set(groups.flatMap(({ checks = [] }) => checks)),
    rows,
  }
}

type Frozen = readonly [RequirementId, { readonly level: ScoringLevel; readonly profile: Profile }]

function requirementsIn({ requirements = {} }: Group): Frozen[] {
  return Object.entries(requirements).flatMap(([level, byProfile]) =>
    Object.entries(byProfile).flatMap(([profile, ids]) =>
      ids.map((id): Frozen => [id as RequirementId, { level: level as ScoringLevel, profile: profile as Profile }]),
    ),
  )
}

/** Whether a requirement can count at all; for the others a run only records what it saw. */
export function canScore({ level }: Pick<Requirement, 'level'>): boolean {
  return level === 'must' || level === 'should'
}

/**
 * A requirement as it scores under a set: with the looser of the frozen and the current level and profile. A looser
 * requirement counts at once, since it fails no gateway; a stricter one waits for the next set.
 */
export function asScored(requirement: Requirement, { requirements }: FrozenSet): Requirement {
  const frozen = requirements.get(requirement.id)
  if (!frozen || !canScore(requirement)) return requirement
  const { level, profile = frozen.profile } = requirement
  return {
    ...requirement,
    level: levels.indexOf(frozen.level) > levels.indexOf(level) ? frozen.level : level,
    profile: includes(frozen.profile, profile) ? frozen.profile : profile,
  }
}
