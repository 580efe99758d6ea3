import type { JournalEntry } from '../entry.ts'

/**
 * What became of an observed call. `unread`: it gave back a response or a stream that was still to be read,
 * so that nothing can be said of what the client made of it.
 */
export type Outcome = 'pending' | 'fulfilled' | 'rejected' | 'unread'

/** A call of the client as a test saw it: never what it gave back. Times are those of the gateway's clock. */
export interface Observation {
  /** The project whose entries belong to it; undefined for all of the mock. */
  readonly project: string | undefined
  /** The numbers of the last entry before it and of its own last entry. */
  readonly after: number
  readonly last: number
  readonly outcome: Outcome
  readonly settled: number | undefined
  /** When the call was aborted. */
  readonly aborted: number | undefined
  /** Whether no other observation of the same project ran concurrently, which would mix up their entries. */
  readonly alone: boolean
}

/** Whether the result of a call is still to be read, without looking into it. */
export function isUnread(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return value instanceof Response || Symbol.asyncIterator in value || 'getReader' in value
}

/** `breach`: against the contract or the answers that it gave; `warning`: allowed, and likely to hurt. */
export type FindingLevel = 'breach' | 'warning'

/** One time that it happened. */
export interface Evidence {
  /** The numbers of the journal's entries that show it. */
  readonly entries: readonly number[]
  /** What they show. */
  readonly words: string
}

/** Something that the client under test does wrong. */
export interface Finding {
  /** Kebab-case and stable. */
  readonly id: string
  readonly level: FindingLevel
  /** What is wrong, in one sentence. */
  readonly words: string
  /** How many times it happened. */
  readonly times: number
  /** At least one; of the times whose requests the journal has no longer, only the first few. */
  readonly evidence: readonly Evidence[]
  /** How to fix the client. */
  readonly mend: string
}

/** What findings are drawn from, and nothing else. */
export interface Facts {
  /** In the order of their numbers. */
  readonly entries: readonly JournalEntry[]
  readonly observations: readonly Observation[]
  /** Milliseconds since the epoch on the gateway's clock. */
  readonly now: number
}

/** How one kind of finding is drawn. */
export interface FindingRule extends Omit<Finding, 'times' | 'evidence'> {
  find(facts: Facts): readonly Evidence[]
}

/** A span of time for people. */
export function span(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1_000
  return seconds < 120 ? `${Number(seconds.toFixed(1))} s` : `${Number((seconds / 60).toFixed(1))} min`
}

/** An entry as evidence names it. */
export function named({ number, id }: JournalEntry): string {
  return id === undefined ? `#${number}` : `#${number} (${id})`
}
