/** The requests of a revisit: those of the profile smoke, from another client, one at a time. */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RequirementId } from '../../../suites/harness/catalogue/requirements.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import { type Certified, certify } from '../../../suites/harness/run/certify.ts'
import type { Check } from '../../../suites/harness/run/check.ts'
import { SEEDS } from '../../../suites/harness/run/generated/seed.ts'
import { ourScoring } from '../../../suites/harness/sets/scoring.ts'
import { isOfThisMachine } from '../../../suites/harness/target/base-url.ts'
import type { Target } from '../../../suites/harness/target/target.ts'
import { callerFor } from '../../../suites/harness/variation/as-caller.ts'
import type { Caller } from '../../../suites/harness/variation/callers.ts'
import { allChecks } from '../../../suites/index.ts'

/** Milliseconds before the second attempt. */
const PAUSE = 2_000

/** Requests per second: a person who uses a chat also waits some seconds, and no run does. */
const RATE = 0.3

/** Requests that are refused are sent last, because they may reveal the test. */
const LAST: readonly RequirementId[] = ['model-not-found', 'auth-missing-key', 'request-closed']

/** The target for another caller of the project, who does not identify as the harness and already knows a model. */
export function asAnother(target: Target, model: string | undefined): Target {
  const { baseUrl, revisitKey, keys, variables, network, limits } = target
  const { agent, ...way } = network ?? {}
  const isOther = revisitKey !== undefined
  return {
    baseUrl,
    keys: compact({ valid: revisitKey ?? keys.valid }),
    ...compact({ variables: isOther ? { valid: 'SVC_CONFORMANCE_KEY_REVISIT' } : variables }),
    models: compact({ chat: target.models.chat ?? model }),
    provoke: {},
    network: way,
    limits: { ...limits, concurrency: 1, rate: isOfThisMachine(baseUrl) ? limits.rate : Math.min(limits.rate, RATE) },
  }
}

/** Excludes the check that sends a body that is too large, because ordinary clients do not. */
export const isOrdinary = ({ covers }: Pick<Check, 'covers'>): boolean => covers !== 'request-size-refused'

/** Sends the requests, and once more if they give no conclusion, because an outage shows nothing. */
export async function asked(target: Target, run: Of): Promise<Certified> {
  const first = await attempt(target, run)
  if (first.conclusion !== 'incomplete') return first
  await sleep(PAUSE)
  return attempt(target, run)
}

function attempt(target: Target, { strict, set, seed: before, profile }: Of): Promise<Certified> {
  const isLast = ({ covers }: Check): number => Number(LAST.includes(covers))
  const checks = allChecks.filter(isOrdinary).toSorted((one, other) => isLast(one) - isLast(other))
  const started = new Date()
  return certify({
    ...{ target, checks, profile: 'smoke', strict, started, completionFirst: true },
    ...{ seed: seedOfAnother(callerFor(before, profile)), origin: { seed_from: 'drawn' } },
    ...(set === undefined ? {} : { scoring: ourScoring(set, started) }),
  })
}

/** What a revisit needs to know about the run. */
type Of = Pick<Report, 'strict' | 'set' | 'seed' | 'profile'>

/** A seed that draws a different client than that of the run. */
function seedOfAnother(before: Caller): number {
  for (;;) {
    const seed = randomInt(SEEDS)
    if (callerFor(seed, 'smoke') !== before) return seed
  }
}
