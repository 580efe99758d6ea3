import { type Behaviour, contractBehaviour } from './behaviour.ts'
import type { MockConfig } from './config.ts'
import { faults } from './faults/index.ts'
import type { Fault, Oddity, Variant } from './oddity.ts'
import { variants } from './variants/index.ts'

/** What a gateway is made of. */
export interface Laid {
  readonly config: MockConfig
  readonly behaviour: Behaviour
}

/** The faults and variants of one server, and how often each has shown itself. */
export class Oddities {
  readonly #emitted = new Map<string, number>()

  /** Lays the named faults and variants over a configuration and the contract's behaviour. */
  laid(config: MockConfig, faultNames: readonly string[], variantNames: readonly string[]): Laid {
    const chosen: Oddity[] = [
      ...variantNames.map((name) => named(variants, 'variant', name)),
      ...faultNames.map((name) => named(faults, 'fault', name)),
    ]
    return chosen.reduce((laid, oddity) => this.#lay(laid, oddity), { config, behaviour: contractBehaviour })
  }

  /** One fault or variant alone; undefined when there is none of that name. */
  alone(config: MockConfig, family: 'faults' | 'variants', name: string): Laid | undefined {
    const table: readonly Oddity[] = family === 'faults' ? faults : variants
    const oddity = table.find((row) => row.name === name)
    return oddity && this.#lay({ config, behaviour: contractBehaviour }, oddity)
  }

  /** How often a fault or a variant has shown itself. */
  emitted(name: string): number {
    return this.#emitted.get(name) ?? 0
  }

  #lay({ config, behaviour }: Laid, oddity: Oddity): Laid {
    const emit = (): void => void this.#emitted.set(oddity.name, this.emitted(oddity.name) + 1)
    return {
      config: oddity.configure?.(config, emit) ?? config,
      behaviour: oddity.apply?.(behaviour, emit) ?? behaviour,
    }
  }
}

function named<T extends Oddity>(table: readonly T[], kind: string, name: string): T {
  const row = table.find((candidate) => candidate.name === name)
  if (!row)
    throw new RangeError(
      `There is no ${kind} called ${name}; list${kind === 'fault' ? 'Faults' : 'Variants'}() has them all.`,
    )
  return row
}

/** Every fault that this mock can have. */
export function listFaults(): readonly Fault[] {
  return faults
}

/** Every variant that this mock can follow. */
export function listVariants(): readonly Variant[] {
  return variants
}
