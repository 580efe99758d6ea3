/** Compares versions of contracts (1.0.0) or of sets (1.0.0-2), and selects the requirements of a contract. */

/** The numbers of a version; undefined if it contains anything else. */
function numbersOf(version: string): number[] | undefined {
  return /^\d+\.\d+\.\d+(-\d+)?$/.test(version) ? version.split(/[.-]/).map(Number) : undefined
}

/** A release, or a build of a commit before it: `0.2.0-dev.20261124182716` is earlier than `0.2.0`. */
const BUILD = /^(\d+\.\d+\.\d+)(?:-dev(?:\.(\d+))?)?$/

/** Whether a version of svc-conformance is earlier than another one. One that cannot be compared counts as earlier. */
export function isEarlierBuild(version: string, other: string): boolean {
  const [one, two] = [BUILD.exec(version), BUILD.exec(other)]
  const order = compareVersions(one?.[1] ?? '', two?.[1] ?? '') ?? -1
  const time = (of: RegExpExecArray | null): number =>
    of?.[0] === of?.[1] ? Number.POSITIVE_INFINITY : Number(of?.[2] ?? 0)
  return order < 0 || (order === 0 && time(one) < time(two))
}

/** Below 0 if the first is earlier, above 0 if it is later; undefined if they are not of one kind. */
export function compareVersions(one: string, other: string): number | undefined {
  const [own, others] = [numbersOf(one), numbersOf(other)]
  if (!own || own.length !== others?.length) return undefined
  return own.map((number, place) => number - (others[place] as number)).find((difference) => difference !== 0) ?? 0
}

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

/** The requirements that a version of the contract has, in the given order. */
export function requirementsOfContract<One extends InVersions>(version: string, all: readonly One[]): readonly One[] {
  return all.filter(
    ({ since = FIRST, until }) => !isBefore(version, since) && (until === undefined || isBefore(version, until)),
  )
}
