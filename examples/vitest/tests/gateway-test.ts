import {
  type GatewayMatchers,
  type GatewayTestFixtures,
  type GatewayWorkerFixtures,
  gatewayMatchers,
  vitestFixtures,
} from 'svc-conformance/testing'
import { test as base, expect } from 'vitest'

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> extends GatewayMatchers<R> {}
}

expect.extend(gatewayMatchers)

export const test = base.extend<GatewayTestFixtures & GatewayWorkerFixtures>(vitestFixtures)
export { expect }
