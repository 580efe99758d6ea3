/** Rows of the red team: those that break the contract, and those that conform in an unexpected way. */
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
type Faults = Readonly<Record<string, Mutation | readonly [Mutation, ...Broken[]]>>

/** Faults by their names, all of which break these requirements. */
export const breaking = (breaks: readonly Broken[], rows: Faults): RedTeamFault[] =>
  Object.entries(rows).map(([name, row]) => {
    const [mutation, ...own] = (Array.isArray(row) ? row : [row]) as readonly [Mutation, ...Broken[]]
    return { name, breaks: [...breaks, ...own], ...mutation }
  })

/** Invalid requests that pass: as streams as well, and together with another mistake in the same request. */
export const letsPass = (breaks: readonly Broken[], rows: Faults): RedTeamFault[] =>
  breaking([...breaks, 'stream-invalid-request', 'status-order'], rows)

export interface RedTeamVariant extends Mutation {
  readonly name: string
  /** Why it conforms. */
  readonly freedom: string
  /** It conforms, but keeps evidence from the harness: no certificate, and no accusation. */
  readonly incomplete: boolean
}

const rows =
  (incomplete: boolean) =>
  (freedom: string, table: Readonly<Record<string, Mutation>>): RedTeamVariant[] =>
    Object.entries(table).map(([name, mutation]) => ({ name, freedom, incomplete, ...mutation }))

/** Variants by their names, all of which use the same freedom of the contract or of a standard. */
export const allowed = rows(false)
export const allowedWithoutEvidence = rows(true)
