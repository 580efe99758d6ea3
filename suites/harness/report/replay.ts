/** Makes a recorded run again, without a network: the same checks, the same requests, the recorded answers. */

import { contractVersion } from '../catalogue/requirements.ts'
import { UsageError } from '../catalogue/usage-error.ts'
import { compact } from '../http/compact.ts'
import { placeholderKeys } from '../http/placeholder-keys.ts'
import { certify } from '../run/certify.ts'
import type { Check } from '../run/check.ts'
import { type Divergence, Recorded } from '../run/session/recorded-exchanges.ts'
import { ourScoring, type Scoring } from '../sets/scoring.ts'
import type { Network } from '../target/network.ts'
import type { Target } from '../target/target.ts'
import { type Report, reportOf } from './report.ts'
import type { RecordedRun, RunHead } from './transcript-file.ts'

export interface Replayed {
  /** The report on the recorded exchanges; where nobody changed the record, that of the run, byte for byte. */
  readonly report: Report
  /** Where the record is not what these checks would have asked. */
  readonly divergences: readonly Divergence[]
}

function targetOf({ target, keys, models, provoke }: RunHead): Target {
  const none = Number.POSITIVE_INFINITY
  return {
    baseUrl: target.base_url,
    keys: placeholderKeys(keys),
    models,
    provoke,
    network: networkOf(target),
    ...compact({ notApplicable: target.not_applicable }),
    // Nothing is sent, so no limit is needed; but how many dresses there are depends on the requests of the run.
    limits: {
      requests: target.limits.requests ?? none,
      rate: none,
      concurrency: target.limits.concurrency,
      timeout: target.limits.timeout_ms,
      maxTokens: target.limits.max_tokens,
    },
  }
}

/** Which headers went out with every request decides what else a request holds. */
function networkOf({ network }: RunHead['target']): Network {
  const headers = Object.keys(network?.headers ?? {}).map((name) => ({ name, value: '', variable: '' }))
  return { headers }
}

/**
 * By the set of the run, and by what was disputed then, as far as this version knows of it: a record may claim anything.
 *
 * @throws UsageError where this version does not judge by what the record names
 */
function scoringOf({ contract, set, challenges = {}, started }: RunHead): Scoring | undefined {
  if (set === undefined) {
    if (contract === contractVersion) return undefined
    throw new UsageError(`without a set this version judges by the contract ${contractVersion}, not ${contract}`)
  }
  const scoring = ourScoring(set, new Date(started))
  const known = [...scoring.challenges].map(([requirement, ids]) => {
    const told = challenges[requirement] ?? []
    return [requirement, ids.filter((id) => told.includes(id))] as const
  })
  return { ...scoring, challenges: new Map(known.filter(([, ids]) => ids.length > 0)) }
}

/** Judges a recorded run anew, with the checks of this version. */
export async function replay({ head, exchanges }: RecordedRun, checks: readonly Check[]): Promise<Replayed> {
  const { profile, seed, runs, depth, strict, requests, command, waivers, baseline } = head
  const recorded = new Recorded(exchanges)
  const result = await certify({
    target: targetOf(head),
    checks,
    profile,
    seed,
    runs,
    strict,
    recorded,
    ...compact({ depth, scoring: scoringOf(head) }),
  })
  const times = { started: new Date(head.started), finished: new Date(head.finished) }
  const about = compact({ target: head.target, strict, command, waivers, baseline })
  const report = reportOf({ ...result, ...times, requests }, about)
  return { report, divergences: recorded.divergences() }
}
