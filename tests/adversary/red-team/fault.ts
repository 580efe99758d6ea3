/** Rows of the red team that break the contract. */
import type { RequirementId } from '../../../schemas/requirement-ids.ts'
import type { Mutation } from './layer/mutation.ts'

/** A requirement, or all whose ids begin like this: `stream-*`. */
export type Broken = RequirementId | `${string}*`

export interface RedTeamFault extends Mutation {
  readonly name: string
  /** The requirements that may fail. At least one must, and no others. */
  readonly breaks: readonly Broken[]
}

/** Mutations by the names of their faults, with what each breaks besides the others of its group. */
type Rows = Readonly<Record<string, Mutation | readonly [Mutation, ...Broken[]]>>

/** Faults by their names, all of which break these requirements. */
export const breaking = (breaks: readonly Broken[], rows: Rows): RedTeamFault[] =>
  Object.entries(rows).map(([name, row]) => {
    const [mutation, ...own] = (Array.isArray(row) ? row : [row]) as readonly [Mutation, ...Broken[]]
    return { name, breaks: [...breaks, ...own], ...mutation }
  })

/** Invalid requests that pass: as streams as well, and together with another mistake in the same request. */
export const letsPass = (breaks: readonly Broken[], rows: Rows): RedTeamFault[] =>
  breaking([...breaks, 'stream-invalid-request', 'status-order'], rows)
