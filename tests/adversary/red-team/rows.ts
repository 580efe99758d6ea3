/** Rows of the red team: faults, which break the contract, and variants, which conform in an unexpected way. */
import type { RequirementId } from '../../../schemas/requirement-ids.ts'
import type { Mutation } from './layer/mutation.ts'

/** A requirement, or a pattern such as `stream-*` for all ids with this prefix. */
export type Broken = RequirementId | `${string}*`

export interface RedTeamFault extends Mutation {
  readonly name: string
  /** The requirements that may fail. At least one must, and no others. */
  readonly breaks: readonly Broken[]
}

/** Mutations, keyed by fault, with requirements that only this fault of the group breaks. */
type Faults = Readonly<Record<string, Mutation | readonly [Mutation, ...Broken[]]>>

/** Faults by their names, all of which break these requirements. */
export const breaking = (breaks: readonly Broken[], rows: Faults): RedTeamFault[] =>
  Object.entries(rows).map(([name, row]) => {
    const [mutation, ...own] = (Array.isArray(row) ? row : [row]) as readonly [Mutation, ...Broken[]]
    return { name, breaks: [...breaks, ...own], ...mutation }
  })

/** Invalid requests that are accepted: also as streams, and together with another mistake in the same request. */
export const letsPass = (breaks: readonly Broken[], rows: Faults): RedTeamFault[] =>
  breaking([...breaks, 'stream-invalid-request', 'status-order'], rows)

export interface RedTeamVariant extends Mutation {
  readonly name: string
  /** Why it conforms. */
  readonly freedom: string
  /** Whether it conforms but hides evidence from the harness, so that it is neither certified nor accused. */
  readonly incomplete: boolean
}

const rows =
  (incomplete: boolean) =>
  (freedom: string, table: Readonly<Record<string, Mutation>>): RedTeamVariant[] =>
    Object.entries(table).map(([name, mutation]) => ({ name, freedom, incomplete, ...mutation }))

/** Variants by their names, all of which use the same freedom of the contract or of a standard. */
export const allowed = rows(false)
export const allowedWithoutEvidence = rows(true)
