import { type HttpResponse, isBytes, type Part, sizeOf } from '../core/http.ts'
import type { Clock } from '../core/time/clock.ts'
import type { Call, GatewayView, Journal, Project } from '../core/types.ts'
import { bodiesWithin, type KeepBodies } from './bodies.ts'
import type { JournalEntry } from './entry.ts'
import { ownerOf } from './facts.ts'
import { observedParts, type PartObserver } from './observed-parts.ts'
import { endEntry, type OpenEntry, openEntry } from './open-entry.ts'
import { ProjectJournal } from './project-journal.ts'
import { detectRepeats } from './repeats.ts'

/** Limits and contents of a journal. */
export interface JournalOptions {
  /** The maximum number of entries for each project, and for calls without one. Default 1,000. */
  entries?: number
  /** The maximum number of projects with entries; beyond it, the one that called first is dropped. Default 1,000. */
  projects?: number
  /** Whether to keep the bodies of requests and responses, which contain prompts and texts. Default false. */
  bodies?: boolean
  /** The maximum size of kept bodies in bytes, for all projects; the oldest are dropped first. Default 64 MiB. */
  bytes?: number
}

const MAX = 1_000
const BYTES = 64 * 1024 * 1024

/** The journal of a gateway: the latest requests of each project, without prompt, response or key. */
// keeps: service-not-stored
export class GatewayJournal implements Journal {
  readonly #clock: Clock
  readonly #entries: number
  readonly #projects: number
  readonly #bodies: KeepBodies | undefined
  /** The random key of digests. */
  readonly #key = Math.floor(Math.random() * 2 ** 32)
  readonly #journals = new Map<Project | undefined, ProjectJournal>()
  /** The number of the latest entry. */
  count = 0
  /** Returns the call that is being observed in a project, if there is exactly one. */
  observed: (project: string | undefined) => object | undefined = () => undefined
  /** Called before entries of a project are dropped; `dropped` means that the project itself is dropped. */
  leaving: (project: Project | undefined, kept: readonly JournalEntry[], count: number, dropped: boolean) => void =
    () => {}

  constructor(clock: Clock, { entries = MAX, projects = MAX, bodies = false, bytes = BYTES }: JournalOptions = {}) {
    for (const [name, value] of Object.entries({ entries, projects, bytes }))
      if (!Number.isSafeInteger(value) || value < 1)
        throw new RangeError(`journal.${name} is ${value}; give a whole number of at least 1.`)
    this.#clock = clock
    this.#entries = entries
    this.#projects = projects
    this.#bodies = bodies ? bodiesWithin(bytes) : undefined
  }

  get keepsBodies(): boolean {
    return this.#bodies !== undefined
  }

  enter(call: Call, response: HttpResponse, gateway: GatewayView): void {
    const now = this.#clock.now()
    const project = call.project ?? ownerOf(call, gateway)
    const entered = { call, response, gateway, project }
    const record = openEntry(++this.count, entered, now)
    const journal = this.#journalOf(project)
    journal.add(record, (count) => this.leaving(project, journal.kept, count, false))
    const { body } = response
    const unusual = response.status >= 400 || !journal.calm || record.oddities.length > 0
    const parts = { ...entered, record, journal, clock: this.#clock, key: this.#key }
    const detection = unusual ? detectRepeats({ ...parts, observed: this.observed(project?.name) }) : undefined
    if (isBytes(body) && !response.delivery?.before && !response.delivery?.raw) {
      record.answerBytes = sizeOf(response)
      record.chunks = 1
      if (record.stream) record.done = true
      endEntry(record, 'complete', now)
      detection?.ended()
    } else this.#observe(response, record, detection)
    this.#bodies?.(record, call, response)
  }

  /** The entries of one project, oldest first; for undefined, the calls without a known project. */
  of(project: Project | undefined): JournalEntry[] {
    return (this.#journals.get(project)?.shown ?? []).map((record) => Object.freeze({ ...record }))
  }

  /** The live list, including older entries that are not dropped yet; callers must not keep a reference to it. */
  kept(project: Project | undefined): readonly JournalEntry[] {
    return this.#journals.get(project)?.kept ?? []
  }

  /** The number of visible entries of some projects. */
  shown(projects: readonly (Project | undefined)[]): number {
    return projects.reduce((sum, project) => sum + Math.min(this.kept(project).length, this.#entries), 0)
  }

  /** The projects that have entries. */
  get projects(): readonly (Project | undefined)[] {
    return [...this.#journals.keys()]
  }

  /** Every entry that is kept, oldest first. */
  all(): JournalEntry[] {
    return this.projects.flatMap((project) => this.of(project)).sort((a, b) => a.number - b.number)
  }

  #observe(response: HttpResponse, record: OpenEntry, observer: PartObserver | undefined): void {
    const { body, delivery } = response
    const { before, raw } = delivery ?? {}
    const observed = (parts: Iterable<Part>, rest?: number): Iterable<Part> =>
      observedParts(parts, record, this.#clock, observer, rest)
    if (raw) {
      // No response follows the raw bytes.
      response.delivery = { ...delivery, raw: observed(raw, 0), ...(before && { before: observed(before) }) }
      return
    }
    if (before)
      response.delivery = { ...delivery, before: observed(before, isBytes(body) ? sizeOf(response) : undefined) }
    if (!isBytes(body)) response.body = observed(body, 0)
  }

  #journalOf(project: Project | undefined): ProjectJournal {
    const known = this.#journals.get(project)
    if (known) return known
    if (this.#journals.size === this.#projects) this.#drop(this.#journals.keys().next().value)
    const journal = new ProjectJournal(this.#entries, this.#key)
    this.#journals.set(project, journal)
    return journal
  }

  #drop(project: Project | undefined): void {
    const kept = this.kept(project)
    this.leaving(project, kept, kept.length, true)
    this.#journals.delete(project)
  }
}
