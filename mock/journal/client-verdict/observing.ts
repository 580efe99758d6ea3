import { realNow } from '../../core/time/clock.ts'
import type { Observation } from './finding.ts'

/** A call to observe, and the signal that aborts it. */
export interface ObservedCall {
  call(): unknown
  abort?: AbortSignal
}

/** A call of the client under test, with or without its abort signal. */
export type Observed = ObservedCall | (() => unknown)

/** The result of an observed call. */
export type Given<W extends Observed> = Awaited<ReturnType<W extends () => unknown ? W : (W & ObservedCall)['call']>>

/** An observation while it runs. */
export type Observing = { -readonly [M in keyof Observation]: Observation[M] } & {
  /** When the end of the call is no longer expected, in milliseconds of system time. */
  readonly until: number
}

export const isRunning = ({ outcome, until }: Observing): boolean => outcome === 'pending' && realNow() < until
