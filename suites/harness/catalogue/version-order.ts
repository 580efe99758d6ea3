/** Which of two versions is the later one: of contracts, such as 1.0.0, or of sets, such as 1.0.0-2. */

/** Its numbers; undefined where it has anything else. */
function numbersOf(version: string): number[] | undefined {
  return /^\d+\.\d+\.\d+(-\d+)?$/.test(version) ? version.split(/[.-]/).map(Number) : undefined
}

/** Below 0 where the one is earlier, above 0 where it is later; undefined where they are not two of a kind. */
export function compareVersions(one: string, other: string): number | undefined {
  const [own, others] = [numbersOf(one), numbersOf(other)]
  if (!own || own.length !== others?.length) return undefined
  return own.map((number, place) => number - (others[place] as number)).find((difference) => difference !== 0) ?? 0
}
