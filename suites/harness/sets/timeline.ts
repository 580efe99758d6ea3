/** All sets, and the state of each on a given day. */
import { UsageError } from '../catalogue/usage-error.ts'

/** The days in UTC from which a set is in each state; a state without a day is not scheduled. */
export interface DatedSet {
  readonly name: string
  readonly draft?: string
  readonly effective?: string
  readonly warn?: string
  readonly deprecated?: string
  /** Our first release in which it had a day from which it counts; absent before. Since then, the set never changes. */
  readonly released?: string
  /** The digest of the file of the set. */
  readonly sha256: string
}

export interface Timeline {
  /** The oldest first. */
  readonly sets: readonly DatedSet[]
  /** Ids in sets that no longer exist. */
  readonly retired: {
    readonly requirements: readonly string[]
    readonly checks: readonly string[]
    readonly rows: Readonly<Record<string, readonly string[]>>
  }
}

/** From the first to the last. */
export const states = ['draft', 'effective', 'warn', 'deprecated'] as const
export type SetState = (typeof states)[number]

/** The state of a set at a given time: the last one that has begun. */
export function stateOf(set: DatedSet, at: Date): SetState {
  const day = at.toISOString().slice(0, 10)
  return states.findLast((state) => (set[state] ?? '9999-12-31') <= day) ?? 'draft'
}

/** The contract of a set, as targets claim it: 1.0 for 1.0.0-1. */
export const claimIn = (set: string): string => set.replace(/\.\d+-\d+$/, '')

/** Sets of the claimed contract, or of the oldest that is not deprecated: a date never changes a target's contract. */
function setsFor(sets: readonly DatedSet[], at: Date, claim: string | undefined): readonly DatedSet[] {
  const inForce = sets.find((set) => ['effective', 'warn'].includes(stateOf(set, at)))
  const contract = claim ?? (inForce && claimIn(inForce.name))
  return contract === undefined ? sets : sets.filter(({ name }) => claimIn(name) === contract)
}

/**
 * The default set: the newest of those in the best state, or the oldest if the clock is before all of them.
 *
 * @param claim the contract of the target. @throws UsageError where this version has no set of it
 */
export function usualSet({ sets }: Pick<Timeline, 'sets'>, at: Date, claim?: string): DatedSet {
  const own = setsFor(sets, at, claim)
  const lastIn = (state: SetState): DatedSet | undefined => own.findLast((set) => stateOf(set, at) === state)
  const usual = lastIn('effective') ?? lastIn('warn') ?? lastIn('deprecated') ?? own[0]
  if (usual) return usual
  const known = [...new Set(sets.map(({ name }) => claimIn(name)))].join(', ')
  throw new UsageError(`the target claims the contract ${claim}, and this version has sets of ${known}`)
}

/** A day on which the default set changes. */
export interface SetChange {
  readonly on: string
  readonly before: string
  readonly after: string
}

/** A run mentions such a day if it is at most this many milliseconds before or after it. */
const NEAR = 30 * 24 * 3_600_000

/** The change near a time; undefined where there is none. */
export function changeNear(timeline: Pick<Timeline, 'sets'>, at: Date, claim?: string): SetChange | undefined {
  const days = timeline.sets.flatMap(({ effective, warn, deprecated }) => [effective, warn, deprecated])
  return days
    .flatMap((on) => {
      const from = Date.parse(`${on}T00:00:00Z`)
      if (on === undefined || !(Math.abs(from - at.getTime()) <= NEAR)) return []
      const [before, after] = [from - 1, from].map((time) => usualSet(timeline, new Date(time), claim).name)
      return before === undefined || after === undefined || before === after ? [] : [{ on, before, after }]
    })
    .at(-1)
}
