/** Selects the checks of a run. */
import { hintFor } from '../catalogue/nearest.ts'
import { includes, type Profile } from '../catalogue/profiles.ts'
import { hintForRequirement, isRequirement } from '../catalogue/requirements.ts'
import { UsageError } from '../catalogue/usage-error.ts'
import type { Check } from './check.ts'
import type { Selection } from './verdict.ts'

export interface Filter {
  readonly suites?: readonly string[]
  readonly requirements?: readonly string[]
  /** Ids of the only checks to run, whatever they cover. */
  readonly checkIds?: readonly string[]
}

/** @throws UsageError on a name that does not exist */
export function select(
  checks: readonly Check[],
  profile: Profile,
  { suites = [], requirements = [], checkIds = [] }: Filter,
): Selection {
  const known = new Set(checks.map((check) => check.suite))
  for (const name of suites) {
    if (!known.has(name)) throw new UsageError(`there is no suite '${name}'; ${hintFor(name, [...known])}`)
  }
  const wanted = requirements.map((id) => {
    if (isRequirement(id)) return id
    throw new UsageError(`there is no requirement '${id}'; ${hintForRequirement(id)}`)
  })
  const ids = checks.map(({ id }) => id)
  for (const id of checkIds) {
    if (ids.includes(id)) continue
    throw new UsageError(`there is no check '${id}'; ${hintFor(id, ids, 'svc-conformance list checks shows all')}`)
  }
  const filtered = suites.length > 0 || wanted.length > 0 || checkIds.length > 0
  // A requirement on every response has no check: it is judged on the exchanges of all checks.
  const anyCheck = wanted.some((id) => !checks.some((check) => check.covers === id))
  const isChosen = (check: Check): boolean =>
    (suites.length === 0 || suites.includes(check.suite)) &&
    (checkIds.length === 0
      ? wanted.length === 0 || anyCheck || wanted.includes(check.covers)
      : checkIds.includes(check.id))
  const chosen = checks.filter((check) => includes(profile, check.profile) && (check.explains || isChosen(check)))
  const only = new Set(wanted.length > 0 ? wanted : chosen.filter(isChosen).map((check) => check.covers))
  return { profile, checks: chosen, ...(filtered ? { only } : {}) }
}
