/** Cases: rows of `suites/cases/*.yaml`, each a change to the plain valid body and what it deserves. */
import { ourYaml } from '../harness/catalogue/our-yaml.ts'
import type { Profile } from '../harness/catalogue/profiles.ts'
import { isRequirement, type RequirementId } from '../harness/catalogue/requirements.ts'
import { complete, type Plan, postRaw, RawJson } from '../harness/http/request.ts'

/** A change to the plain valid body. */
export interface Change {
  readonly set?: Record<string, unknown>
  /** Members as raw JSON text. */
  readonly json?: Record<string, string>
  readonly without?: readonly string[]
  /** The members that are set stand before all others. */
  readonly first?: boolean
}

export interface Row extends Change {
  readonly title: string
  readonly expect: 'accepted' | readonly number[]
  /** A form that the accepted answer must not have. */
  readonly not?: 'stream'
  /** A body as it stands, in which MODEL is replaced by the model of the run. */
  readonly body?: string
  readonly twin?: Change
  readonly fields?: readonly string[]
  readonly profile?: Profile
}

export interface CaseGroup {
  readonly requirement: RequirementId
  readonly rows: readonly Row[]
}

export const caseFiles = ['fields', 'rules', 'bodies', 'more'] as const
export type CaseFile = (typeof caseFiles)[number]

/** The check that walks through the rows of a requirement in one file. */
export function rowsCheckId(requirement: string, file: CaseFile): string {
  return `${requirement}.${file === 'more' ? 'more' : 'cases'}`
}

/** The groups of one file. Integers are read as BigInt, so that none is rounded. */
export function loadCases(name: CaseFile): CaseGroup[] {
  const groups = ourYaml(`suites/cases/${name}.yaml`) as {
    requirement: string
    rows: (Row & { expect: 'accepted' | bigint[] })[]
  }[]
  return groups.map(({ requirement, rows }) => {
    if (!isRequirement(requirement)) throw new Error(`cases/${name}.yaml: there is no requirement '${requirement}'`)
    return {
      requirement,
      rows: rows.map((row) => ({ ...row, expect: row.expect === 'accepted' ? row.expect : row.expect.map(Number) })),
    }
  })
}

/** A body with a change applied. Members are defined, never assigned, so that `__proto__` is a name like any other. */
export function changed(
  plain: Record<string, unknown>,
  { set = {}, json = {}, without = [], first = false }: Change,
): Record<string, unknown> {
  const raw = Object.entries(json).map(([name, text]): [string, unknown] => [name, new RawJson(text)])
  const added = [...Object.entries(set), ...raw]
  const members = new Map<string, unknown>(
    first ? [...added, ...Object.entries(plain)] : [...Object.entries(plain), ...added],
  )
  for (const name of without) members.delete(name)
  return Object.fromEntries(members)
}

/** The request of a row. */
export function planOf(row: Row, plain: Record<string, unknown>): Plan {
  if (row.body !== undefined) return postRaw(row.body.replaceAll('MODEL', String(plain.model)))
  return complete(changed(plain, row))
}
