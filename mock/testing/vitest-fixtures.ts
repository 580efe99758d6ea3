import { accountOf } from './account.ts'
import { type GatewayTestFixtures, type GatewayWorkerFixtures, lendGateway, type Use } from './lending.ts'

type Given = GatewayWorkerFixtures & GatewayTestFixtures

/** The part of vitest's context that is used; the user provides the runner. */
interface Context {
  readonly task: { readonly result?: { readonly state: string } | undefined }
}

interface VitestFixtures {
  gatewayOptions: [Given['gatewayOptions'], { scope: 'worker' }]
  gateway: [typeof lendGateway, { scope: 'worker' }]
  projectOptions: [Given['projectOptions'], { scope: 'test' }]
  drained: [boolean, { scope: 'test' }]
  project: (given: Omit<Given, 'project'> & Context, use: Use<Given['project']>) => Promise<void>
}

/**
 * For vitest: `test.extend<GatewayTestFixtures & GatewayWorkerFixtures>(vitestFixtures)`. A failed test reports the
 * journal and the verdict of its project as an additional error.
 * @example const test = base.extend(vitestFixtures) // base is the test of vitest
 */
export const vitestFixtures: VitestFixtures = {
  gatewayOptions: [{}, { scope: 'worker' }],
  gateway: [lendGateway, { scope: 'worker' }],
  projectOptions: [{}, { scope: 'test' }],
  drained: [true, { scope: 'test' }],
  project: async ({ gateway, projectOptions, drained, task }, use) => {
    using project = gateway.project(projectOptions)
    await use(project)
    const state = task.result?.state
    if (state === 'fail') {
      const message = `What the mock saw. ${accountOf(project)}`
      // Replace the stack, because no line of code is at fault.
      throw Object.assign(new Error(message), { stack: message })
    }
    if (state === 'pass' && drained) project.assertDrained()
  },
}
