/**
 * The input and output of the judge, as data. Expectations come from a closed set, so that anyone can judge a
 * transcript again.
 */
import type { RequirementId } from '../catalogue/requirements.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Kind } from '../http/request.ts'
import { names } from '../text/names.ts'

export type Expectation =
  /** 200 with a response of the form `as`; without `as`, any completion or stream that can be recognised. */
  | {
      readonly kind: 'accepted'
      /** The check is responsible for this form: a response that is not recognised as this form fails. */
      readonly as?: Kind
      /** Only this other form fails; an unrecognisable response is left to the check that is responsible for it. */
      readonly not?: 'stream' | 'completion'
      /** Only these statuses break the rule. Apart from 200, any other response says nothing about it. */
      readonly refusedBy?: readonly number[]
      /** Equivalent to its control: if only the control is accepted, an error or lost connection each time fails. */
      readonly alike?: true
    }
  /** Rejected with one of these statuses. `fields` are the top-level fields that contain the one fault. */
  | {
      readonly kind: 'rejected'
      readonly statuses: readonly number[]
      readonly fields?: readonly string[]
      /** The body is too large or deep: if the target ends each connection without a response, that is a failure. */
      readonly oversize?: true
    }
  /** Refused with any status; another requirement covers the status. */
  | { readonly kind: 'denied' }
  /** A provoked state returns one of these statuses. */
  | {
      readonly kind: 'state'
      readonly statuses: readonly number[]
      /** The requests between the attempts provoke the same state, in another form. */
      readonly alike?: true
    }
  /** 200, although another key has just met a state, or after the wait that a limit named. */
  | { readonly kind: 'served'; readonly after: 'state' | 'wait' }
  /** Any response except "no such model", since the model is listed. */
  | { readonly kind: 'callable' }
  /** The model list includes and excludes these ids. */
  | {
      readonly kind: 'lists'
      readonly includes?: readonly string[]
      readonly excludes?: readonly string[]
      readonly empty?: true
    }
  /** The request id is not the one that the caller sent. */
  | { readonly kind: 'own-request-id' }
  /** For paths outside the contract: no server error, but an error body and a request id. */
  | { readonly kind: 'stray' }
  /** Nothing is judged; the behaviour of the target is recorded. */
  | { readonly kind: 'observed'; readonly what: ObservationName }

/** An expectation of one kind. */
export type Expected<Kind extends Expectation['kind']> = Extract<Expectation, { kind: Kind }>

/** Nothing is expected: the status, and how a completion ended, are recorded. */
export const OUTCOME = { kind: 'observed', what: 'outcome' } as const satisfies Expectation

/** Whether the request has to be accepted. */
export const isOfValid = ({ kind }: Expectation): boolean => ['accepted', 'callable', 'served', 'lists'].includes(kind)

/** Whether the request has to be refused. */
export const isRefusal = ({ kind }: Expectation): boolean => ['rejected', 'denied', 'state'].includes(kind)

/** `outcome`: the status, and how a completion ended. `label`: only the title of the request. */
export type ObservationName = 'outcome' | 'label'

/** What a check submits to the judge. */
export interface Evidence {
  readonly check: string
  readonly requirement: RequirementId
  /** The request in a few words: `temperature 2.1`. */
  readonly title: string
  readonly exchange: string
  readonly expectation: Expectation
  /** The valid control, which differs in one thing: a rejection counts only if the control was accepted. */
  readonly control?: string
  /** How to replay a generated request. */
  readonly replay?: string
  /** Why the request was not sent. */
  readonly unsent?: string
  /** The suspected difference from a request that is accepted. It is reported once pairs of requests confirm it. */
  readonly only?: string
  /** Set if the request was sent again to explain a failure: it is evidence for nothing else. */
  readonly repeats?: Repetition
}

/** A request that has failed, sent again. */
export interface Repetition {
  /** With or without the suspected difference, or unchanged. */
  readonly side: 'with' | 'without' | 'repeat'
  /** The exchange that shows the failure. */
  readonly of: string
  /** The suspected difference. */
  readonly only?: string
  /** The previous exchange on its connection: the request is sent on a new connection, after that one and alone. */
  readonly before?: string
  /** It is judged by an invariant, not by the expectation of a check. */
  readonly isInvariant?: true
}

