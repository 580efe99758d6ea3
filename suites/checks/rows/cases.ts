/** Cases: rows of `suites/cases/*.yaml`, each a change to the plain valid body and the response that it should get. */
import { ourYaml } from '../../harness/catalogue/our-yaml.ts'
import { isRequirement, type RequirementId } from '../../harness/catalogue/requirements.ts'
import { complete, type Plan, type PlanOptions, postRaw, RawJson } from '../../harness/http/request.ts'
import { type Likely, rowsOfLikely } from './likely.ts'
import type { Change, Row } from './row.ts'

export interface CaseGroup {
  readonly requirement: RequirementId
  readonly rows: readonly Row[]
}

export const caseFiles = ['fields', 'rules', 'bodies', 'likely', 'valid'] as const
export type CaseFile = (typeof caseFiles)[number]

/** The check that walks through the rows of a requirement. */
export const rowsCheckId = (requirement: string): string => `${requirement}.cases`

/** The groups of one file. Integers are read as BigInt, so that none is rounded. */
export function loadCases(name: CaseFile): CaseGroup[] {
  const groups = ourYaml(`suites/cases/${name}.yaml`) as {
    requirement: string
    rows?: (Row & { expect: 'accepted' | bigint[] })[]
    likely?: Likely[]
  }[]
  return groups.map(({ requirement, rows = [], likely = [] }) => {
    if (!isRequirement(requirement)) throw new Error(`cases/${name}.yaml: there is no requirement '${requirement}'`)
    return {
      requirement,
      rows: [
        ...rows.map((row) => ({ ...row, expect: row.expect === 'accepted' ? row.expect : row.expect.map(Number) })),
        ...likely.flatMap(rowsOfLikely),
      ],
    }
  })
}

/** The rows of all files, by requirement. */
export const caseGroups: readonly CaseGroup[] = [
  ...Map.groupBy(caseFiles.flatMap(loadCases), ({ requirement }) => requirement),
].map(([requirement, groups]) => ({ requirement, rows: groups.flatMap(({ rows }) => rows) }))

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
export function planOf(row: Row, plain: Record<string, unknown>, options: PlanOptions = {}): Plan {
  if (row.body !== undefined) return postRaw(row.body.replaceAll('MODEL', String(plain.model)), options)
  return complete(changed(plain, row), options)
}
