import { ConfigError, type MockConfig } from '../../core/config.ts'
import type { Accounts } from '../../core/types.ts'
import type { Deviations } from '../../deviations/registry.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import type { Mounts } from '../../gateway/mounts.ts'
import type { GatewayOptions } from '../create-gateway.ts'
import { checkConfig } from './check.ts'

/** What a configuration changes in a mock. */
export interface Configured {
  readonly gateway: Gateway
  readonly mounts?: Mounts
  readonly deviations: Deviations
  readonly options: Pick<GatewayOptions, 'faults' | 'variants'>
}

/** Applies a configuration to a running mock; an invalid one changes nothing. @throws ConfigError */
export function configure(config: MockConfig, { gateway, mounts, deviations, options }: Configured): void {
  const laid = deviations.laid(checkConfig(config), options.faults ?? [], options.variants ?? [])
  checkNames(config, gateway.accounts)
  gateway.configure(laid.config)
  for (const { family, name, gateway: mounted } of mounts?.made() ?? []) {
    const alone = deviations.alone(config, family, name)
    if (alone) mounted.configure(alone.config)
  }
}

function checkNames({ projects }: MockConfig, accounts: Accounts): void {
  const taken = accounts.projects.filter((project) => !accounts.configured.has(project) && projects[project.name])
  if (taken.length === 0) return
  throw new ConfigError(
    taken.map(
      ({ name }) => `projects.${name}: this name was given to a project while the mock ran; choose another one`,
    ),
  )
}
