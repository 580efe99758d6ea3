import type { ErrorKind } from '../core/errors.ts'
import type { Code } from '../core/request/problems.ts'
import type { Operation } from '../core/routes.ts'

/**
 * How a response ended: complete, aborted by the caller, cut by the gateway, or still open.
 * A whole body counts as complete as soon as the transport has it.
 */
export type Ending = 'complete' | 'aborted' | 'cut' | 'open'

/** A rule of the contract that the request broke: the stable code, and the safe part of the parameter. */
export interface BrokenRule {
  readonly code: Code | 'body_not_json' | 'body_too_large'
  readonly param: string
}

/** An earlier response to exactly the same request. */
export interface Repeat {
  /** The number of the entry that it repeats. */
  readonly of: number
  readonly status: number
  /** Seconds that the earlier response asked to wait. */
  readonly retryAfter: number | undefined
  /** Milliseconds between the end of the earlier response and this request; the longer of real and gateway time. */
  readonly waited: number
  /** The number of the repeat: 1 for the first. */
  readonly depth: number
  /** Milliseconds, as `waited`, since the first failure of this series of repeats. */
  readonly since: number
}

/** An earlier failure of exactly the same request, if its sender may not have had that response. */
export interface Resemblance {
  /** The number of its entry. */
  readonly of: number
  readonly status: number
  /** Milliseconds, as those of a repeat. */
  readonly waited: number
}

/** The bodies of one exchange; kept only on request. */
export interface Bodies {
  /** Undefined if it was not read. */
  readonly request: string | undefined
  /** As far as it was sent. */
  readonly answer: string
}

/**
 * One request and its response, without prompt, reply or key. Times are milliseconds since the epoch on the
 * gateway's clock.
 */
export interface JournalEntry {
  /** Its number in this journal, from 1. */
  readonly number: number
  /** The value of `x-svc-request-id`, unless a fault left it out. */
  readonly id: string | undefined
  /** When the head of the request arrived, when the response was ready, and when it ended. */
  readonly at: number
  readonly answered: number
  readonly ended: number | undefined
  readonly method: string
  readonly route: Operation | 'unknown'
  /** The path, if it has a known form; never with a query. */
  readonly path: string | undefined
  readonly status: number
  readonly project: string | undefined
  /** Only a model of the deployment's catalog. */
  readonly model: string | undefined
  readonly stream: boolean
  /** Whether the stream had its `[DONE]`; undefined for other responses. */
  readonly done: boolean | undefined
  /** Bytes of the two bodies, and the number of writes of the response. */
  readonly requestBytes: number
  readonly answerBytes: number
  readonly chunks: number
  readonly ending: Ending
  /** When the gateway stopped sending for good, with the connection still open. */
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
  /** Where text in the form of a key was sent besides `Authorization: Bearer`. */
  readonly misplaced: 'url' | 'header' | 'scheme' | 'browser' | undefined
  readonly repeats: Repeat | undefined
  /**
   * Only if this one used a connection that was opened after the earlier response, and the project began no other request
   * between both.
   */
  readonly resembles: Resemblance | undefined
  /** The number of an entry whose stream was broken, and whose text is in this request as an assistant message. */
  readonly echoes: number | undefined
  /** Steps of the script that waited, and why none fitted this request; undefined if one did, or none waited. */
  readonly nearMisses: readonly string[] | undefined
  readonly bodies: Bodies | undefined
}
