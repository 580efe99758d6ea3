import type { ProjectOptions } from '../control/open-projects.ts'
import type { ProjectHandle } from '../control/project-handle.ts'
import { type MockOptions, type MockServer, startMock } from '../server/start.ts'

/** The fixtures of a test, in any runner. */
export interface GatewayTestFixtures {
  /** Opened for this test, and closed after it. */
  project: ProjectHandle
  /** The options with which the project is opened. */
  projectOptions: ProjectOptions
  /** Whether a passing test must have used up the script of its project. Default true. */
  drained: boolean
}

/** The fixtures that the tests of one worker share. */
export interface GatewayWorkerFixtures {
  /** Started on first use by a test of the worker, and closed after the last one. */
  gateway: MockServer
  /** The options with which the gateway is started. */
  gatewayOptions: MockOptions
}

/** Passes a fixture to the runner. The promise resolves when the test has ended. */
export type Use<V> = (value: V) => Promise<void>

/** The fixture `gateway`. */
export async function lendGateway(
  { gatewayOptions }: Pick<GatewayWorkerFixtures, 'gatewayOptions'>,
  use: Use<MockServer>,
): Promise<void> {
  await using gateway = await startMock(gatewayOptions)
  await use(gateway)
}
