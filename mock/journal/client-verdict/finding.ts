import type { JournalEntry } from '../entry.ts'

/**
 * The outcome of an observed call. `unread`: it returned a response or a stream that was not read yet, so the verdict does not
 * cover what the client did with it.
 */
export type Outcome = 'pending' | 'fulfilled' | 'rejected' | 'unread'

/** A call of the client as a test saw it, without its result. Times are those of the gateway's clock. */
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

/** Whether the result of a call is not read yet, without inspecting it. */
export function isUnread(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return value instanceof Response || Symbol.asyncIterator in value || 'getReader' in value
}

/** `breach`: against the contract or the responses that it got; `warning`: allowed, but likely to cause harm. */
export type FindingLevel = 'breach' | 'warning'

/** One occurrence. */
export interface Evidence {
  /** The numbers of the journal's entries that show it. */
  readonly entries: readonly number[]
  /** What they show. */
  readonly words: string
}

/** A mistake of the client under test. */
export interface Finding {
  /** Kebab-case and stable. */
  readonly id: string
  readonly level: FindingLevel
  /** What is wrong, in one sentence. */
  readonly words: string
  /** How many times it happened. */
  readonly times: number
  /** At least one; of occurrences that the journal no longer has, only the first few. */
  readonly evidence: readonly Evidence[]
  /** How to fix the client. */
  readonly mend: string
}

/** The only input of findings. */
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

/** A span of time for people. */
export function span(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1_000
  return seconds < 120 ? `${Number(seconds.toFixed(1))} s` : `${Number((seconds / 60).toFixed(1))} min`
}

/** Describes an entry as evidence. */
export const named = ({ number, id }: JournalEntry): string => (id === undefined ? `#${number}` : `#${number} (${id})`)

/** One entry as evidence; `more` follows its name. */
export function about(entry: JournalEntry, more = ''): Evidence {
  return { entries: [entry.number], words: named(entry) + more }
}
