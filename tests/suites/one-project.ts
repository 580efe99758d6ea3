/** A gateway with one project, and the target that says so. */
import { type MockServer, startMock } from '../../mock/index.ts'
import { certify } from '../../suites/harness/run/certify.ts'
import type { Result } from '../../suites/harness/run/result.ts'
import type { Absences } from '../../suites/harness/target/declared/not-applicable.ts'
import type { Target } from '../../suites/harness/target/target.ts'
import { allChecks } from '../../suites/index.ts'
import { gatewayTarget } from '../prove/gateway-target.ts'

export const KEY = 'svc_only_not-a-real-secret-7'

/** What such a gateway rightly lacks. */
export const absences: Absences = {
  'second-project': 'This deployment has one project.',
  disabled: 'Accounts are removed, and never disabled.',
  limited: 'There are no limits: one team uses it.',
}

/** The mock with nothing but one project, which can be brought to fail, and to nothing else. */
export function startOneProject(): Promise<MockServer> {
  return startMock({
    config: {
      models: { 'svc/echo-1': {}, 'svc/unavailable': { available: false } },
      projects: { only: { keys: [KEY], models: ['svc/echo-1', 'svc/unavailable'] } },
    },
  })
}

/** Its target. @param path the base path of a fault */
export function oneProjectTarget(mock: MockServer, declared: Absences = absences, path = ''): Target {
  const { unavailable, internal } = gatewayTarget(mock, path).provoke
  const provoke = {
    ...(unavailable && declared.unavailable === undefined ? { unavailable } : {}),
    ...(internal && declared.internal === undefined ? { internal } : {}),
  }
  return { ...gatewayTarget(mock, path), keys: { valid: KEY }, models: {}, provoke, notApplicable: declared }
}

/** A run of all checks, or of some of them, against its own gateway. */
export async function runOneProject(
  declared: Absences,
  { path = '', checkIds }: { path?: string; checkIds?: readonly string[] } = {},
): Promise<Result> {
  await using mock = await startOneProject()
  const target = oneProjectTarget(mock, declared, path)
  return await certify({ target, checks: allChecks, profile: 'full', ...(checkIds && { checkIds }) })
}
