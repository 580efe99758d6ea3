import type { ErrorKind } from '../core/errors.ts'
import type { Code } from '../core/request/problems.ts'
import type { Operation } from '../core/routes.ts'

/**
 * How an answer ended: complete, aborted by the caller, cut by the gateway, or still open.
 * A whole body counts as complete as soon as the transport has it.
 */
export type Ending = 'complete' | 'aborted' | 'cut' | 'open'

/** A rule of the contract that the request broke: the stable code and the parameter, cut to what is safe to show. */
export interface BrokenRule {
  readonly code: Code | 'body_not_json' | 'body_too_large'
  readonly param: string
}

/** What an earlier answer had said to the very same request. */
export interface Repeat {
  /** The number of the entry that it repeats. */
  readonly of: number
  readonly status: number
  /** Seconds that the earlier answer asked to wait. */
  readonly retryAfter: number | undefined
  /** Milliseconds between the end of the earlier answer and this request; the longer of real and gateway time. */
  readonly waited: number
  /** How many repeats led here: 1 for the first. */
  readonly depth: number
  /** Milliseconds, as `waited`, since the first failure of this series of repeats. */
  readonly since: number
}

/** An earlier failure of the very same request, where it is not certain that the sender of this one had its answer. */
export interface Resemblance {
  /** The number of its entry. */
  readonly of: number
  readonly status: number
  /** Milliseconds, as those of a repeat. */
  readonly waited: number
}

/** The bodies of one exchange; kept only where the journal was asked to. */
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
  /** Which one of this journal it is, from 1. */
  readonly number: number
  /** The value of `x-svc-request-id`, unless a fault left it out. */
  readonly id: string | undefined
  /** When the head of the request arrived, when the answer was ready, and when it had ended. */
  readonly at: number
  readonly answered: number
  readonly ended: number | undefined
  readonly method: string
  readonly route: Operation | 'unknown'
  /** The path, where it is of a known form; never with a query. */
  readonly path: string | undefined
  readonly status: number
  readonly project: string | undefined
  /** Only a model of the deployment's catalog. */
  readonly model: string | undefined
  readonly stream: boolean
  /** Whether the stream had its `[DONE]`; undefined for other answers. */
  readonly done: boolean | undefined
  /** Bytes of the two bodies, and in how many writes the answer's went out. */
  readonly requestBytes: number
  readonly answerBytes: number
  readonly chunks: number
  readonly ending: Ending
  /** When the gateway stopped sending for good, with the connection still open. */
  readonly hung: number | undefined
  /** Milliseconds for which the connection stayed open after `[DONE]`; undefined where nothing held it open. */
  readonly lingered: number | undefined
  /** The row of the error table and the `error.code` of a refusal. */
  readonly error: { readonly kind: ErrorKind; readonly code: string } | undefined
  readonly broken: readonly BrokenRule[]
  /** Seconds of the `Retry-After` that the client received. */
  readonly retryAfter: number | undefined
  /** The header `x-stainless-retry-count`, which some client libraries send. */
  readonly retryCount: number | undefined
  /** Names of the faults, variants and disturbances that changed the answer. */
  readonly oddities: readonly string[]
  /** Where something of the form of a key was sent besides `Authorization: Bearer`. */
  readonly misplaced: 'url' | 'header' | 'scheme' | 'browser' | undefined
  readonly repeats: Repeat | undefined
  /**
   * Only if this one used a connection that was opened after the earlier response, and nothing else of the project was
   * under way from the beginning of the earlier one to that of this one.
   */
  readonly resembles: Resemblance | undefined
  /** The number of an entry whose stream was broken, and whose text is in this request as an assistant message. */
  readonly echoes: number | undefined
  /** Steps of the script that waited, and why none was for this request; undefined where one was, or none waited. */
  readonly nearMisses: readonly string[] | undefined
  readonly bodies: Bodies | undefined
}
