/** Rows of the red team that conform in an unexpected way. */
import type { Mutation } from './layer/mutation.ts'

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
