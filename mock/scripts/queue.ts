import { contractBehaviour } from '../core/contract-behaviour.ts'
import type { ApplyFault, Entry, Mismatch, ProjectScript, Step } from '../core/types.ts'
import type { ScriptedStep } from './scripted-step.ts'

/** Queues steps for the requests that fit one matcher. */
export class Queue {
  readonly #script: ProjectScript
  readonly #mismatch: Mismatch
  readonly #applyFault: ApplyFault

  /** @param applyFault adds a fault to the behaviour of one step, and throws if it could have no effect */
  constructor(script: ProjectScript, mismatch: Mismatch, applyFault: ApplyFault) {
    this.#script = script
    this.#mismatch = mismatch
    this.#applyFault = applyFault
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
    return entryOf(step, this.#mismatch, this.#applyFault)
  }
}

/** Creates the entry of a step in a script. @throws RangeError when a fault could have no effect in a step */
export function entryOf(
  { step, count, words, faults }: ScriptedStep,
  mismatch: Mismatch,
  applyFault: ApplyFault,
): Entry {
  return { mismatch, step: faults.reduce((before, name) => marked(before, name, applyFault), step), count, words }
}

function marked(step: Step, name: string, applyFault: ApplyFault): Step {
  applyFault(contractBehaviour, name)
  const before = step.fault
  return { ...step, fault: (behaviour) => applyFault(before?.(behaviour) ?? behaviour, name) }
}
