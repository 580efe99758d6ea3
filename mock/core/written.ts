import type { DisturbSettings } from './disturbances/table.ts'
import type { Operation } from './routes.ts'
import type { Duration } from './time/duration.ts'

/** A matcher as data: a request matches if it fits every member. */
export interface WrittenMatcher {
  readonly model?: string
  /** Whether the request is for a stream. */
  readonly stream?: boolean
  /** A substring of the last user message, or a pattern that matches in it. */
  readonly text?: string | WrittenPattern
  /** Default `completion`. */
  readonly operation?: Operation
}

/**
 * A regular expression in RE2 syntax: no lookahead, lookbehind or backreferences, so that a search takes linear time.
 */
export interface WrittenPattern {
  readonly pattern: string
  /** Default false. */
  readonly ignore_case?: boolean
}

/** One response as data: exactly one of `reply`, `stream`, `fail`, `limit` and `unavailable`, with its options. */
export interface WrittenStep {
  readonly reply?: string
  readonly stream?: string | readonly (string | { readonly pause: Duration })[]
  /** A status of section 7, or the kind of an error. */
  readonly fail?: number | string
  readonly limit?: Readonly<Record<string, unknown>>
  readonly unavailable?: Readonly<Record<string, unknown>>
  /** The second argument of `reply()`, `stream()` and `fail()`. */
  readonly options?: Readonly<Record<string, unknown>>
  /** The number of requests that the step serves. */
  readonly times?: number
  readonly with?: readonly DisturbSettings[]
  /** The name of a fault, which breaks the contract. */
  readonly fault?: string
}

/** A response in a configuration, and the requests that get it. */
export interface WrittenReply extends WrittenStep {
  /** Default: every completion. `nth` counts the requests of a project that match the other members, from 1. */
  readonly when?: WrittenMatcher & { readonly nth?: number }
}
