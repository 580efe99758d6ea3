import type { JournalEntry } from '../journal/entry.ts'
import type { Observation } from './observation.ts'

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
  /** At least one. */
  readonly evidence: readonly Evidence[]
  /** How to mend the client. */
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
export interface FindingRule extends Omit<Finding, 'evidence'> {
  find(facts: Facts): readonly Evidence[]
}
