/** The mock's demo projects as a target: every state of the contract can be provoked. */
import type { Target } from '../../suites/harness/target/target.ts'

export interface DemoGateway {
  readonly url: string
  readonly demo: {
    readonly valid: string
    readonly second: string
    readonly empty: string
    readonly disabled: string
    readonly limited: string
    readonly foreign: string
    readonly unavailable: string
  }
}

/**
 * @param path the base path of a fault or a variant
 * @param timeout milliseconds for an exchange: by default long enough for a machine that has other things to do
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
