/**
 * A set: the requirements, checks and rows that score, frozen under a name. It excludes everything newer, so that new
 * checks never fail a certified gateway.
 */
import { includes, type Profile } from '../catalogue/profiles.ts'
import { levels, type Requirement, type RequirementId } from '../catalogue/requirements.ts'
import { identityOf } from '../http/exchange.ts'
import type { Evidence, Finding, Transcript } from '../judge/evidence.ts'

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
  /** The level and profile of each requirement when the set was frozen. */
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

/** The title of the row that evidence is about, without the suffix for a part or a variation of its request. */
export function rowOf(title: string): string {
  return title.replace(/(?:, (?:fewer tokens|only .*|refused once))+$/s, '')
}

/** The parts of a set that decide whether a request counts. */
type Held = Pick<FrozenSet, 'checks' | 'rows'>

/** Whether a set has a check, and also the row if the check walks through rows. */
export function isHeld({ check, title }: Pick<Evidence, 'check' | 'title'>, { checks, rows }: Held): boolean {
  return checks.has(check) && (rows.get(check)?.has(rowOf(title)) ?? true)
}

/** Whether a remark is about a check that a set does not have, or about a row of it that the set does not have. */
export function isRemarkOfNewer({ check, row }: Pick<Finding, 'check' | 'row'>, set: Held): boolean {
  if (check === undefined) return false
  return row === undefined ? !set.checks.has(check) : !isHeld({ check, title: row }, set)
}

/**
 * The part of a transcript that a set covers; the transcript itself if the set covers all of it.
 *
 * @param checks of the run; the names of exchanges begin with the check that sent them
 */
export function heldBy(transcript: Transcript, set: Held, checks: readonly { readonly id: string }[]): Transcript {
  const newer = new Set(checks.flatMap(({ id }) => (set.checks.has(id) ? [] : [id])))
  const sentByNewer = (exchange: string): boolean => newer.has(exchange.slice(0, exchange.indexOf('/')))
  const evidence = transcript.evidence.filter((item) => isHeld(item, set) && !sentByNewer(item.exchange))
  const { remarks } = transcript
  const isNewer = (remark: Finding): boolean => isRemarkOfNewer(remark, set)
  if (newer.size === 0 && evidence.length === transcript.evidence.length && !remarks.some(isNewer)) return transcript
  const requests = (items: readonly Evidence[]): Set<string> =>
    new Set(items.flatMap(({ exchange, control = exchange }) => [identityOf(exchange).name, identityOf(control).name]))
  const kept = new Set(evidence)
  // Several checks use controls and shared requests.
  const held = requests(evidence)
  const others = requests(transcript.evidence.filter((item) => !kept.has(item)))
  const isLeftOut = (request: string): boolean => others.has(request) && !held.has(request)
  return {
    exchanges: transcript.exchanges.filter(({ id, name }) => !sentByNewer(id) && !isLeftOut(name)),
    evidence,
    remarks: remarks.filter((remark) => !isNewer(remark)),
  }
}
