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
export class Observing implements Observation {
  readonly project: string | undefined
  readonly after: number
  last = Number.POSITIVE_INFINITY
  outcome: Outcome = 'pending'
  settled: number | undefined = undefined
  aborted: number | undefined = undefined
  alone = true
  readonly #until: number

  /** @param lifetime milliseconds of system time after which the end of the call is no longer expected */
  constructor(project: string | undefined, after: number, lifetime: number) {
    this.project = project
    this.after = after
    this.#until = realNow() + lifetime
  }

  get isRunning(): boolean {
    return this.outcome === 'pending' && realNow() < this.#until
  }

  runAlongside(other: Observing): void {
    if (this.project !== undefined && other.project !== undefined && this.project !== other.project) return
    this.alone = false
    other.alone = false
  }

  abort(now: number): void {
    this.aborted = now
  }

  settle(outcome: Outcome, last: number, now: number): void {
    this.outcome = outcome
    this.last = last
    this.settled = now
  }
}

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
