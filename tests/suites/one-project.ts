/** A gateway with one project, and a target that declares so. */
import { type MockServer, startMock } from '../../mock/index.ts'
import { certify } from '../../suites/harness/run/certify.ts'
import type { Result } from '../../suites/harness/run/result.ts'
import type { Absences } from '../../suites/harness/target/declared/not-applicable.ts'
import type { Target } from '../../suites/harness/target/target.ts'
import { allChecks } from '../../suites/index.ts'
import { gatewayTarget } from '../prove/gateway-target.ts'

export const KEY = 'svc_only_not-a-real-secret-7'

/** The declared absences of such a gateway. */
export const absences: Absences = {
  'second-project': 'This deployment has one project.',
  disabled: 'Accounts are removed, and never disabled.',
  limited: 'There are no limits: one team uses it.',
}

/** A mock with one project and failing states, but without limits or disabled keys. */
export function startOneProject(): Promise<MockServer> {
  return startMock({
    config: {
      models: { 'svc/echo-1': {}, 'svc/unavailable': { available: false } },
      projects: { only: { keys: [KEY], models: ['svc/echo-1', 'svc/unavailable'] } },
    },
  })
}

/** A target for the mock. @param path the base path of a fault */
export function oneProjectTarget(mock: MockServer, declared: Absences = absences, path = ''): Target {
  const { unavailable, internal } = gatewayTarget(mock, path).provoke
  const provoke = {
    ...(unavailable && declared.unavailable === undefined ? { unavailable } : {}),
    ...(internal && declared.internal === undefined ? { internal } : {}),
  }
  return { ...gatewayTarget(mock, path), keys: { valid: KEY }, models: {}, provoke, notApplicable: declared }
}

/** A run of all or some checks against a new mock. */
export async function runOneProject(
  declared: Absences,
  { path = '', checkIds }: { path?: string; checkIds?: readonly string[] } = {},
): Promise<Result> {
  await using mock = await startOneProject()
  const target = oneProjectTarget(mock, declared, path)
  return await certify({ target, checks: allChecks, profile: 'full', ...(checkIds && { checkIds }) })
}
