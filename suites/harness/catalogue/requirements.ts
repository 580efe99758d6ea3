/** The catalogue: every requirement of the contract, read from `schemas/requirements.yaml`. */
import type { RequirementId } from '../../../schemas/requirement-ids.ts'
import { hintFor } from './nearest.ts'
import { ourYaml } from './our-yaml.ts'
import type { Profile } from './profiles.ts'
import { type InVersions, requirementsOfContract } from './version-order.ts'

export type { RequirementId }

export const levels = ['must', 'should', 'observe', 'not-observable'] as const
export type Level = (typeof levels)[number]

/** One statement of the contract. */
export interface Requirement extends InVersions {
  /** Stable, kebab-case. */
  readonly id: RequirementId
  /** The section of the contract that states it, such as `4.2 rule 3`. */
  readonly section: string
  readonly level: Level
  /** The smallest profile that has to show it; absent if no request can. */
  readonly profile?: Profile
  /** Keys of clauses.yaml, or `readings` if no clause states it. */
  readonly clauses: readonly string[]
  readonly statement: string
  /** What a gateway has to change when it does not hold; for `observe`, what to know. */
  readonly fix?: string
  /** How this project reads the contract where it is silent or can be read two ways. */
  readonly reading?: string
  /** Why no request can show it. */
  readonly reason?: string
}

const file = ourYaml('schemas/requirements.yaml') as {
  readonly contract: string
  readonly requirements: readonly Requirement[]
}

/** The version of the contract that a run without a set is judged by. */
export const contractVersion: string = file.contract
/** The requirements of every version of the contract: a set chooses the version, and checks cover all of them. */
export const requirements = file.requirements
/** The requirements of `contractVersion`. */
export const currentRequirements: readonly Requirement[] = requirementsOfContract(contractVersion, requirements)

const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]))

/** @throws when no requirement has this id: a bug of the harness, never of a target */
export function requirement(id: RequirementId): Requirement {
  const found = byId.get(id)
  if (!found) throw new Error(`the catalogue has no requirement '${id}'`)
  return found
}

/** How to fix a text that is not the id of a requirement. */
export function hintForRequirement(id: string): string {
  const ids = requirements.map((each) => each.id)
  return hintFor(id, ids, 'svc-conformance list requirements shows all')
}

/** Why a failure of this requirement cannot be excused; undefined if it can. @param excuse its name: `waiver` */
export function faultOfExcused(id: string, excuse: string): string | undefined {
  if (!isRequirement(id)) return `is not a requirement; ${hintForRequirement(id)}`
  const { level } = requirement(id)
  return level === 'must' || level === 'should'
    ? undefined
    : `needs no ${excuse}: a requirement of level ${level} never fails`
}

/** Whether a text from outside, such as a flag or a file, is the id of a requirement. */
export function isRequirement(id: string): id is RequirementId {
  return byId.has(id as RequirementId)
}
