/** What the judge says: findings, the verdicts that they add up to, and the conclusion of a run. */
import type { RequirementId } from '../catalogue/requirements.ts'
import { names } from '../text/names.ts'

/** A single judgement. `fail` of a `should` becomes `warn` when it is added up; `not-applicable` gives way to all others. */
export type Outcome = 'pass' | 'fail' | 'observed' | 'not-evidenced' | 'inconclusive' | 'error' | 'not-applicable'

export interface Finding {
  /** Id of the requirement that it is about. */
  readonly requirement: RequirementId
  readonly outcome: Outcome
  readonly message: string
  readonly expected?: string
  readonly actual?: string
  /** In the response: a JSON pointer (`/choices/0`), a byte offset (`byte 17`), or a pointer into the event at a byte (`byte 17, /choices/0`). */
  readonly at?: string
  /** Ids of the exchanges that show it. */
  readonly exchanges: readonly string[]
  /** The check that it belongs to; absent for invariants, which belong to the whole run. */
  readonly check?: string
  /** The row of the check that broke: whatever the other rows show counts all the same. */
  readonly row?: string
  /** Replays the generated request that showed it. */
  readonly replay?: string
  /** The request that it speaks of, in a few words, and the message without it. */
  readonly asked?: string
  readonly brief?: string
  /** The expected statuses. */
  readonly statuses?: readonly number[]
  /** Equal for findings of one breach of a schema, wherever it stands. */
  readonly rule?: string
  /** The requirement that let the request through whose response this is about. */
  readonly follows?: RequirementId
  /** It follows from that alone, and counts no further: no valid request shows the same. */
  readonly isConsequence?: true
  /** What alone makes the difference: `accept: text/plain`. A guess of a check until pairs of requests confirm it. */
  readonly only?: string
  /** It comes now and then: the same request also got a correct response. */
  readonly intermittent?: Intermittent
  /** The exchange before it on its connection, without which the same request gets a correct response. */
  readonly afterOnConnection?: string
}

export interface Intermittent {
  /** How many responses show it, of how many that could. */
  readonly failed: number
  readonly of: number
  /** The exact interval of that share at 95 % (Clopper and Pearson). */
  readonly low: number
  readonly high: number
  /** What separates these responses from the others, as far as a test supports it. */
  readonly by?: readonly string[]
}

export const verdicts = names(
  'pass fail warn observed not-evidenced inconclusive error not-applicable not-selected not-observable',
)
export type Verdict = (typeof verdicts)[number]

export type Conclusion = 'conformant' | 'nonconformant' | 'incomplete'
