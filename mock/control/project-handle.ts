import type { LedgerEntry } from '../core/metering/ledger.ts'
import type { Project, Unused } from '../core/types.ts'
import type { Deviations } from '../deviations/registry.ts'
import type { Inquiry } from '../journal/client-verdict/inquiry.ts'
import type { Kind } from '../journal/client-verdict/memory.ts'
import type { Given, Observed } from '../journal/client-verdict/observing.ts'
import type { Verdict } from '../journal/client-verdict/verdict.ts'
import type { JournalEntry } from '../journal/entry.ts'
import type { SentRequest } from '../journal/sent.ts'
import { anyCompletion, type Matcher, mismatchOf } from '../scripts/matcher.ts'
import { Queue } from '../scripts/queue.ts'
import type { ScriptedStep } from '../scripts/scripted-step.ts'
import type { OpenedProject, ProjectOpener } from './open-projects.ts'

/** What a handle needs. */
export interface HandleParts {
  readonly opener: ProjectOpener
  readonly deviations: Deviations
  readonly inquiry: Inquiry
}

/** A project of a running mock: its key and its responses. Parallel tests take one each. */
export class ProjectHandle {
  readonly #opened: OpenedProject
  readonly #parts: HandleParts
  readonly #queue: Queue

  constructor(opened: OpenedProject, parts: HandleParts) {
    this.#opened = opened
    this.#parts = parts
    this.#queue = new Queue(this.#project.script, anyCompletion, parts.deviations.overStep)
  }

  get name(): string {
    return this.#project.name
  }

  /** The key `svc_<id>_<secret>` of this project alone. */
  get key(): string {
    return this.#opened.key
  }

  /** Queues responses: each valid completion takes the first step that fits it. @throws RangeError */
  next(...steps: readonly ScriptedStep[]): this {
    this.#queue.next(...steps)
    return this
  }

  /** Responds to every completion for which no step waits. @throws RangeError */
  always(step: ScriptedStep): this {
    this.#queue.always(step)
    return this
  }

  /** Queues responses for certain requests: by model, stream, text or operation. @throws RangeError */
  when(matcher: Matcher): Queue {
    return new Queue(this.#project.script, mismatchOf(matcher), this.#parts.deviations.overStep)
  }

  /** The steps that still wait, and for how many requests, in words without quotes. */
  unused(): readonly Unused[] {
    return this.#project.script.unused
  }

  /** @throws Error when a step still waits: fewer or other requests arrived than the script expects */
  assertDrained(): void {
    const waiting = this.unused().map(({ words, count }) => (count === 1 ? words : `${words} (${count} times)`))
    if (waiting.length === 0) return
    throw new Error(
      `The project ${this.name} has ${waiting.length} unused ${waiting.length === 1 ? 'step' : 'steps'}: ${waiting.join('; ')}. Send the requests that use them up, or call clear().`,
    )
  }

  /** Removes every step, including standing ones. */
  clear(): void {
    this.#project.script.clear()
  }

  /** What the project has used so far. */
  ledger(): LedgerEntry {
    return this.#project.ledger.snapshot()
  }

  /** The latest requests with its key, oldest first; without prompt, response or key. */
  journal(): readonly JournalEntry[] {
    return this.#parts.inquiry.entries(this.#project)
  }

  /**
   * The latest requests with its key, oldest first, with their bodies as objects.
   * @throws Error unless the mock was started with `journal: { bodies: true }`
   */
  requests(): readonly SentRequest[] {
    const sent = this.#parts.inquiry.sent(this.#project)
    if (sent) return sent
    throw new Error('The mock keeps no bodies; start it with journal: { bodies: true } to read what was sent.')
  }

  /** The number of requests, all or of a kind, including those that the journal has dropped. */
  received(kind: Kind = {}): number {
    return this.#parts.inquiry.received(kind, this.#project)
  }

  /** What all requests with its key say about the client that sent them. */
  verdict(): Verdict {
    return this.#parts.inquiry.verdict(this.#project)
  }

  /**
   * Runs a call of the client under test, and returns or throws its outcome. The verdict then knows how the call ended, and
   * with `abort` when it should have ended. The result itself is not inspected.
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
