/** The reference mock in this process, as a target. */
import { demoConfig, startMock } from '../mock/index.ts'
import type { Target } from '../suites/harness/target/target.ts'
import { targetFrom } from '../suites/harness/target/target-file.ts'
import { mockTarget, mockTargetText, rolesIn } from './mock-target-file.ts'

export interface SelfHosted {
  readonly target: Target
  /** The target file that describes it. */
  readonly text: string
  close(): Promise<void>
}

/** Starts the mock without a configuration. */
export async function selfHosted(): Promise<SelfHosted> {
  const roles = rolesIn(demoConfig)
  if (!roles) throw new Error('the mock without configuration has no valid key')
  const mock = await startMock()
  const target = targetFrom(mockTarget(mock.url, roles))
  return {
    target: {
      ...target,
      limits: { ...target.limits, requests: Number.POSITIVE_INFINITY, rate: Number.POSITIVE_INFINITY },
    },
    text: mockTargetText(mock.url, roles),
    close: () => mock.close(),
  }
}
