/** Which sets there are, and what each of them is worth on a day. */

/** The days from which a set is one of these; what has no day yet is open. All of them are days in UTC. */
export interface DatedSet {
  readonly name: string
  readonly draft?: string
  readonly effective?: string
  readonly warn?: string
  readonly deprecated?: string
  /** The release of ours that had it first with a day from which it counts; from then on it never changes. Absent before. */
  readonly released?: string
  /** Of the file of the set. */
  readonly sha256: string
}

export interface Timeline {
  /** The oldest first. */
  readonly sets: readonly DatedSet[]
  /** What sets name and no longer exists. */
  readonly retired: {
    readonly requirements: readonly string[]
    readonly checks: readonly string[]
    readonly rows: Readonly<Record<string, readonly string[]>>
  }
}

/** From the first to the last. */
const states = ['draft', 'effective', 'warn', 'deprecated'] as const
export type SetState = (typeof states)[number]

/** What a set is at some time: the last of its states that has begun. */
export function stateOf(set: DatedSet, at: Date): SetState {
  const day = at.toISOString().slice(0, 10)
  return states.findLast((state) => (set[state] ?? '9999-12-31') <= day) ?? 'draft'
}

/** The set of a run that names none: the newest of those that are worth most. Where a clock is before all of them, the oldest. */
export function usualSet({ sets }: Pick<Timeline, 'sets'>, at: Date): DatedSet {
  const inForce = (states: readonly SetState[]): DatedSet | undefined =>
    sets.findLast((set) => states.includes(stateOf(set, at)))
  const usual = inForce(['effective']) ?? inForce(['warn']) ?? inForce(['deprecated']) ?? sets[0]
  if (!usual) throw new Error('the timeline has no set')
  return usual
}
