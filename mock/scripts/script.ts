import type { Call } from '../call.ts'
import type { Step } from './step.ts'

/** Which requests a queue of steps is for. */
export type Fits = (call: Call) => boolean

interface Entry {
  readonly fits: Fits
  readonly step: Step
}

/** The steps that wait in one project: the first one that fits a request answers it, and is used up by it. */
export class Script {
  readonly #waiting: Entry[] = []

  add(fits: Fits, steps: readonly Step[]): void {
    for (const step of steps) this.#waiting.push({ fits, step })
  }

  /** Takes the step that answers a request; undefined when none is for it. */
  take(call: Call): Step | undefined {
    if (this.#waiting.length === 0) return undefined
    const at = this.#waiting.findIndex(({ fits }) => fits(call))
    return at < 0 ? undefined : this.#waiting.splice(at, 1)[0]?.step
  }

  /** The steps that no request has used. */
  get unused(): readonly Step[] {
    return this.#waiting.map(({ step }) => step)
  }

  clear(): void {
    this.#waiting.length = 0
  }
}
