import type { MockConfig } from '../core/config.ts'
import type { ApplyFault, Behaviour } from '../core/types.ts'
import { type Pipeline, pipeline } from '../gateway/pipeline.ts'
import type { ScriptedStep } from '../scripts/scripted-step.ts'
import type { Deviation, Emit } from './deviation.ts'
import { contractWithBasePaths, unknownName } from './names.ts'
import { listFaults, listVariants } from './tables.ts'

type Members = readonly (keyof Behaviour)[]

/** Decisions that are made before the key has identified a project. */
const BEFORE_KEY: Members = ['route', 'authenticate']

/** Decisions that are made before a step of the script is taken. */
const BEFORE_SCRIPT: Members = [
  ...BEFORE_KEY,
  'refuseDisabled',
  'takeQuota',
  'bodyLimit',
  'isTooLarge',
  'parseBody',
  'problemsOf',
  'findModel',
]

/** Whether all decisions that a deviation changes are made after the key is known, or after a step is taken. */
export function decidesAfter(from: 'project' | 'step', plain: Behaviour, changed: Behaviour): boolean {
  const earlier = from === 'project' ? BEFORE_KEY : BEFORE_SCRIPT
  return earlier.every((member) => plain[member] === changed[member])
}

/** The parts of a gateway, with deviations applied. */
export interface Applied {
  readonly config: MockConfig
  readonly behaviour: Behaviour
  readonly pipeline: Pipeline
  /** Applies a fault to a single request with the test header. */
  readonly applyFault: ApplyFault
}

/** Applies faults and variants for one server, and counts how often each has changed something. */
export class Deviations {
  readonly #emitted = new Map<string, number>()
  /** Adds a fault to the behaviour of one step of a script. */
  readonly applyToStep: ApplyFault = (behaviour, fault) => this.applyTo(behaviour, fault, 'step')

  /** Adds the named faults and variants to a configuration and the contract's behaviour. */
  apply(config: MockConfig, faultNames: readonly string[], variantNames: readonly string[]): Applied {
    const chosen: Deviation[] = [
      ...variantNames.map((name) => named(listVariants(), 'variant', name)),
      ...faultNames.map((name) => named(listFaults(), 'fault', name)),
    ]
    return chosen.reduce((applied, deviation) => this.#add(applied, deviation), this.#plain(config))
  }

  /** Applies only one fault or variant; undefined if the name is unknown. */
  applyOnly(config: MockConfig, family: 'faults' | 'variants', name: string): Applied | undefined {
    const table: readonly Deviation[] = family === 'faults' ? listFaults() : listVariants()
    const deviation = table.find((row) => row.name === name)
    return deviation && this.#add(this.#plain(config), deviation)
  }

  /**
   * Applies one fault to a behaviour, for the requests of one project or for one step of a script.
   * @throws RangeError when the fault is unknown, or would decide too early to have an effect there
   */
  applyTo(behaviour: Behaviour, faultName: string, of: 'project' | 'step'): Behaviour {
    const fault = named(listFaults(), 'fault', faultName)
    const changed = fault.apply?.(behaviour, this.#emitOf(faultName))
    const early = `The fault ${faultName} decides before`
    if (fault.configure || fault.wrap || !changed || !decidesAfter('project', behaviour, changed))
      throw new RangeError(`${early} the key is known; use the base URL <url>/faults/${faultName} instead.`)
    if (of === 'step' && !decidesAfter('step', behaviour, changed))
      throw new RangeError(`${early} a script takes its step; apply it to the project: { faults: ['${faultName}'] }.`)
    return marked(changed, faultName)
  }

  /** The number of times that a fault or a variant has changed something. */
  emitted(name: string): number {
    return this.#emitted.get(name) ?? 0
  }

  #plain(config: MockConfig): Applied {
    const applyFault: ApplyFault = (behaviour, fault) => this.applyTo(behaviour, fault, 'project')
    return { config, behaviour: contractWithBasePaths, pipeline, applyFault }
  }

  #add({ config, behaviour, pipeline, applyFault }: Applied, deviation: Deviation): Applied {
    const emit = this.#emitOf(deviation.name)
    return {
      config: deviation.configure?.(config, emit) ?? config,
      behaviour: marked(deviation.apply?.(behaviour, emit) ?? behaviour, deviation.name),
      pipeline: deviation.wrap?.(pipeline, emit) ?? pipeline,
      applyFault,
    }
  }

  #emitOf(name: string): Emit {
    return () => void this.#emitted.set(name, this.emitted(name) + 1)
  }
}

function marked(behaviour: Behaviour, name: string): Behaviour {
  return { ...behaviour, deviations: [...behaviour.deviations, name] }
}

function named<T extends Deviation>(table: readonly T[], kind: 'fault' | 'variant', name: string): T {
  const row = table.find((candidate) => candidate.name === name)
  if (!row) throw new RangeError(unknownName(kind, name, `svc-conformance list ${kind}s`))
  return row
}

/**
 * A step that breaks the contract with the fault `name`.
 * @throws RangeError when there is no fault with that name
 * @example project.next(fault('usage-total-tokens-string', reply('Hello')))
 */
export function fault(name: string, step: ScriptedStep): ScriptedStep {
  return step.marked(named(listFaults(), 'fault', name).name)
}
