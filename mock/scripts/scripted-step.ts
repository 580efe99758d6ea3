import { Disturb } from '../core/disturbances/disturb.ts'
import type { Step } from '../core/types.ts'
import { integer } from './checks.ts'

/** The constructor arguments of a step. */
type Parts = Pick<ScriptedStep, 'step' | 'words'> & Partial<Pick<ScriptedStep, 'count' | 'faults'>>

/** One response of a script, from `reply`, `stream`, `fail` and so on. It is immutable, so it can be queued twice. */
export class ScriptedStep {
  readonly step: Step
  /** The number of requests that the step serves. */
  readonly count: number
  /** The names of its faults. */
  readonly faults: readonly string[]
  /** Its description, without its text. */
  readonly words: string

  constructor({ step, words, count = 1, faults = [] }: Parts) {
    this.step = step
    this.words = words
    this.count = count
    this.faults = faults
  }

  /** The same response for `n` requests. @throws RangeError when n is not an integer of at least 1 */
  times(n: number): ScriptedStep {
    integer(n, 'The number of times', 1)
    return new ScriptedStep({ ...this, count: n })
  }

  /**
   * The same response with a disturbance: late, in pieces, or incomplete.
   * @throws RangeError when it is not a disturbance
   */
  with(...disturbances: readonly Disturb[]): ScriptedStep {
    for (const each of disturbances)
      if (!(each instanceof Disturb))
        throw new RangeError('with() takes disturbances, such as cut(), stall({ ms: 500 }) or reset().')
    const step = { ...this.step, disturbances: [...(this.step.disturbances ?? []), ...disturbances] }
    const words = disturbances.reduce((said, { name }) => `${said} with ${name}`, this.words)
    return new ScriptedStep({ ...this, step, words })
  }

  /** The same response with a fault. */
  marked(fault: string): ScriptedStep {
    const words = `${this.words} with the fault ${fault}`
    return new ScriptedStep({ ...this, words, faults: [...this.faults, fault] })
  }
}
