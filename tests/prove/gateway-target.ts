/** The mock's demo projects as a target, with which every state of the contract can be provoked. */
import type { Target } from '../../suites/harness/target/target.ts'
import type { SecondGateway } from '../adversary/second-gateway/index.ts'

export interface DemoGateway {
  readonly url: string
  readonly demo: Readonly<
    Record<'valid' | 'second' | 'empty' | 'disabled' | 'limited' | 'foreign' | 'unavailable', string>
  >
}

/**
 * @param path the base path of a fault or a variant
 * @param timeout milliseconds for an exchange; the default is long enough for a busy machine
 */
export function gatewayTarget({ url, demo }: DemoGateway, path = '', timeout = 60_000): Target {
  return {
    baseUrl: `${url}${path}`,
    keys: { valid: demo.valid, second: demo.second, empty: demo.empty, disabled: demo.disabled, limited: demo.limited },
    models: { foreign: demo.foreign },
    provoke: {
      disabled: { role: 'disabled', headers: [] },
      limited: { role: 'limited', headers: [] },
      unavailable: { role: 'valid', model: demo.unavailable, headers: [] },
      internal: { role: 'valid', headers: [['x-test-fault', 'internal']] },
    },
    limits: { requests: 4000, bytes: 2 ** 30, rate: Number.POSITIVE_INFINITY, concurrency: 12, timeout, maxTokens: 16 },
  }
}

/** The target as known to a caller with only one key. */
export function oneKeyTarget({ keys: { valid = '' }, ...target }: Target): Target {
  return { ...target, keys: { valid }, models: {}, provoke: {} }
}

/** The second gateway at a URL. It always responds, so the timeout can be long enough for a busy machine. */
export function secondTarget(url: string, { keys, models }: SecondGateway): Target {
  return gatewayTarget({ url, demo: { ...keys, ...models } }, '', 30_000)
}
