import type { Exchange } from '../http/exchange.ts'
import type { ObservationName } from './observation.ts'

export type Expectation =
  /** 200 with an answer of this form; without `as`, any completion or stream that can be recognised. */
  | {
      readonly kind: 'accepted'
      /** The check answers for this form: an answer that is not recognised as it fails. */
      readonly as?: 'completion' | 'stream' | 'list'
      /** Only this other form fails; what cannot be recognised at all is left to the check that answers for it. */
      readonly not?: 'stream' | 'completion'
    }
  /** One of these statuses. `fields` are the top-level fields that hold the one fault. */
  | {
      readonly kind: 'rejected'
      readonly statuses: readonly number[]
      readonly fields?: readonly string[]
      /** The body is too large: a connection that ends without any answer is a failure here. */
      readonly oversize?: true
    }
  /** Anything but acceptance: which status it is, another requirement says. */
  | { readonly kind: 'denied' }
  /** A provoked state answers with one of these statuses. */
  | { readonly kind: 'state'; readonly statuses: readonly number[] }
  /** Anything but "no such model": the model is listed. */
  | { readonly kind: 'callable' }
  /** The model list holds and lacks these ids. */
  | {
      readonly kind: 'lists'
      readonly includes?: readonly string[]
      readonly excludes?: readonly string[]
      readonly empty?: true
    }
  /** The request id is not the one that the caller sent. */
  | { readonly kind: 'own-request-id' }
  /** No server error, an error body, a request id: for paths outside the contract. */
  | { readonly kind: 'stray' }
  /** Nothing to judge; what the target does is recorded. */
  | { readonly kind: 'observed'; readonly what: ObservationName; readonly label?: string }

/** What a check brings to the judge. */
export interface Evidence {
  readonly check: string
  readonly requirement: string
  /** What the request was, in a few words: `temperature 2.1`. */
  readonly title: string
  readonly exchange: string
  readonly expectation: Expectation
  /** The valid twin, one edit away, that has to be accepted before a rejection counts. */
  readonly control?: string
  /** Replays a generated request. */
  readonly replay?: string
}

/** What the judge says of the evidence, and how findings add up to verdicts and a conclusion. */

/** A single judgement. `fail` of a `should` becomes `warn` when it is added up. */
export type Outcome = 'pass' | 'fail' | 'observed' | 'not-evidenced' | 'inconclusive' | 'error'

export interface Finding {
  /** Id of the requirement that it speaks of. */
  readonly requirement: string
  readonly outcome: Outcome
  readonly message: string
  readonly expected?: string
  readonly actual?: string
  /** In the answer: a JSON pointer (`/choices/0`), a byte offset (`byte 17`), or a pointer into the event at a byte (`byte 17, /choices/0`). */
  readonly at?: string
  /** Ids of the exchanges that show it. */
  readonly exchanges: readonly string[]
  /** The check that it belongs to; absent for invariants, which belong to the whole run. */
  readonly check?: string
  /** Replays the generated request that showed it. */
  readonly replay?: string
}

export const verdicts = [
  'pass',
  'fail',
  'warn',
  'observed',
  'not-evidenced',
  'inconclusive',
  'error',
  'not-selected',
  'not-observable',
] as const
export type Verdict = (typeof verdicts)[number]

export type Conclusion = 'conformant' | 'nonconformant' | 'incomplete'

/** Everything that the judge needs, as data. */
export interface Transcript {
  readonly exchanges: readonly Exchange[]
  readonly evidence: readonly Evidence[]
  /** What kept checks from running, or broke in them. */
  readonly remarks: readonly Finding[]
}
