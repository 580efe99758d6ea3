/**
 * What the judge is given and what it says, as data. Expectations come from a closed set, so that anyone can judge a transcript
 * again.
 */
import type { RequirementId } from '../catalogue/requirements.ts'
import type { Exchange } from '../http/exchange.ts'
import { names } from '../text/names.ts'

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

/** Nothing is expected: the status, and how a completion ended, are recorded. */
export const OUTCOME = { kind: 'observed', what: 'outcome' } as const satisfies Expectation

/** Whether the request has to be accepted. */
export const isOfValid = ({ kind }: Expectation): boolean => ['accepted', 'callable', 'served', 'lists'].includes(kind)

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
  const nameOf = ({ exchange, requirement, title }: Evidence): string => `${exchange} ${requirement} ${title}`
  const [one, other] = [nameOf(a), nameOf(b)]
  return one < other ? -1 : Number(one > other)
}

/** Everything that the judge needs, as data. */
export interface Transcript {
  readonly exchanges: readonly Exchange[]
  readonly evidence: readonly Evidence[]
  /** What kept checks from running, or broke in them. */
  readonly remarks: readonly Finding[]
}

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

/** A remark on a check, without an exchange: it did not run, or it broke. */
export const remarkOn = (
  { id: check, covers: requirement }: { readonly id: string; readonly covers: RequirementId },
  outcome: Outcome,
  message: string,
): Finding => ({ requirement, outcome, message, exchanges: [], check })

/** A failure that one exchange shows. @param brief what is wrong */
export function failureOf({ id, request }: Exchange, requirement: RequirementId, brief: string): Finding {
  const asked = `${request.method} ${request.path}`
  return { requirement, outcome: 'fail', message: `${asked} (${id}): ${brief}`, asked, brief, exchanges: [id] }
}

/** A judgement: what one exchange says under one expectation, whichever check and requirement it was sent for. */
export interface Judgement extends Pick<Finding, 'outcome' | 'message' | 'expected' | 'actual' | 'at' | 'statuses'> {
  /** Where it speaks of another requirement than the one that the check tried. */
  readonly requirement?: RequirementId
}

export function judgement(
  outcome: Outcome,
  message: string,
  more: Omit<Judgement, 'outcome' | 'message'> = {},
): Judgement {
  return { outcome, message, ...more }
}

/** Nothing can be said without a response. */
export function withoutResponse(exchange: Exchange): Judgement {
  return judgement('inconclusive', whyNoResponse(exchange))
}

/** Why there is no response, in words. */
export function whyNoResponse({ failure }: Exchange): string {
  return `no response: ${failure?.code ?? 'unknown'} ${failure?.message ?? ''}`.trim()
}

/** The target has ended the connection of each attempt, and responded to the valid requests between them. */
export function dropped(exchange: Exchange, expected: string, statuses: readonly number[]): Judgement {
  const message = 'the target closed the connection without a response, each time'
  return judgement('fail', message, { expected, actual: whyNoResponse(exchange), statuses })
}
