import type { ProjectOptions } from '../control/open-projects.ts'
import type { ProjectHandle } from '../control/project-handle.ts'
import type { MockOptions, MockServer } from '../server/start.ts'

/** What a test gets, whichever runner gives it. */
export interface GatewayTestFixtures {
  /** Opened for this test, and closed after it. */
  project: ProjectHandle
  /** How the project is opened. */
  projectOptions: ProjectOptions
  /** Whether a test that passes has to have used up the script of its project. Default true. */
  drained: boolean
}

/** What the tests of one worker share. */
export interface GatewayWorkerFixtures {
  /** Started when the first test of a worker asks for it, and closed after the last one. */
  gateway: MockServer
  /** How the gateway is started. */
  gatewayOptions: MockOptions
}

/** How a runner takes hold of a fixture: until its promise resolves, the test runs. */
export type Use<V> = (value: V) => Promise<void>
