import type { ErrorKind } from '../core/errors.ts'
import type { Code } from '../core/request/problems.ts'
import type { Operation } from '../core/routes.ts'

/**
 * How a response ended: complete, aborted by the caller, cut by the gateway, or still open. A whole body counts as
 * complete as soon as it is passed to the transport.
 */
export type Ending = 'complete' | 'aborted' | 'cut' | 'open'

/** A rule of the contract that the request broke: the stable code, and the parameter without unsafe text. */
export interface BrokenRule {
  readonly code: Code | 'body_not_json' | 'body_too_large'
  readonly param: string
}

/** An earlier response to an identical request. */
export interface Repeat {
  /** The number of the entry that is repeated. */
  readonly of: number
  readonly status: number
  /** The `Retry-After` of the earlier response, in seconds. */
  readonly retryAfter: number | undefined
  /** Milliseconds from the end of the earlier response to this request; the longer of system and gateway time. */
  readonly waited: number
  /** The number of the repeat: 1 for the first. */
  readonly depth: number
  /** Milliseconds since the first failure of this series of repeats, measured like `waited`. */
  readonly since: number
}

/** An earlier failure of an identical request, if its sender may not have received that response. */
export type Resemblance = Pick<Repeat, 'of' | 'status' | 'waited'>

/** The bodies of one exchange; kept only on request. */
export interface Bodies {
  /** Undefined if the body was not read. */
  readonly request: string | undefined
  /** The part of the response body that was sent. */
  readonly answer: string
}

/**
 * One request and its response, without prompt, reply or key. Times are milliseconds since the epoch on the
 * gateway's clock.
 */
export interface JournalEntry {
  /** The number in this journal, from 1. */
  readonly number: number
  /** The value of `x-svc-request-id`, unless a fault left it out. */
  readonly id: string | undefined
  /** When the head of the request arrived, when the response was ready, and when it ended. */
  readonly at: number
  readonly answered: number
  readonly ended: number | undefined
  readonly method: string
  readonly route: Operation | 'unknown'
  /** The path, if it has a known form; without the query. */
  readonly path: string | undefined
  readonly status: number
  readonly project: string | undefined
  /** Only models of the project or of the deployment. */
  readonly model: string | undefined
  readonly stream: boolean
  /** Whether the stream had its `[DONE]`; undefined for other responses. */
  readonly done: boolean | undefined
  /** Bytes of the two bodies, and the number of writes of the response. */
  readonly requestBytes: number
  readonly answerBytes: number
  readonly chunks: number
  readonly ending: Ending
  /** When the gateway stopped sending permanently, with the connection still open. */
  readonly hung: number | undefined
  /** Milliseconds for which the connection stayed open after `[DONE]`; undefined if nothing held it open. */
  readonly lingered: number | undefined
  /** The row of the error table and the `error.code` of a refusal. */
  readonly error: { readonly kind: ErrorKind; readonly code: string } | undefined
  readonly broken: readonly BrokenRule[]
  /** Seconds of the `Retry-After` that the client received. */
  readonly retryAfter: number | undefined
  /** The header `x-stainless-retry-count`, which some client libraries send. */
  readonly retryCount: number | undefined
  /** Names of the faults, variants and disturbances that changed the response. */
  readonly oddities: readonly string[]
  /** The position of text in the form of a key outside `Authorization: Bearer`. */
  readonly misplaced: 'url' | 'header' | 'scheme' | 'browser' | undefined
  readonly repeats: Repeat | undefined
  /**
   * Only if this request used a connection that was opened after the earlier response, and the project began no other
   * request between the two.
   */
  readonly resembles: Resemblance | undefined
  /** The number of an entry with a broken stream whose text is in this request as an assistant message. */
  readonly echoes: number | undefined
  /** The queued steps, and why none matched this request; undefined if one matched, or none was queued. */
  readonly nearMisses: readonly string[] | undefined
  readonly bodies: Bodies | undefined
}
