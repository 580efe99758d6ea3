/** Public bug reports of servers with a similar API, by the requirements that they break: `schemas/incidents.yaml`. */
import type { RequirementId } from '../../../schemas/requirement-ids.ts'
import { ourYaml } from './our-yaml.ts'

interface Reported {
  /** `owner/repository#number` on GitHub, an issue or a pull request. */
  readonly source: string
  /** Its year and month, if known. */
  readonly date?: string
  /** What happened, in one sentence of ours. */
  readonly what: string
}

/** A report of a server that broke what this contract requires. */
export interface Incident extends Reported {
  readonly url: string
  /** Requirements of this contract that it breaks, the one that shows it best first. */
  readonly requirements: readonly [RequirementId, ...RequirementId[]]
  /** The trigger, if it does not happen always. */
  readonly when?: string
  /** The fix, as the source describes it. */
  readonly fix?: string
  /** The fault of the mock that does the same, if there is one. */
  readonly fault?: string
}

/** A report of behaviour that this contract allows, but that surprised a client. */
export interface Freedom extends Reported {
  readonly url: string
  /** The requirement that records or allows it. */
  readonly shown: RequirementId
}

interface Row extends Omit<Incident, 'requirements' | 'url'> {
  readonly also?: readonly RequirementId[]
}

const file = ourYaml('schemas/incidents.yaml') as {
  readonly incidents: Readonly<Partial<Record<RequirementId, readonly Row[]>>>
  readonly freedoms: readonly Omit<Freedom, 'url'>[]
}

/** GitHub redirects from issues to pull requests. */
const urlOf = (source: string): string => `https://github.com/${source.replace('#', '/issues/')}`

/** All incidents, in the order of the catalogue. */
export const incidents: readonly Incident[] = Object.entries(file.incidents).flatMap(([id, rows]) =>
  rows.map(({ also = [], ...row }) => ({
    ...row,
    url: urlOf(row.source),
    requirements: [id as RequirementId, ...also] as const,
  })),
)

export const freedoms: readonly Freedom[] = file.freedoms.map((row) => ({ ...row, url: urlOf(row.source) }))

/** The incidents that break a requirement, the latest first. */
export function incidentsOf(id: RequirementId): Incident[] {
  return incidents
    .filter(({ requirements }) => requirements.includes(id))
    .toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? ''))
}

/** The freedoms that a requirement records or allows. */
export function freedomsOf(id: RequirementId): Freedom[] {
  return freedoms.filter(({ shown }) => shown === id)
}
