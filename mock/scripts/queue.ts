import { contractBehaviour } from '../core/contract-behaviour.ts'
import type { Entry, LayFault, Mismatch, ProjectScript, Step } from '../core/types.ts'
import type { ScriptedStep } from './scripted-step.ts'

/** Queues steps for the requests that fit one matcher. */
export class Queue {
  readonly #script: ProjectScript
  readonly #mismatch: Mismatch
  readonly #layFault: LayFault

  /** @param layFault adds a fault to the behaviour of one step, and throws if it could have no effect */
  constructor(script: ProjectScript, mismatch: Mismatch, layFault: LayFault) {
    this.#script = script
    this.#mismatch = mismatch
    this.#layFault = layFault
  }

  /** Adds steps to the end of the queue. @throws RangeError when a fault could have no effect in a step */
  next(...steps: readonly ScriptedStep[]): this {
    if (steps.some((step?: Partial<ScriptedStep>) => step?.step === undefined))
      throw new RangeError("next() takes steps, such as next(reply('Hello')).")
    for (const entry of steps.map((step) => this.#entry(step))) this.#script.add(entry)
    return this
  }

  /** Responds to every such request that matches no queued step. The latest call takes precedence. */
  always(step: ScriptedStep): this {
    if (step.count !== 1) throw new RangeError('always() never ends; leave times() out.')
    this.#script.addAlways(this.#entry(step))
    return this
  }

  #entry(step: ScriptedStep): Entry {
    return entryOf(step, this.#mismatch, this.#layFault)
  }
}

/** Creates the entry of a step in a script. @throws RangeError when a fault could have no effect in a step */
export function entryOf({ step, count, words, faults }: ScriptedStep, mismatch: Mismatch, layFault: LayFault): Entry {
  return { mismatch, step: faults.reduce((before, name) => marked(before, name, layFault), step), count, words }
}

function marked(step: Step, name: string, layFault: LayFault): Step {
  layFault(contractBehaviour, name)
  const before = step.fault
  return { ...step, fault: (behaviour) => layFault(before?.(behaviour) ?? behaviour, name) }
}
