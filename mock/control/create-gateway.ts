import type { MockConfig } from '../core/config.ts'
import { type Clock, systemClock } from '../core/time/clock.ts'
import { Deviations } from '../deviations/registry.ts'
import { Gateway, type GatewayParts } from '../gateway/gateway.ts'
import { checkConfig } from './config/check.ts'
import { demoConfig } from './config/demo.ts'

/** Options of a gateway besides its configuration. */
export interface GatewayOptions {
  /** Fixes the identifiers, as `seed` of the configuration does. */
  seed?: string
  clock?: Clock
  /** Names of faults that the gateway has; `listFaults()` shows all. */
  faults?: readonly string[]
  /** Names of variants that it follows; `listVariants()` shows all. */
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
  const laid = deviations.laid(checkConfig(config), options.faults ?? [], options.variants ?? [])
  return new Gateway(laid.config, { ...laid, clock: options.clock ?? systemClock, seed: options.seed, ...parts })
}
