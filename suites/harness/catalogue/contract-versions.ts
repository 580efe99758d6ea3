/** Which version of the contract has a requirement. The catalogue says so only where it is not every version. */

/** The first version of the contract: what names no other is there since then. */
const FIRST = '1.0.0'

/** The versions that have a requirement. */
export interface InVersions {
  /** The first version that has it; 1.0.0 where it is left out. */
  readonly since?: string
  /** The first version that no longer has it; absent where none drops it. */
  readonly until?: string
}

/** Versions of the contract have three numbers and nothing else. */
const numbersOf = (version: string): number[] => version.split('.').map(Number)

function isBefore(one: string, other: string): boolean {
  const [own, others] = [numbersOf(one), numbersOf(other)]
  const at = own.findIndex((number, place) => number !== others[place])
  return at >= 0 && (own[at] as number) < (others[at] as number)
}

/** Those of the requirements that a version of the contract has, in their order. */
export function requirementsOfContract<One extends InVersions>(version: string, all: readonly One[]): readonly One[] {
  return all.filter(
    ({ since = FIRST, until }) => !isBefore(version, since) && (until === undefined || isBefore(version, until)),
  )
}
