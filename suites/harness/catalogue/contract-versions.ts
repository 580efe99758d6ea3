/** Which version of the contract has a requirement. The catalogue says so only where it is not every version. */
import { compareVersions } from './version-order.ts'

/** The first version of the contract, for each requirement that names no other. */
const FIRST = '1.0.0'

/** The versions that have a requirement. */
export interface InVersions {
  /** The first version that has it; 1.0.0 where it is left out. */
  readonly since?: string
  /** The first version that no longer has it; absent where none drops it. */
  readonly until?: string
}

const isBefore = (one: string, other: string): boolean => (compareVersions(one, other) ?? 0) < 0

/** Those of the requirements that a version of the contract has, in their order. */
export function requirementsOfContract<One extends InVersions>(version: string, all: readonly One[]): readonly One[] {
  return all.filter(
    ({ since = FIRST, until }) => !isBefore(version, since) && (until === undefined || isBefore(version, until)),
  )
}
