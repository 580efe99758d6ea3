import { ConfigError, type MockConfig } from '../core/config.ts'
import { type Clock, systemClock } from '../core/time/clock.ts'
import type { Accounts } from '../core/types.ts'
import { Deviations } from '../deviations/registry.ts'
import { Gateway, type GatewayParts } from '../gateway/gateway.ts'
import type { Mounts } from '../gateway/mounts.ts'
import { checkConfig } from './config/check.ts'
import { demoConfig } from './config/demo.ts'

/** Options of a gateway besides its configuration. */
export interface GatewayOptions {
  /** Fixes the identifiers, as `seed` of the configuration does. */
  seed?: string
  clock?: Clock
  /** Names of the faults to apply; `listFaults()` returns all. */
  faults?: readonly string[]
  /** Names of the variants to apply; `listVariants()` returns all. */
  variants?: readonly string[]
}

/**
 * A gateway without a socket. Validates its configuration first.
 * @example const gateway = createGateway(demoConfig, { faults: ['stream-done-missing'] })
 */
export function createGateway(
  config: MockConfig = demoConfig,
  options: GatewayOptions = {},
  deviations: Deviations = new Deviations(),
  parts: Pick<GatewayParts, 'journal' | 'meters' | 'worker' | 'shared'> = {},
): Gateway {
  const applied = deviations.apply(checkConfig(config), options.faults ?? [], options.variants ?? [])
  return new Gateway(applied.config, { ...applied, clock: options.clock ?? systemClock, seed: options.seed, ...parts })
}

/** The parts of a mock that a configuration changes. */
export interface Configured {
  readonly gateway: Gateway
  readonly mounts?: Mounts
  readonly deviations: Deviations
  readonly options: Pick<GatewayOptions, 'faults' | 'variants'>
}

/** Applies a configuration to a running mock; an invalid one changes nothing. @throws ConfigError */
export function configure(config: MockConfig, { gateway, mounts, deviations, options }: Configured): void {
  const applied = deviations.apply(checkConfig(config), options.faults ?? [], options.variants ?? [])
  checkNames(config, gateway.accounts)
  gateway.configure(applied.config)
  for (const { family, name, gateway: mounted } of mounts?.made() ?? []) {
    const alone = deviations.applyOnly(config, family, name)
    if (alone) mounted.configure(alone.config)
  }
}

function checkNames({ projects }: MockConfig, accounts: Accounts): void {
  const taken = accounts.projects.filter((project) => !accounts.configured.has(project) && projects[project.name])
  if (taken.length === 0) return
  const problem = 'this name was given to a project while the mock ran; choose another one'
  throw new ConfigError(taken.map(({ name }) => `projects.${name}: ${problem}`))
}