/** Sorts evidence by name, so that the order is the same in every run: responses arrive in any order. */
export function byName(a: Evidence, b: Evidence): number {
  const nameOf = ({ exchange, requirement, title }: Evidence): string => `${exchange} ${requirement} ${title}`
  const [one, other] = [nameOf(a), nameOf(b)]
  return one < other ? -1 : Number(one > other)
}

/** Everything that the judge needs, as data. */
export interface Transcript {
  readonly exchanges: readonly Exchange[]
  readonly evidence: readonly Evidence[]
  /** Why checks did not run, or how they broke. */
  readonly remarks: readonly Finding[]
}

/** A single judgement. In a verdict, `fail` of a `should` becomes `warn`; all others outweigh `not-applicable`. */
export type Outcome = 'pass' | 'fail' | 'observed' | 'not-evidenced' | 'inconclusive' | 'error' | 'not-applicable'

export interface Finding {
  /** Id of the requirement that it is about. */
  readonly requirement: RequirementId
  readonly outcome: Outcome
  readonly message: string
  readonly expected?: string
  readonly actual?: string
  /** In the response: a JSON pointer (`/choices/0`), a byte offset (`byte 17`), or both (a pointer into that event). */
  readonly at?: string
  /** Ids of the exchanges that show it. */
  readonly exchanges: readonly string[]
  /** The check that it belongs to; absent for invariants, which belong to the whole run. */
  readonly check?: string
  /** The row of the check that broke: the results of the other rows still count. */
  readonly row?: string
  /** How to replay the generated request that showed it. */
  readonly replay?: string
  /** The request in a few words; `brief` is the message without it. */
  readonly asked?: string
  readonly brief?: string
  /** The expected statuses. */
  readonly statuses?: readonly number[]
  /** Equal for findings of the same schema breach, wherever it occurs. */
  readonly rule?: string
  /** The requirement that the gateway broke by accepting the request; the finding is about the response. */
  readonly follows?: RequirementId
  /** It only follows from that breach and does not count: no valid request shows the same. */
  readonly isConsequence?: true
  /** What alone makes the difference: `accept: text/plain`. Only suspected until pairs of requests confirm it. */
  readonly only?: string
  /** The failure is intermittent: the same request also got a correct response. */
  readonly intermittent?: Intermittent
  /** The previous exchange on its connection; without it, the same request gets a correct response. */
  readonly afterOnConnection?: string
}

export interface Intermittent {
  /** The number of responses that show it, out of `of` that could. */
  readonly failed: number
  readonly of: number
  /** The exact 95 % confidence interval of that share (Clopper and Pearson). */
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

/** The judgement of one exchange under one expectation, independent of the check and requirement. */
export interface Judgement extends Pick<Finding, 'outcome' | 'message' | 'expected' | 'actual' | 'at' | 'statuses'> {
  /** Set if it is about another requirement than that of the evidence. */
  readonly requirement?: RequirementId
}

export function judgement(
  outcome: Outcome,
  message: string,
  more: Omit<Judgement, 'outcome' | 'message'> = {},
): Judgement {
  return { outcome, message, ...more }
}

/** Without a response, the result is inconclusive. */
export function withoutResponse(exchange: Exchange): Judgement {
  return judgement('inconclusive', whyNoResponse(exchange))
}

/** Why there is no response, in words. */
export function whyNoResponse({ failure }: Exchange): string {
  return `no response: ${failure?.code ?? 'unknown'} ${failure?.message ?? ''}`.trim()
}

/** The target ended the connection of each attempt, but responded to the valid requests between them. */
export function dropped(exchange: Exchange, expected: string, statuses: readonly number[]): Judgement {
  const message = 'the target closed the connection without a response, several times in a row'
  return judgement('fail', message, { expected, actual: whyNoResponse(exchange), statuses })
}
