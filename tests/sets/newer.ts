/** What the sources have and a set has not: the group that the next set begins with. */
import { caseGroups, rowsCheckId } from '../../suites/checks/rows/cases.ts'
import { type Profile, profiles } from '../../suites/harness/catalogue/profiles.ts'
import { contractVersion, levels, requirements } from '../../suites/harness/catalogue/requirements.ts'
import { requirementsOfContract } from '../../suites/harness/catalogue/version-order.ts'
import { canScore, type FrozenSet } from '../../suites/harness/sets/frozen-set.ts'
import { allChecks } from '../../suites/index.ts'

/** Rows of the sources: titles by check. */
export function currentRows(): [check: string, title: string][] {
  return caseGroups.flatMap(({ requirement, rows }) =>
    rows.map(({ title }): [string, string] => [rowsCheckId(requirement), title]),
  )
}

interface NewerRequirement {
  readonly id: string
  readonly level: string
  readonly profile: Profile
}

export interface NewerThings {
  /** Those that are tightened too. */
  readonly requirements: readonly NewerRequirement[]
  readonly checks: readonly string[]
  readonly rows: readonly (readonly [check: string, title: string])[]
}

/** @param set the one before; nothing is in it where there is none. @param contract whose requirements count */
export function newerThan(set: FrozenSet | undefined, contract = contractVersion): NewerThings {
  return {
    requirements: requirementsOfContract(contract, requirements).flatMap(({ id, level, profile }) => {
      if (!canScore({ level }) || !profile) return []
      const frozen = set?.requirements.get(id)
      const tightened =
        !frozen ||
        levels.indexOf(level) < levels.indexOf(frozen.level) ||
        profiles.indexOf(profile) < profiles.indexOf(frozen.profile)
      return tightened ? [{ id, level, profile }] : []
    }),
    checks: allChecks.map(({ id }) => id).filter((id) => !set?.checks.has(id)),
    rows: currentRows().filter(([check, title]) => !set?.rows.get(check)?.has(title)),
  }
}
