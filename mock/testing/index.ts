/** The entry point for test runners. It imports no runner: fixtures and matchers are plain objects for the user's. */
export type { GatewayTestFixtures, GatewayWorkerFixtures } from './lending.ts'
export { type GatewayMatchers, gatewayMatchers, type Received } from './matchers.ts'
export { gatewayFixtures } from './playwright-fixtures.ts'
export { vitestFixtures } from './vitest-fixtures.ts'
