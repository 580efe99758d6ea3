import { type LedgerEntry, ledgerIn } from '../core/metering/ledger.ts'
import type { Project, Unused } from '../core/types.ts'
import type { Deviations } from '../deviations/registry.ts'
import type { Inquiry } from '../journal/client-verdict/inquiry.ts'
import { KIND_MEMBERS, type Kind } from '../journal/client-verdict/memory.ts'
import type { Given, Observed } from '../journal/client-verdict/observing.ts'
import type { Verdict } from '../journal/client-verdict/verdict.ts'
import type { JournalEntry } from '../journal/entry.ts'
import type { SentRequest } from '../journal/sent.ts'
import { members } from '../scripts/checks.ts'
import { anyCompletion, type Matcher, mismatchOf } from '../scripts/matcher.ts'
import { Queue } from '../scripts/queue.ts'
import type { ScriptedStep } from '../scripts/scripted-step.ts'
import type { OpenedProject, ProjectOpener } from './open-projects.ts'

/** The dependencies of a handle. */
export interface HandleParts {
  readonly opener: ProjectOpener
  readonly deviations: Deviations
  readonly inquiry: Inquiry
}

/** A project of a running mock: its key and its responses. Give each parallel test its own project. */
export class ProjectHandle {
  readonly #opened: OpenedProject
  readonly #parts: HandleParts
  readonly #queue: Queue

  constructor(opened: OpenedProject, parts: HandleParts) {
    this.#opened = opened
    this.#parts = parts
    this.#queue = new Queue(this.#project.script, anyCompletion, parts.deviations.applyToStep)
  }

  get name(): string {
    return this.#project.name
  }

  /** The key of this project, in the form `svc_<id>_<secret>`. */
  get key(): string {
    return this.#opened.key
  }

  /** Queues responses: each valid completion takes the first step that matches it. @throws RangeError */
  next(...steps: readonly ScriptedStep[]): this {
    this.#queue.next(...steps)
    return this
  }

  /** Responds to every completion that matches no queued step. @throws RangeError */
  always(step: ScriptedStep): this {
    this.#queue.always(step)
    return this
  }

  /** Queues responses for certain requests: by model, stream, text or operation. @throws RangeError */
  when(matcher: Matcher): Queue {
    return new Queue(this.#project.script, mismatchOf(matcher), this.#parts.deviations.applyToStep)
  }

  /** The queued steps that are left: a description without their text, and the number of requests they expect. */
  unused(): readonly Unused[] {
    return this.#project.script.unused
  }

  /** @throws Error when a queued step is left: fewer or other requests arrived than the script expects */
  assertDrained(): void {
    const waiting = this.unused().map(({ words, count }) => (count === 1 ? words : `${words} (${count} times)`))
    if (waiting.length === 0) return
    throw new Error(
      `The project ${this.name} has ${waiting.length} unused ${waiting.length === 1 ? 'step' : 'steps'}: ${waiting.join('; ')}. Send the requests that use them up, or call clear().`,
    )
  }

  /** Removes every step, including those of `always`. */
  clear(): void {
    this.#project.script.clear()
  }

  /** The usage of the project so far. */
  ledger(): LedgerEntry {
    return ledgerIn(this.#project.cells)
  }

  /** The latest requests with the key of the project, oldest first; without prompt, response or key. */
  journal(): readonly JournalEntry[] {
    return this.#parts.inquiry.entries(this.#project)
  }

  /**
   * The latest requests with the key of the project, oldest first, with their bodies as objects.
   * @throws Error unless the mock was started with `journal: { bodies: true }`
   */
  requests(): readonly SentRequest[] {
    const sent = this.#parts.inquiry.sent(this.#project)
    if (sent) return sent
    throw new Error('The mock keeps no bodies; start it with journal: { bodies: true } to read what was sent.')
  }

  /** Counts the requests, or those of one kind, including requests that the journal has dropped. */
  received(kind: Kind = {}): number {
    return this.#parts.inquiry.received(members(kind, 'received()', KIND_MEMBERS), this.#project)
  }

  /** Judges the behaviour of the client from all requests with the key of the project. */
  verdict(): Verdict {
    return this.#parts.inquiry.verdict(this.#project)
  }

  /**
   * Runs a call of the client under test, and returns or throws its outcome. The verdict then takes into account how
   * the call ended and, with `abort`, when it should have ended. The result itself is not inspected.
   */
  observe<W extends Observed>(what: W): Promise<Given<W>> {
    return this.#parts.inquiry.observe(what, this.#project)
  }

  /** Closes the project: its key gives 401 from now on. */
  close(): void {
    this.#parts.opener.close(this.#opened)
  }

  [Symbol.dispose](): void {
    this.close()
  }

  get #project(): Project {
    return this.#opened.project
  }
}
