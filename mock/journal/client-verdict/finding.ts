import type { JournalEntry } from '../entry.ts'

/**
 * The outcome of an observed call. `unread`: the call returned a response or a stream that was not read yet, so the
 * verdict does not cover how the client used it.
 */
export type Outcome = 'pending' | 'fulfilled' | 'rejected' | 'unread'

/** A call of the client as a test observed it, without its result. Times are from the gateway's clock. */
export interface Observation {
  /** The project whose entries belong to the call; undefined for the whole mock. */
  readonly project: string | undefined
  /** The numbers of the last entry before the call and of the last entry of the call. */
  readonly after: number
  readonly last: number
  readonly outcome: Outcome
  readonly settled: number | undefined
  /** When the call was aborted. */
  readonly aborted: number | undefined
  /** Whether no other observation of the same project ran concurrently, which would mix their entries. */
  readonly alone: boolean
}

/** Whether the result of a call is not read yet, without inspecting it. */
export function isUnread(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return value instanceof Response || Symbol.asyncIterator in value || 'getReader' in value
}

/** `breach`: breaks the contract or ignores a response; `warning`: allowed, but likely to cause harm. */
export type FindingLevel = 'breach' | 'warning'

/** One occurrence. */
export interface Evidence {
  /** The numbers of the journal entries that show it. */
  readonly entries: readonly number[]
  /** What the entries show. */
  readonly words: string
}

/** A mistake of the client under test. */
export interface Finding {
  /** Kebab-case and stable. */
  readonly id: string
  readonly level: FindingLevel
  /** What is wrong, in one sentence. */
  readonly words: string
  /** The number of occurrences. */
  readonly times: number
  /** At least one. For occurrences that the journal has dropped, only the first few are kept. */
  readonly evidence: readonly Evidence[]
  /** How to fix the client. */
  readonly mend: string
}

/** The only input of the rules. */
export interface Facts {
  /** In the order of their numbers. */
  readonly entries: readonly JournalEntry[]
  readonly observations: readonly Observation[]
  /** Milliseconds since the epoch on the gateway's clock. */
  readonly now: number
}

/** A rule that makes one kind of finding. */
export interface FindingRule extends Omit<Finding, 'times' | 'evidence'> {
  find(facts: Facts): readonly Evidence[]
}

/** Formats a duration for people. */
export function span(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1_000
  return seconds < 120 ? `${Number(seconds.toFixed(1))} s` : `${Number((seconds / 60).toFixed(1))} min`
}

/** Names an entry, for use in evidence. */
export const named = ({ number, id }: JournalEntry): string => (id === undefined ? `#${number}` : `#${number} (${id})`)

/** Creates evidence from one entry; `more` follows its name. */
export function about(entry: JournalEntry, more = ''): Evidence {
  return { entries: [entry.number], words: named(entry) + more }
}
