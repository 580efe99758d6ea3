import { type Clock, realNow } from '../../core/time/clock.ts'
import type { Project } from '../../core/types.ts'
import type { JournalEntry } from '../entry.ts'
import type { GatewayJournal } from '../gateway-journal.ts'
import { type SentRequest, sentOf } from '../sent.ts'
import { isUnread, type Observation, type Outcome } from './finding.ts'
import { isOf, type Kind, Memory } from './memory.ts'
import { type Given, isRunning, type Observed, type ObservedCall, type Observing } from './observing.ts'
import { Past } from './past.ts'
import { draw, judge, type Verdict } from './verdict.ts'

/** The maximum number of observations to remember. */
const MAX = 1_000

/** The key for calls without a known project. */
const NO_PROJECT = {}

/** Reads and judges the journal of a gateway, for one project or for all. */
export class Inquiry {
  readonly #journal: GatewayJournal
  readonly #clock: Clock
  readonly #observed: Observing[] = []
  /** The memories of current projects, of each dropped project, and of all dropped projects together. */
  readonly #memories = new WeakMap<object, Memory>()
  readonly #dropped = new WeakMap<object, Memory>()
  readonly #allDropped = new Memory()
  /** Findings from observations of the whole mock. */
  readonly #general = new Past()

  constructor(journal: GatewayJournal, clock: Clock) {
    this.#journal = journal
    this.#clock = clock
    journal.observed = (project) => {
      const running = this.#observed.filter((one) => isRunning(one) && (one.project ?? project) === project)
      return running.length === 1 ? running[0] : undefined
    }
    journal.leaving = (project, kept, count, dropped) => {
      const memory = memoryIn(this.#memories, project)
      memory.take(kept, count, this.#observationsOf(project), clock.now())
      if (dropped) this.#drop(project, memory)
    }
  }

  /** The entries in the journal, oldest first. */
  entries(project?: Project): JournalEntry[] {
    return project ? this.#journal.of(project) : this.#journal.all()
  }

  /** The requests of a project's client, oldest first; undefined if the journal keeps no bodies. */
  sent(project: Project): SentRequest[] | undefined {
    return this.#journal.keepsBodies ? this.entries(project).map(sentOf) : undefined
  }

  /** The number of requests of a kind, including those that the journal has dropped. */
  received(wanted: Kind, project?: Project): number {
    const gone = this.#memoriesOf(project).reduce((sum, memory) => sum + memory.count(wanted), 0)
    return gone + this.#kept(project).filter((entry) => isOf(entry, wanted)).length
  }

  /** The number of requests that the journal has dropped. */
  forgotten(project?: Project): number {
    return this.received({}, project) - this.#journal.shown(this.#scopeOf(project))
  }

  verdict(project?: Project): Verdict {
    const memories = this.#memoriesOf(project)
    const observations = project ? this.#observationsOf(project) : this.#observed
    const entries = this.#scopeOf(project).flatMap((one) => memoryIn(this.#memories, one).with(this.#journal.kept(one)))
    entries.sort((a, b) => a.number - b.number)
    const seen = { requests: this.received({}, project), forgotten: this.forgotten(project) }
    const pasts = memories.map(({ past }) => past)
    return judge({ entries, observations, now: this.#clock.now() }, seen, project ? pasts : [...pasts, this.#general])
  }

  /** Runs a call of the client, and returns or throws its outcome. Records how the call ended, but not its result. */
  async observe<W extends Observed>(what: W, project?: Project): Promise<Given<W>> {
    const { call, abort }: ObservedCall = typeof what === 'function' ? { call: what } : (what ?? {})
    if (typeof call !== 'function') throw new RangeError('observe() takes a function that calls the client under test.')
    const observing = this.begin(project)
    const aborting = (): void => this.abort(observing)
    if (abort?.aborted) aborting()
    abort?.addEventListener('abort', aborting, { once: true })
    try {
      const value = await call()
      this.settle(observing, isUnread(value) ? 'unread' : 'fulfilled', project)
      return value as Given<W>
    } catch (error) {
      this.settle(observing, 'rejected', project)
      throw error
    }
  }

  /** Whether a call of a project is being observed. */
  isObserved(project: Project): boolean {
    return this.#observed.some((one) => isRunning(one) && one.project === project.name)
  }

  /** Begins to observe a call. @param lifetime milliseconds after which the observation expires if it has not ended */
  begin(project: Project | undefined, lifetime = Number.POSITIVE_INFINITY): Observing {
    const observing: Observing = {
      project: project?.name,
      after: this.#journal.count,
      last: Number.POSITIVE_INFINITY,
      outcome: 'pending',
      settled: undefined,
      aborted: undefined,
      alone: true,
      until: realNow() + lifetime,
    }
    for (const other of this.#observed.filter(isRunning)) {
      if (project && (other.project ?? project.name) !== project.name) continue
      observing.alone = false
      other.alone = false
    }
    if (this.#observed.length === MAX) this.#observed.shift()
    this.#observed.push(observing)
    return observing
  }

  /** Records that an observed call is aborted. */
  abort(observing: Observing): void {
    observing.aborted = this.#clock.now()
  }

  /** Ends an observation whose outcome is unknown, so that no finding depends on it. */
  giveUp(observing: Observing): void {
    this.#end(observing, 'unread')
  }

  settle(observing: Observing, outcome: Outcome, project: Project | undefined): void {
    this.#end(observing, outcome)
    const [oldest] = this.#observed
    const past = project ? memoryIn(this.#memories, project).past : this.#general
    const isStored = project ? () => true : (entry: number) => entry > (oldest?.after ?? 0)
    past.take(draw(this.#factsOf(observing, project)), isStored)
  }

  /** Judges the requests of one observed call. */
  verdictOn(observing: Observing, project: Project | undefined): Verdict {
    const facts = this.#factsOf(observing, project)
    return judge(facts, { requests: facts.entries.length, forgotten: 0 })
  }

  #end(observing: Observing, outcome: Outcome): void {
    Object.assign(observing, { outcome, last: this.#journal.count, settled: this.#clock.now() })
  }

  #factsOf(observing: Observing, project: Project | undefined) {
    const isOwn = ({ number }: JournalEntry): boolean => number > observing.after && number <= observing.last
    const entries = this.#kept(project).filter(isOwn)
    return { entries: entries.sort((a, b) => a.number - b.number), observations: [observing], now: this.#clock.now() }
  }

  #kept(project: Project | undefined): JournalEntry[] {
    return this.#scopeOf(project).flatMap((one) => this.#journal.kept(one))
  }

  #scopeOf(project: Project | undefined): readonly (Project | undefined)[] {
    return project ? [project] : this.#journal.projects
  }

  /** The memories of one project, or of all. */
  #memoriesOf(project: Project | undefined): Memory[] {
    const live = this.#scopeOf(project).map((one) => memoryIn(this.#memories, one))
    return [...live, project ? memoryIn(this.#dropped, project) : this.#allDropped]
  }

  #observationsOf(project: Project | undefined): Observation[] {
    return project ? this.#observed.filter((one) => one.project === project.name) : []
  }

  #drop(project: Project | undefined, memory: Memory): void {
    memory.close()
    this.#allDropped.absorb(memory)
    memoryIn(this.#dropped, project).absorb(memory)
    this.#memories.delete(project ?? NO_PROJECT)
  }
}

function memoryIn(memories: WeakMap<object, Memory>, project: Project | undefined): Memory {
  const known = memories.get(project ?? NO_PROJECT) ?? new Memory()
  memories.set(project ?? NO_PROJECT, known)
  return known
}
