import type { Evidence } from './finding.ts'

/** The maximum number of occurrences of a finding whose evidence is kept after their requests are dropped. */
const MAX = 50

/** Findings by the ids of their rules. */
export type Found = ReadonlyMap<string, readonly Evidence[]>

/** The stored occurrences of one finding. */
interface Remembered {
  /** The number of occurrences whose requests have been dropped; `first` has the evidence of the first of them. */
  times: number
  readonly first: Evidence[]
  /** Occurrences that may be found again because the journal still has their latest entry, by that entry's number. */
  readonly again: Map<number, Evidence>
}

/** Findings that outlive their entries, in bounded memory. */
export class Past {
  readonly #byRule = new Map<string, Remembered>()

  /** Stores findings. Occurrences whose latest entry was dropped cannot be found again, so they are counted now. */
  take(found: Found, isStored: (entry: number) => boolean): void {
    for (const [id, evidence] of found) {
      const { again } = this.#of(id)
      for (const one of evidence) again.set(latestOf(one), one)
    }
    for (const remembered of this.#byRule.values()) settle(remembered, isStored)
  }

  /** Adds the findings of another history whose entries have all been dropped. */
  absorb(other: Past): void {
    for (const [id, { times, first }] of other.#byRule) {
      const own = this.#of(id)
      own.times += times
      own.first.push(...first.slice(0, MAX - own.first.length))
    }
  }

  /** The number of occurrences of each finding, with evidence, from memory and from current findings. */
  static joined(pasts: readonly Past[], found: Found): Map<string, { times: number; evidence: Evidence[] }> {
    const joined = new Map<string, { times: number; evidence: Evidence[] }>()
    for (const id of new Set([...pasts.flatMap((past) => [...past.#byRule.keys()]), ...found.keys()])) {
      const remembered = pasts.flatMap((past) => past.#byRule.get(id) ?? [])
      const again = new Map(remembered.flatMap((one) => [...one.again]))
      for (const one of found.get(id) ?? []) again.set(latestOf(one), one)
      const times = remembered.reduce((sum, one) => sum + one.times, again.size)
      const evidence = [...remembered.flatMap(({ first }) => first), ...again.values()]
      if (times > 0) joined.set(id, { times, evidence: evidence.sort((a, b) => latestOf(a) - latestOf(b)) })
    }
    return joined
  }

  #of(id: string): Remembered {
    const known = this.#byRule.get(id) ?? { times: 0, first: [], again: new Map() }
    this.#byRule.set(id, known)
    return known
  }
}

function settle(remembered: Remembered, isStored: (entry: number) => boolean): void {
  const { first, again } = remembered
  for (const [entry, evidence] of again) {
    if (isStored(entry)) continue
    again.delete(entry)
    remembered.times++
    if (first.length < MAX) first.push(evidence)
  }
}

/** The latest entry of an occurrence, which identifies it: a rule has at most one occurrence per entry. */
const latestOf = ({ entries }: Evidence): number => entries.at(-1) ?? 0
