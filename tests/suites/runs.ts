/** Runs against the mock as it stands: one serves every test of this process that looks at it and changes nothing. */
import { startMock } from '../../mock/index.ts'
import type { Profile } from '../../suites/harness/catalogue/profiles.ts'
import { certify, type Result } from '../../suites/harness/run/certify.ts'
import { DEFAULT_SEED } from '../../suites/harness/run/generated/seed.ts'
import { allChecks } from '../../suites/index.ts'
import { gatewayTarget } from '../prove/gateway-target.ts'

interface Run {
  readonly seed?: number
  /** Requests that it may send: plenty where nothing is said. */
  readonly requests?: number
  readonly variants?: readonly string[]
}

const runs = new Map<string, Promise<Result>>()

export function runOf(profile: Profile, { seed = DEFAULT_SEED, requests }: Run = {}): Promise<Result> {
  const key = `${profile} ${seed} ${requests}`
  const run = runs.get(key) ?? runAnew(profile, { seed, ...(requests && { requests }) })
  runs.set(key, run)
  return run
}

/** The same, made for one test. */
export async function runAnew(profile: Profile, run: Run = {}): Promise<Result> {
  const { seed = DEFAULT_SEED, variants = [], ...more } = run
  await using mock = await startMock({ variants })
  const { limits, ...target } = gatewayTarget(mock)
  return await certify({ target: { ...target, limits: { ...limits, ...more } }, checks: allChecks, profile, seed })
}
