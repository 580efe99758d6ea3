/**
 * The profile core must find everything that one valid key can show. If core does not find a fault, the profile full
 * runs with the same single key: whatever that finds, core has missed.
 */
import { includes } from '../../suites/harness/catalogue/profiles.ts'
import { type RequirementId, requirement } from '../../suites/harness/catalogue/requirements.ts'
import { compact } from '../../suites/harness/http/compact.ts'
import { certify } from '../../suites/harness/run/certify.ts'
import type { Check } from '../../suites/harness/run/check.ts'
import type { Result } from '../../suites/harness/run/result.ts'
import { defaultLimits, limitsFor } from '../../suites/harness/target/limits.ts'
import type { Target } from '../../suites/harness/target/target.ts'
import { oneKeyTarget } from './gateway-target.ts'
import { breaksMust, covers, faultProblemsByChance, isUnmet, type Run, runOf } from './outcome.ts'

/** Left to full on purpose, because showing it costs many tokens of text. */
export const TOO_COSTLY_FOR_CORE: readonly string[] = ['size-smaller-for-text']

/** What core must find for a fault, and what it has found. */
export interface CoreRun {
  /** The requirements that the fault breaks and that one key can show. */
  readonly promised: readonly RequirementId[]
  /** The requirements that core has found broken. */
  readonly red: readonly string[]
  readonly requests: number
  /** Whether no request of core met the fault, although a request of full did. */
  readonly isUnmet: boolean
  readonly problems: readonly string[]
  readonly gone?: boolean
}

/** Requests that a run of core sends by default. */
const { requests } = limitsFor(defaultLimits('http://localhost'), { profile: 'core' })

/** A fault by its name, with the requirements that it breaks. */
interface Broken {
  readonly name: string
  readonly breaks: readonly string[]
}

/** The red requirements of the profile core that a fault breaks. */
function shownIn({ red }: Run, { breaks }: Broken): RequirementId[] {
  return red
    .filter((id): id is RequirementId => covers(breaks, id))
    .filter((id) => includes('core', requirement(id).profile ?? 'full'))
}

/**
 * Runs core against a fault that it promises to find. @param full the run of the profile full, with every key
 * @param emitted how often the fault was emitted so far
 * @returns undefined if one key cannot show the fault
 */
export async function runCore(
  fault: Broken,
  full: Result,
  target: Target,
  checks: readonly Check[],
  emitted: () => number,
): Promise<CoreRun | undefined> {
  const shown = shownIn(runOf(full), fault)
  if (shown.length === 0 || TOO_COSTLY_FOR_CORE.includes(fault.name)) return undefined
  const withOneKey = oneKeyTarget(target)
  const limited = { ...withOneKey, limits: { ...target.limits, requests } }
  const before = emitted()
  const run = runOf(await certify({ target: limited, checks, profile: 'core' }))
  const met = emitted() - before
  const found = shownIn(run, fault)
  // If full found a broken `must`, a mere warning of core may be a miss: run full with one key to find out.
  const isEnough = breaksMust(found) || (found.length > 0 && !breaksMust(shown))
  const promised = isEnough
    ? found
    : shownIn(runOf(await certify({ target: withOneKey, checks, profile: 'full' })), fault)
  if (promised.length === 0) return undefined
  const problems = faultProblemsByChance(fault.breaks, met, run, promised).map((problem) => `core: ${problem}`)
  return {
    promised,
    red: run.red,
    requests: run.requests,
    isUnmet: isUnmet({ emitted: met, run }),
    problems,
    ...compact({ gone: run.gone }),
  }
}
