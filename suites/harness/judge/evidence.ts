/** What the judge is given: expectations are data from a closed set, so that anyone can judge a transcript again. */
import type { RequirementId } from '../catalogue/requirements.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Finding } from './finding.ts'

export type Expectation =
  /** 200 with a response of this form; without `as`, any completion or stream that can be recognised. */
  | {
      readonly kind: 'accepted'
      /** The check is responsible for this form: a response that is not recognised as it fails. */
      readonly as?: 'completion' | 'stream' | 'list'
      /** Only this other form fails; what cannot be recognised at all is left to the check that is responsible for it. */
      readonly not?: 'stream' | 'completion'
      /** Only these statuses break the rule; any other response than an accepted one says nothing about it. */
      readonly refusedBy?: readonly number[]
      /** It says the same as its control: a server error or a lost connection each time, while that is accepted, is a failure. */
      readonly alike?: true
    }
  /** One of these statuses. `fields` are the top-level fields that hold the one fault. */
  | {
      readonly kind: 'rejected'
      readonly statuses: readonly number[]
      readonly fields?: readonly string[]
      /** The body is too large, or deep: a connection that the target ends without any response, each time, is a failure here. */
      readonly oversize?: true
    }
  /** Refused, by any status; another requirement says by which. */
  | { readonly kind: 'denied' }
  /** A provoked state returns one of these statuses. */
  | {
      readonly kind: 'state'
      readonly statuses: readonly number[]
      /** The requests between the attempts provoke the same state, in another form. */
      readonly alike?: true
    }
  /** 200 all the same, after another key has met a state, or after the wait that a limit has named. */
  | { readonly kind: 'served'; readonly after: 'state' | 'wait' }
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

/** Whether the request has to be refused. */
export const isRefusal = ({ kind }: Expectation): boolean => ['rejected', 'denied', 'state'].includes(kind)

/** `outcome`: the status, and how a completion ended. `label`: what the check itself says. */
export type ObservationName = 'outcome' | 'label'

/** What a check brings to the judge. */
export interface Evidence {
  readonly check: string
  readonly requirement: RequirementId
  /** What the request was, in a few words: `temperature 2.1`. */
  readonly title: string
  readonly exchange: string
  readonly expectation: Expectation
  /** The valid control, one edit away, that has to be accepted before a rejection counts. */
  readonly control?: string
  /** Replays a generated request. */
  readonly replay?: string
  /** Why the request was not sent. */
  readonly unsent?: string
  /** What seems to make the difference to a request that is accepted. It is named once pairs of requests confirm it. */
  readonly only?: string
  /** Set where the request was sent again to explain a failure: it says nothing else. */
  readonly repeats?: Repetition
}

/** A request that has failed, sent again. */
export interface Repetition {
  /** With and without what seems to make the difference, or just as it was. */
  readonly side: 'with' | 'without' | 'repeat'
  /** The exchange that shows the failure. */
  readonly of: string
  /** What seems to make the difference. */
  readonly only?: string
  /** The exchange before it on its connection: it is sent on a new one, after that and alone. */
  readonly before?: string
  /** It is judged by a rule on every response, and not by the expectation of a check. */
  readonly isInvariant?: true
}

/** Responses arrive in any order; sorted by name, evidence has the same order in every run. */
export function byName(a: Evidence, b: Evidence): number {
  const [one, other] = [a, b].map(({ exchange, requirement, title }) => `${exchange} ${requirement} ${title}`) as [
    string,
    string,
  ]
  return one < other ? -1 : one > other ? 1 : 0
}

/** Everything that the judge needs, as data. */
export interface Transcript {
  readonly exchanges: readonly Exchange[]
  readonly evidence: readonly Evidence[]
  /** What kept checks from running, or broke in them. */
  readonly remarks: readonly Finding[]
}
