/** The reference mock in this process, as a target. */
import { demoConfig, startMock } from '../mock/index.ts'
import { targetFrom } from '../suites/harness/target/target-file.ts'
import { mockTarget, mockTargetText, rolesIn } from './mock-target-file.ts'

/** Starts the mock with its demo configuration. @returns the target, and the text of its target file */
export async function selfHosted() {
  const roles = rolesIn(demoConfig)
  if (!roles) throw new Error('the mock without configuration has no valid key')
  const mock = await startMock()
  const target = targetFrom(mockTarget(mock.url, roles))
  const limits = { ...target.limits, requests: Number.POSITIVE_INFINITY, rate: Number.POSITIVE_INFINITY }
  return { target: { ...target, limits }, text: mockTargetText(mock.url, roles), close: () => mock.close() }
}
