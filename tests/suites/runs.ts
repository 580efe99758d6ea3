/** Runs against the mock; all tests of a process share a run, so they must not change it. */
import assert from 'node:assert/strict'
import { startMock } from '../../mock/index.ts'
import type { Profile } from '../../suites/harness/catalogue/profiles.ts'
import type { RequirementId } from '../../suites/harness/catalogue/requirements.ts'
import type { Verdict } from '../../suites/harness/judge/evidence.ts'
import { certify, type Result } from '../../suites/harness/run/certify.ts'
import { DEFAULT_SEED } from '../../suites/harness/run/generated/seed.ts'
import type { Target } from '../../suites/harness/target/target.ts'
import { allChecks } from '../../suites/index.ts'
import { gatewayTarget } from '../prove/gateway-target.ts'

interface Run {
  readonly seed?: number
  /** The budget of requests; plenty by default. */
  readonly requests?: number
  readonly firsts?: number
  readonly followUps?: number
  readonly concurrency?: number
  readonly variants?: readonly string[]
  readonly faults?: readonly string[]
  /** The checks; all by default. */
  readonly checkIds?: readonly string[]
  readonly requirements?: readonly RequirementId[]
  /** Changes of the target. */
  readonly change?: Partial<Target>
}

/** The verdict on a requirement. */
export const verdictOn = ({ judged }: Pick<Result, 'judged'>, id: string): Verdict | undefined =>
  judged.find(({ requirement }) => requirement.id === id)?.verdict

/** The requirements with one of these verdicts. */
export const idsWith = ({ judged }: Pick<Result, 'judged'>, ...verdicts: readonly string[]): RequirementId[] =>
  judged.flatMap(({ requirement, verdict }) => (verdicts.includes(verdict) ? [requirement.id] : []))

/** Why a requirement does not pass, by its first such finding. */
export const whyNot = ({ findings }: Pick<Result['judged'][number], 'findings'>): string | undefined =>
  findings.find(({ outcome }) => outcome !== 'pass')?.message

const runs = new Map<string, Promise<Result>>()

export function runOf(profile: Profile, { seed = DEFAULT_SEED, requests }: Run = {}): Promise<Result> {
  const key = `${profile} ${seed} ${requests}`
  const run = runs.get(key) ?? runAnew(profile, { seed, ...(requests && { requests }) })
  runs.set(key, run)
  return run
}

/** A new run for one test. */
export async function runAnew(profile: Profile, run: Run = {}): Promise<Result> {
  const { seed = DEFAULT_SEED, variants = [], faults = [], checkIds, requirements, change, ...more } = run
  await using mock = await startMock({ variants, faults })
  const { limits, ...target } = gatewayTarget(mock)
  const checks = allChecks.filter(({ id }) => checkIds?.includes(id) ?? true)
  if (checkIds) assert.equal(checks.length, checkIds.length)
  const changed = { ...target, limits: { ...limits, ...more }, ...change }
  return await certify({ target: changed, checks, profile, seed, ...(requirements && { requirements }) })
}
