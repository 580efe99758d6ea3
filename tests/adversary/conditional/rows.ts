/** Runs the suites against one drawn breach. */
import type { Depth, Profile } from '../../../suites/harness/catalogue/profiles.ts'
import { certify } from '../../../suites/harness/run/certify.ts'
import { defaultLimits } from '../../../suites/harness/target/limits.ts'
import type { Target } from '../../../suites/harness/target/target.ts'
import { allChecks } from '../../../suites/index.ts'
import { closing } from '../../prove/closing.ts'
import { oneKeyTarget, secondTarget } from '../../prove/gateway-target.ts'
import { covers, isKilled, runOf } from '../../prove/outcome.ts'
import { startLayer } from '../red-team/index.ts'
import type { Layer } from '../red-team/layer/layer.ts'
import { breachOf } from './breach.ts'
import { type DrawOptions, drawOne, isOfOneKey, wordsOf } from './draw.ts'

export interface Job extends DrawOptions {
  readonly number: number
  readonly profile: Extract<Profile, 'core' | 'full'>
  readonly depth: Depth
}

/**
 * `caught`: not conformant, and a requirement that it breaks is red. `misblamed`: only others are red. `left open`: not
 * certified, but nothing is red. `not judged`: certified. `not provoked`: too few requests met its condition, or none.
 */
export type Outcome = 'caught' | 'misblamed' | 'left open' | 'not judged' | 'not provoked'

const NOT_CAUGHT = { nonconformant: 'misblamed', incomplete: 'left open', conformant: 'not judged' } as const

export type Row = Awaited<ReturnType<typeof runRow>>

/** @returns the target of a run of this profile, with its default limits */
export function targetOf({ url, gateway }: Layer, profile: Job['profile']): Target {
  const whole = secondTarget(url, gateway)
  const limits = { ...defaultLimits(whole.baseUrl), timeout: whole.limits?.timeout }
  return { ...(profile === 'core' ? oneKeyTarget(whole) : whole), limits }
}

export async function runRow(job: Job) {
  const draw = drawOne(job.number, job)
  const breach = breachOf(draw)
  const { profile, depth } = job
  const run = await closing(await startLayer(breach), async (layer) =>
    runOf(await certify({ target: targetOf(layer, profile), checks: allChecks, profile, depth })),
  )
  const { breaks, name: deviation, group, mayWarn = false, fewest = 1 } = draw.deviation
  const isCaught = isKilled(breaks, run) || (mayWarn && run.red.some((id) => covers(breaks, id)))
  const shown: Outcome = isCaught ? 'caught' : NOT_CAUGHT[run.conclusion]
  return {
    ...job,
    words: wordsOf(draw),
    kind: draw.kind.name,
    group,
    deviation,
    dimensions: draw.conditions.map(({ dimension }) => dimension),
    oneKey: isOfOneKey(draw),
    outcome: breach.times < fewest ? 'not provoked' : shown,
    /** Requirements that fail although the breach does not break them. */
    blamedAsWell: run.red.filter((id) => !covers(breaks, id)),
    conclusion: run.conclusion,
    times: breach.times,
    requests: run.requests,
    red: run.why,
  }
}
