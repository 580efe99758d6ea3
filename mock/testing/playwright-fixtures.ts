import { accountOf } from './account.ts'
import { type GatewayTestFixtures, type GatewayWorkerFixtures, lendGateway, type Use } from './lending.ts'

/** The part of Playwright's `TestInfo` that is used; the user provides the runner. */
interface TestInfo {
  readonly status?: string | undefined
  readonly expectedStatus: string
  attach(name: string, options: { body: string; contentType: string }): Promise<void>
}

type Option<V, S> = [V, { scope: S; option: true }]
type Given = GatewayWorkerFixtures & GatewayTestFixtures

interface GatewayFixtures {
  gatewayOptions: Option<Given['gatewayOptions'], 'worker'>
  gateway: [typeof lendGateway, { scope: 'worker' }]
  projectOptions: Option<Given['projectOptions'], 'test'>
  drained: Option<boolean, 'test'>
  project: (given: Omit<Given, 'project'>, use: Use<Given['project']>, testInfo: TestInfo) => Promise<void>
}

/**
 * For Playwright Test: `test.extend<GatewayTestFixtures, GatewayWorkerFixtures>(gatewayFixtures)`. Attaches the journal
 * and the verdict of its project to a failed test.
 * @example const test = base.extend(gatewayFixtures)
 */
export const gatewayFixtures: GatewayFixtures = {
  gatewayOptions: [{}, { scope: 'worker', option: true }],
  gateway: [lendGateway, { scope: 'worker' }],
  projectOptions: [{}, { scope: 'test', option: true }],
  drained: [true, { scope: 'test', option: true }],
  project: async ({ gateway, projectOptions, drained }, use, testInfo) => {
    using project = gateway.project(projectOptions)
    await use(project)
    const passed = testInfo.status === 'passed'
    const undrained = passed && drained && project.unused().length > 0
    if (undrained || testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('gateway.txt', { body: accountOf(project), contentType: 'text/plain' })
      const body = JSON.stringify(project.journal(), undefined, 2)
      await testInfo.attach('gateway-journal.json', { body, contentType: 'application/json' })
    }
    if (undrained) project.assertDrained()
  },
}
