import { realNow } from '../../core/time/clock.ts'
import { isUnread, type Observation, type Outcome } from './finding.ts'

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

/** Runs a call, and reports its abort and its outcome, but not its result. */
export async function watched<W extends Observed>(
  what: W,
  aborting: () => void,
  settle: (outcome: Outcome) => void,
): Promise<Given<W>> {
  const { call, abort }: ObservedCall = typeof what === 'function' ? { call: what } : what
  if (abort?.aborted) aborting()
  abort?.addEventListener('abort', aborting, { once: true })
  try {
    const value = await call()
    settle(isUnread(value) ? 'unread' : 'fulfilled')
    return value as Given<W>
  } catch (error) {
    settle('rejected')
    throw error
  }
}
