import type { JournalEntry } from '../entry.ts'
import type { Observation } from './finding.ts'
import { Past } from './past.ts'
import { draw } from './verdict.ts'

/** The most entries to keep for later ones: open streams, and those whose text a client may continue. */
const MAX_OPEN = 1_000
const MAX_ODD = 64

/** Requests to count; absent members match anything. */
export interface Kind {
  readonly model?: string | undefined
  readonly stream?: boolean | undefined
  readonly status?: number | undefined
}

/** Keeps the number of each kind, and the findings, of requests that a journal has dropped. */
export class Memory {
  readonly past = new Past()
  readonly #counts = new Map<string, { readonly kind: Kind; count: number }>()
  /** Dropped entries that later ones may depend on. */
  #waiting: readonly JournalEntry[] = []

  /** Judges the entries of a project before the first `count` of them go. */
  take(kept: readonly JournalEntry[], count: number, observations: readonly Observation[], now: number): void {
    const entries = this.with(kept)
    const found = observations.length > 0 || entries.some(isNotable) ? draw({ entries, observations, now }) : new Map()
    const leaving = kept.slice(0, count)
    for (const entry of leaving) this.#count(entry)
    this.#waiting = waitingIn([...this.#waiting, ...leaving])
    const stored = new Set(this.with(kept.slice(count)).map(({ number }) => number))
    this.past.take(found, (entry) => stored.has(entry))
  }

  /** Entries, with earlier ones that still matter. */
  with(kept: readonly JournalEntry[]): readonly JournalEntry[] {
    return [...this.#waiting, ...kept]
  }

  /** Adds the memory of another one whose entries are all gone. */
  absorb(other: Memory): void {
    this.past.absorb(other.past)
    for (const { kind, count } of other.#counts.values()) this.#add(kind, count)
  }

  /** Drops every entry that was kept for later ones, since there are no later ones. */
  close(): void {
    this.#waiting = []
    this.past.take(new Map(), () => false)
  }

  /** The number of dropped requests of a kind. */
  count(wanted: Kind): number {
    return [...this.#counts.values()].reduce((sum, { kind, count }) => sum + (isOf(kind, wanted) ? count : 0), 0)
  }

  #count({ model, stream, status }: JournalEntry): void {
    this.#add({ model, stream, status }, 1)
  }

  #add(kind: Kind, count: number): void {
    const key = `${kind.status} ${kind.stream} ${kind.model}`
    const known = this.#counts.get(key)
    if (known) known.count += count
    else this.#counts.set(key, { kind, count })
  }
}

/** Whether a request is of the kind that is looked for. */
export function isOf(kind: Kind, { model, stream, status }: Kind): boolean {
  return (
    (model === undefined || kind.model === model) &&
    (stream === undefined || kind.stream === stream) &&
    (status === undefined || kind.status === status)
  )
}

/** Whether a finding can depend on an entry: it has more than a good response. */
function isNotable(entry: JournalEntry): boolean {
  return (
    entry.status >= 400 ||
    entry.ending !== 'complete' ||
    entry.oddities.length > 0 ||
    entry.misplaced !== undefined ||
    entry.repeats !== undefined ||
    entry.echoes !== undefined
  )
}

/** Streams still open, those that may have broken off, and the first 403 of each route. */
function waitingIn(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const open = entries.filter(({ ending }) => ending === 'open').slice(-MAX_OPEN)
  const odd = entries.filter(({ stream, status, oddities }) => stream && status === 200 && oddities.length > 0)
  const refused = entries.filter(({ status }) => status === 403)
  const first = [...Map.groupBy(refused, ({ route }) => route).values()].map(([one]) => one as JournalEntry)
  return [...new Set([...open, ...odd.slice(-MAX_ODD), ...first])].sort((a, b) => a.number - b.number)
}
