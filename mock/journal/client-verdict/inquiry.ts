import type { Clock } from '../../core/time/clock.ts'
import type { Project } from '../../core/types.ts'
import type { JournalEntry } from '../entry.ts'
import type { GatewayJournal } from '../gateway-journal.ts'
import { isUnread, type Observation, type Outcome } from './finding.ts'
import { judge, type Verdict } from './verdict.ts'

/** A call to observe, and the signal that aborts it. */
export interface ObservedCall {
  call(): unknown
  abort?: AbortSignal
}

/** A call of the client under test, alone or with its signal. */
export type Observed = ObservedCall | (() => unknown)

/** What an observed call gives. */
export type Given<W extends Observed> = Awaited<ReturnType<W extends () => unknown ? W : (W & ObservedCall)['call']>>

/** Most observations that are remembered. */
const MOST = 1_000

/** Looks into the journal of a gateway: for one project, or for all that it has. */
export class Inquiry {
  readonly #journal: GatewayJournal
  readonly #clock: Clock
  readonly #observed: Observing[] = []

  constructor(journal: GatewayJournal, clock: Clock) {
    this.#journal = journal
    this.#clock = clock
    journal.observed = (project) => {
      const running = this.#observed.filter(
        ({ outcome, project: of }) => outcome === 'pending' && (of ?? project) === project,
      )
      return running.length === 1 ? running[0] : undefined
    }
  }

  entries(project?: Project): JournalEntry[] {
    return project ? this.#journal.of(project) : this.#journal.all()
  }

  verdict(project?: Project): Verdict {
    const observations = this.#observed.filter((one) => !project || one.project === project.name)
    return judge({ entries: this.entries(project), observations, now: this.#clock.now() })
  }

  /** Runs a call of the client and gives back, or throws, what it gives. Notes how it ended, never with what. */
  async observe<W extends Observed>(what: W, project?: Project): Promise<Given<W>> {
    const observed: ObservedCall = typeof what === 'function' ? { call: what } : what
    const { abort } = observed
    const observing = this.#begin(project)
    const aborting = (): void => observing.abort(this.#clock.now())
    if (abort?.aborted) aborting()
    abort?.addEventListener('abort', aborting, { once: true })
    try {
      const value = await observed.call()
      this.#settle(observing, isUnread(value) ? 'unread' : 'fulfilled')
      return value as Given<W>
    } catch (error) {
      this.#settle(observing, 'rejected')
      throw error
    }
  }

  #begin(project: Project | undefined): Observing {
    const observing = new Observing(project?.name, this.#journal.count)
    for (const other of this.#observed) if (other.outcome === 'pending') observing.runBeside(other)
    if (this.#observed.length === MOST) this.#observed.shift()
    this.#observed.push(observing)
    return observing
  }

  #settle(observing: Observing, outcome: Outcome): void {
    observing.settle(outcome, this.#journal.count, this.#clock.now())
  }
}

/** An observation while it runs. */
class Observing implements Observation {
  readonly project: string | undefined
  readonly after: number
  last = Number.POSITIVE_INFINITY
  outcome: Outcome = 'pending'
  settled: number | undefined = undefined
  aborted: number | undefined = undefined
  alone = true

  constructor(project: string | undefined, after: number) {
    this.project = project
    this.after = after
  }

  runBeside(other: Observing): void {
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
