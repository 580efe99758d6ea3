import { contractBehaviour } from '../core/contract-behaviour.ts'
import type { Step } from '../core/types.ts'
import type { Deviations } from '../deviations/registry.ts'
import type { Entry, Fits, Script } from './script.ts'
import type { ScriptedStep } from './scripted-step.ts'

/** Where steps are put that answer the requests of one kind. */
export class Queue {
  readonly #script: Script
  readonly #fits: Fits
  readonly #deviations: Deviations

  constructor(script: Script, fits: Fits, deviations: Deviations) {
    this.#script = script
    this.#fits = fits
    this.#deviations = deviations
  }

  /** Queues steps behind those that wait. @throws RangeError when a fault could not show itself in a step */
  next(...steps: readonly ScriptedStep[]): this {
    for (const entry of steps.map((step) => this.#entry(step))) this.#script.add(entry)
    return this
  }

  /** Answers every such request for which no step waits. The last one said holds. */
  always(step: ScriptedStep): this {
    if (step.count !== 1) throw new RangeError('always() has no end of its own; leave times() out.')
    this.#script.stand(this.#entry(step))
    return this
  }

  #entry({ step, count, words, faults }: ScriptedStep): Entry {
    return { fits: this.#fits, step: faults.reduce((marked, name) => this.#marked(marked, name), step), count, words }
  }

  #marked(step: Step, name: string): Step {
    this.#deviations.over(contractBehaviour, name, 'step')
    const before = step.fault
    return { ...step, fault: (behaviour) => this.#deviations.over(before?.(behaviour) ?? behaviour, name, 'step') }
  }
}
