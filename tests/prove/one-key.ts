/**
 * What the profile core answers for: everything that one valid key can show. Which faults these are is read off a run
 * of the profile full: they show in an exchange that needs no other key and no provoked state.
 */
import { includes } from '../../suites/harness/catalogue/profiles.ts'
import { type RequirementId, requirement } from '../../suites/harness/catalogue/requirements.ts'
import type { Exchange } from '../../suites/harness/http/exchange.ts'
import { certify } from '../../suites/harness/run/certify.ts'
import type { Check } from '../../suites/harness/run/check.ts'
import type { Result } from '../../suites/harness/run/result.ts'
import { defaultLimits, limitsFor } from '../../suites/harness/target/limits.ts'
import type { Target } from '../../suites/harness/target/target.ts'
import { covers, faultProblems, runOf } from './outcome.ts'

/** How a recorded request names every key but the valid one. */
const OTHER_KEY = /SVC_CONFORMANCE_KEY_|another valid key/

/** Whether who has one key, and no word of how states are provoked, could have had this exchange. */
function isOfOneKey({ id, request }: Exchange, checks: readonly Check[], { provoke }: Target): boolean {
  const maker = checks.find((check) => id.startsWith(`${check.id}/`))
  const provoking = Object.values(provoke).flatMap((each) => each?.headers ?? [])
  return (
    (maker?.needs ?? []).length === 0 &&
    !OTHER_KEY.test(`${request.path} ${JSON.stringify(request.headers)}`) &&
    !request.headers.some(([name]) => provoking.some(([other]) => other === name.toLowerCase()))
  )
}

/** The requirements of the profile core that are red in a run by what one key has shown. */
function shownToOneKey({ judged, transcript, selection }: Result, target: Target): RequirementId[] {
  const byId = new Map(transcript.exchanges.map((exchange) => [exchange.id, exchange]))
  const shown = (ids: readonly string[]): boolean =>
    ids.length > 0 && ids.every((id) => isOfOneKey(byId.get(id) as Exchange, selection.checks, target))
  return judged
    .filter(({ verdict, findings }) => {
      return (
        (verdict === 'fail' || verdict === 'warn') &&
        findings.some(({ outcome, exchanges }) => outcome === 'fail' && shown(exchanges))
      )
    })
    .map(({ requirement: { id } }) => id)
}

/** What core owes for a fault, and what it has found. */
export interface CoreRun {
  /** Of the requirements that the fault breaks, those that one key has shown. */
  readonly promised: readonly RequirementId[]
  /** Those that core has found broken. */
  readonly red: readonly string[]
  readonly requests: number
  readonly problems: readonly string[]
}

/** What who has one key knows of a target. */
export function oneKeyTarget({ keys: { valid = '' }, ...target }: Target): Target {
  return { ...target, keys: { valid }, models: {}, provoke: {} }
}

/** Requests that a run sends by default. */
const { requests } = limitsFor(defaultLimits('http://localhost'))

/**
 * Runs core against a fault, where it promises to find it. @param full the run of the profile full
 * @returns undefined where one key cannot show the fault
 */
export async function runCore(
  breaks: readonly string[],
  full: Result,
  target: Target,
  checks: readonly Check[],
): Promise<CoreRun | undefined> {
  const promised = shownToOneKey(full, target).filter(
    (id) => covers(breaks, id) && includes('core', requirement(id).profile ?? 'full'),
  )
  if (promised.length === 0) return undefined
  const oneKey = { ...oneKeyTarget(target), limits: { ...target.limits, requests } }
  const run = runOf(await certify({ target: oneKey, checks, profile: 'core' }))
  // That it was emitted is known from the run of the profile full.
  const problems = faultProblems(breaks, 1, run).map((problem) => `core: ${problem}`)
  return { promised, red: run.red, requests: run.requests, problems }
}
