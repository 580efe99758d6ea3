/** What a run sends, from a rehearsal: the same run against the reference mock in this process instead of the target. */
import type { Depth, Profile } from '../../../suites/harness/catalogue/profiles.ts'
import { tokensOf } from '../../../suites/harness/client/budget.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import type { Exchange } from '../../../suites/harness/http/exchange.ts'
import { requirementsLeft } from '../../../suites/harness/report/not-applicable.ts'
import { type Certified, certify } from '../../../suites/harness/run/certify.ts'
import type { Filter } from '../../../suites/harness/run/select.ts'
import type { Scoring } from '../../../suites/harness/sets/scoring.ts'
import type { Target } from '../../../suites/harness/target/target.ts'
import { allChecks } from '../../../suites/index.ts'
import { type Cost, type Planned, SHARED, sumOf } from '../../../suites/playwright/shares.ts'
import { selfHosted } from '../../self-hosted.ts'

export interface Rehearsed extends Filter {
  readonly profile: Profile
  readonly scoring: Scoring
  readonly seed?: number | undefined
  readonly runs?: number | undefined
  readonly depth?: Depth | undefined
}

/** Makes the planned run against the mock. Nothing reaches the target. */
async function rehearsed(target: Target, { seed, runs, depth, ...planned }: Rehearsed): Promise<Certified> {
  const { target: mock, close } = await selfHosted()
  try {
    return await certify({
      target: inPlaceOf(target, mock),
      checks: allChecks,
      ...planned,
      ...compact({ seed, runs, depth }),
    })
  } finally {
    await close()
  }
}

/** The cost of each check, by its id; controls and other shared requests are `SHARED`. */
export async function costsOfChecks(target: Target, planned: Rehearsed): Promise<Planned> {
  const { transcript } = await rehearsed(target, planned)
  const ids = new Set<string>(allChecks.map(({ id }) => id))
  const ownerOf = ({ name }: Exchange): string => {
    const [first = ''] = name.split('/', 1)
    return ids.has(first) ? first : SHARED
  }
  const byOwner = Map.groupBy(transcript.exchanges, ownerOf)
  return Object.fromEntries([...byOwner].map(([owner, exchanges]) => [owner, sumOf(exchanges.map(costOf))]))
}

function costOf({ request: { operation, body }, response }: Exchange): Cost {
  const bytes = (body?.length ?? 0) + (response?.body.length ?? 0)
  return { requests: 1, tokens: tokensOf({ operation, body }), bytes }
}

/**
 * The cost and missing verdicts of a run against the target. `open` lists the `must` requirements without a verdict.
 * `absent` lists the declared absences, each with the requirements that the run would therefore not show.
 */
export async function rehearse(target: Target, planned: Rehearsed) {
  const { cost, drawn, stop, judged, absences } = await rehearsed(target, planned)
  const open = judged.flatMap(({ requirement: { id, level }, verdict, notScored }) =>
    level === 'must' && !notScored && ['not-evidenced', 'inconclusive'].includes(verdict) ? [id] : [],
  )
  const absent = absences.flatMap((absence) => {
    // The mock has every state, so a state that it shows says nothing about the target.
    const verdict = absence.shownBy === undefined ? 'not-applicable' : 'not-evidenced'
    const requirements = requirementsLeft(absence, judged, verdict)
    return requirements.length > 0 ? [{ id: absence.id, reason: absence.reason, requirements }] : []
  })
  const declared: readonly string[] = absent.flatMap(({ requirements }) => requirements)
  // The cost is the number of requests, requested output tokens, and bytes of bodies in both directions.
  return { ...cost, drawn, stop: stop?.reason, open: open.filter((id) => !declared.includes(id)), absent }
}

/** The mock with the keys, models, absences and limits that the target file declares. */
function inPlaceOf({ keys, models, provoke, limits, notApplicable }: Target, mock: Target): Target {
  const only = <T extends object>(all: T, wanted: object): T =>
    Object.fromEntries(Object.entries(all).filter(([name]) => Object.hasOwn(wanted, name))) as T
  return {
    ...mock,
    keys: only(mock.keys, keys),
    models: only(mock.models, models),
    provoke: only(mock.provoke, provoke),
    ...compact({ notApplicable }),
    // Loopback needs no rate. Use the mock's time limit: under a limit of days, the rehearsal would wait for quotas.
    limits: {
      ...limits,
      ...compact({ time: mock.limits.time }),
      rate: Number.POSITIVE_INFINITY,
      timeout: mock.limits.timeout,
    },
  }
}
