import type { JournalEntry } from '../entry.ts'
import type { Observation } from './finding.ts'
import { Past } from './past.ts'
import { draw } from './verdict.ts'

/** The maximum number of open streams, and of streams whose text a client may continue, to keep for later entries. */
const MAX_OPEN = 1_000
const MAX_ODD = 64

/** A kind of requests; absent members match anything. */
export interface Kind {
  readonly model?: string | undefined
  readonly stream?: boolean | undefined
  readonly status?: number | undefined
}

/** The members of `Kind`. */
export const KIND_MEMBERS: readonly (keyof Kind)[] = ['model', 'stream', 'status']

/** Keeps counts by kind, and findings, of requests that a journal has dropped. */
export class Memory {
  readonly past = new Past()
  readonly #counts = new Map<string, { readonly kind: Kind; count: number }>()
  /** Dropped entries that the judgement of later entries may depend on. */
  #waiting: readonly JournalEntry[] = []

  /** Judges the entries of a project before the first `count` of them are dropped. */
  take(kept: readonly JournalEntry[], count: number, observations: readonly Observation[], now: number): void {
    const entries = this.with(kept)
    const found = observations.length > 0 || entries.some(isNotable) ? draw({ entries, observations, now }) : new Map()
    const leaving = kept.slice(0, count)
    for (const entry of leaving) this.#count(entry)
    this.#waiting = waitingIn([...this.#waiting, ...leaving])
    const stored = new Set(this.with(kept.slice(count)).map(({ number }) => number))
    this.past.take(found, (entry) => stored.has(entry))
  }

  /** The given entries, preceded by dropped entries that still matter. */
  with(kept: readonly JournalEntry[]): readonly JournalEntry[] {
    return [...this.#waiting, ...kept]
  }

  /** Adds another memory whose entries have all been dropped. */
  absorb(other: Memory): void {
    this.past.absorb(other.past)
    for (const { kind, count } of other.#counts.values()) this.#add(kind, count)
  }

  /** Drops every entry that was kept for later entries, because none will follow. */
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

/** Whether the kind of a request matches the wanted kind. */
export function isOf(kind: Kind, { model, stream, status }: Kind): boolean {
  return (
    (model === undefined || kind.model === model) &&
    (stream === undefined || kind.stream === stream) &&
    (status === undefined || kind.status === status)
  )
}

/** Whether a finding can depend on an entry, because something in it is not an ordinary success. */
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

/** The entries to keep: open streams, streams that may have been truncated, and the first 403 of each route. */
function waitingIn(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const open = entries.filter(({ ending }) => ending === 'open').slice(-MAX_OPEN)
  const odd = entries.filter(({ stream, status, oddities }) => stream && status === 200 && oddities.length > 0)
  const refused = entries.filter(({ status }) => status === 403)
  const first = [...Map.groupBy(refused, ({ route }) => route).values()].map(([one]) => one as JournalEntry)
  return [...new Set([...open, ...odd.slice(-MAX_ODD), ...first])].sort((a, b) => a.number - b.number)
}
