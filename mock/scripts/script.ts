import { Refusal } from '../core/errors.ts'
import type { Call, Entry, ProjectScript, Rules, Step, Unused } from '../core/types.ts'

/** A queued step; its count is the number of further requests that it serves. */
type Waiting = Omit<Entry, 'count'> & { count: number }

/** The maximum number of steps to list in a message. */
const MISSES = 5

/** The script of one project. The first queued step that matches a request responds to it, and is then used up. */
export class Script implements ProjectScript {
  readonly #waiting: Waiting[] = []
  #taken: { readonly at: number; readonly waiting: Waiting } | undefined
  readonly #always: Entry[] = []
  readonly #owner: string
  strict = false
  rules: Rules | undefined = undefined

  constructor(owner: string) {
    this.#owner = owner
  }

  add(entry: Entry): void {
    this.#waiting.push({ ...entry })
  }

  addAlways(entry: Entry): void {
    this.#always.unshift(entry)
  }

  take(call: Call): Step | undefined {
    this.#taken = undefined
    if (this.#waiting.length === 0 && this.#always.length === 0 && !this.strict && !this.rules) return undefined
    try {
      return this.#fitting(call)
    } catch {
      // Only the code of a test can throw here. Do not show the error, because it could quote a prompt.
      const message = `A where in the script of the project ${this.#owner} threw an error on this request; fix the function.`
      return { refusal: new Refusal('internal', message, { code: 'where_threw' }) }
    }
  }

  #fitting(call: Call): Step | undefined {
    const reasons: string[] = []
    for (const [at, waiting] of this.#waiting.entries()) {
      const reason = waiting.mismatch(call)
      if (reason === undefined) {
        if (--waiting.count === 0) this.#waiting.splice(at, 1)
        this.#taken = { at, waiting }
        return waiting.step
      }
      reasons.push(reason)
    }
    const always = this.#always.find(({ mismatch }) => mismatch(call) === undefined)
    if (always) return always.step
    if (reasons.length > 0) call.misses = this.#missesOf(reasons)
    const written = call.project && this.rules?.(call, call.project.cells)
    if (written) return written
    return this.strict && call.operation === 'completion' ? { refusal: this.#unexpected(call) } : undefined
  }

  putBack(): void {
    if (!this.#taken) return
    const { at, waiting } = this.#taken
    if (waiting.count++ === 0) this.#waiting.splice(at, 0, waiting)
    this.#taken = undefined
  }

  get unused(): readonly Unused[] {
    return this.#waiting.map(({ words, count }) => ({ words, count }))
  }

  clear(): void {
    this.#waiting.length = 0
    this.#always.length = 0
  }

  /** Each queued step and why it does not match; a strict project lists them all. */
  #missesOf(reasons: readonly string[]): string[] {
    const shown = this.strict ? reasons : reasons.slice(0, MISSES)
    return shown.map((reason, at) => `${this.#waiting[at]?.words} (${reason})`)
  }

  #unexpected(call: Call): Refusal {
    const why = call.misses.length === 0 ? 'None is waiting.' : `Waiting: ${call.misses.join('; ')}.`
    const message = `The project ${this.#owner} is strict, and no step of its script is for this request. ${why} Queue a step that is, or leave strict out.`
    return new Refusal('internal', message, { code: 'no_step_fits' })
  }
}
