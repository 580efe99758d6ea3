/** Runs against the mock and against gateways with faults, for the tests of reports. */
import { mockTargetText, rolesIn } from '../../cli/mock-target-file.ts'
import { demoConfig } from '../../mock/index.ts'
import type { Profile } from '../../suites/harness/catalogue/profiles.ts'
import { reportOf as made, type Report } from '../../suites/harness/report/report.ts'
import { transcriptText } from '../../suites/harness/report/transcript-file.ts'
import { certify } from '../../suites/harness/run/certify.ts'
import { describeTarget, type Target } from '../../suites/harness/target/target.ts'
import { parseTarget } from '../../suites/harness/target/target-file.ts'
import { allChecks } from '../../suites/index.ts'
import { type Alter, alteredMock } from '../integration/drivers/altered-mock.ts'
import { runOf } from '../suites/runs.ts'

/** The mock at a URL as a target. */
export function mockAt(url: string): Target {
  const roles = rolesIn(demoConfig)
  if (!roles) throw new Error('the mock has no valid key')
  // The limits are the last section. No test waits for a timeout, so a long one only helps a busy machine.
  return parseTarget(`${mockTargetText(url, roles)}  timeout: 5m\n`, 'mock', {})
}

/** The options of a report, besides the result. */
export const aboutRun = (target: Target, command = 'npx svc-conformance run') => ({
  target: describeTarget(target),
  strict: false,
  command,
})

const COMMAND = 'npx svc-conformance run --target target.yaml'

/** The report on a run against a target. */
export const reportOf = async (target: Target, profile: Profile): Promise<Report> =>
  made(await certify({ target, checks: allChecks, profile }), aboutRun(target, COMMAND))

/** The report on the run against the mock that all tests of this process share. */
export const reportOnMock = async (profile: Profile): Promise<Report> =>
  made(await runOf(profile), aboutRun(mockAt('http://127.0.0.1:9'), COMMAND))

/** A run against a target, with its report and its transcript. */
export async function recorded(target: Target, profile: Profile): Promise<{ report: Report; text: string }> {
  const result = await certify({ target, checks: allChecks, profile })
  const options = aboutRun(target)
  return { report: made(result, options), text: transcriptText(result, target, options) }
}

const reports = new Map<string, Map<Alter, Promise<Report>>>()

/** The report on a mock with altered responses; it is shared, so tests must not change it. */
export function reportOn(alter: Alter, profile: Profile = 'core'): Promise<Report> {
  const known = reports.get(profile) ?? new Map<Alter, Promise<Report>>()
  reports.set(profile, known)
  const report = known.get(alter) ?? reportOnAltered(alter, profile)
  known.set(alter, report)
  return report
}

async function reportOnAltered(alter: Alter, profile: Profile): Promise<Report> {
  await using gateway = await alteredMock(alter)
  return await reportOf(mockAt(gateway.url), profile)
}
