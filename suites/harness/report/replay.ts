/** Repeats a recorded run without a network: the same checks, the same requests, the recorded responses. */
import { contractVersion } from '../catalogue/requirements.ts'
import { UsageError } from '../catalogue/usage-error.ts'
import { compact } from '../http/compact.ts'
import { placeholderKeys } from '../http/placeholder-keys.ts'
import { certify, runCheck } from '../run/certify.ts'
import type { Check } from '../run/check.ts'
import { runPreflight } from '../run/preflight.ts'
import type { Result } from '../run/result.ts'
import { select } from '../run/select.ts'
import { type Divergence, Recorded } from '../run/session/recorded-exchanges.ts'
import { Session } from '../run/session/session.ts'
import { ourScoring, type Scoring } from '../sets/scoring.ts'
import { identifyingAgent, type Network } from '../target/network.ts'
import type { Target } from '../target/target.ts'
import { type Report, reportOf } from './report.ts'
import type { RecordedRun, RunHead } from './transcript-file.ts'
import { judgeWorkers, type WorkerRun } from './workers.ts'

export interface Replayed {
  /** The report on the recorded exchanges; for an unchanged record, that of the run, byte for byte. */
  readonly report: Report
  /** Differences between the record and the requests that these checks make. */
  readonly divergences: readonly Divergence[]
}

function targetOf({ harness, target, keys, models, provoke }: RunHead): Target {
  const none = Number.POSITIVE_INFINITY
  return {
    baseUrl: target.base_url,
    keys: placeholderKeys(keys),
    models,
    provoke,
    network: networkOf(target, harness),
    ...compact({ notApplicable: target.not_applicable }),
    // Nothing is sent, so no limit is needed; but the number of variations depends on the requests of the run.
    limits: {
      requests: target.limits.requests ?? none,
      rate: none,
      concurrency: target.limits.concurrency,
      timeout: target.limits.timeout_ms,
      maxTokens: target.limits.max_tokens,
    },
  }
}

/** The target's own headers and its proxy decide which others a request gets, so the replay needs their names. */
function networkOf({ network }: RunHead['target'], version: string): Network {
  const headers = Object.keys(network?.headers ?? {}).map((name) => ({ name, value: '', variable: '' }))
  const proxy = network?.proxy == null ? undefined : { origin: `http://${network.proxy}`, secrets: [] }
  return { headers, ...compact({ proxy, agent: network?.identified ? identifyingAgent(version) : undefined }) }
}

/**
 * Scores by the set and the disputes of the run, as far as this version knows them, since a record may claim anything.
 *
 * @throws UsageError if this version does not know the set or contract of the record
 */
function scoringOf({ contract, set, challenges = {}, started, target }: RunHead): Scoring | undefined {
  if (set === undefined) {
    if (contract === contractVersion) return undefined
    throw new UsageError(`without a set, this version judges by contract ${contractVersion}, not ${contract}`)
  }
  const scoring = ourScoring(set, new Date(started), target.declared?.about.contract)
  const known = [...scoring.challenges].map(([requirement, ids]) => {
    const challenged = challenges[requirement] ?? []
    return [requirement, ids.filter((id) => challenged.includes(id))] as const
  })
  return { ...scoring, challenges: new Map(known.filter(([, ids]) => ids.length > 0)) }
}

/** The result of the recorded exchanges. */
interface Made {
  readonly result: Result
  readonly divergences: readonly Divergence[]
}

/** Judges a recorded run again, with the checks of this version. */
export async function replay(run: RecordedRun, checks: readonly Check[]): Promise<Replayed> {
  const { strict, requests, drawn, command, waivers, baseline, target, started, finished } = run.head
  const { result, divergences } = await (run.head.workers ? byWorkers(run, checks) : inOneProcess(run, checks))
  const times = { started: new Date(started), finished: new Date(finished) }
  const origin = compact({ seed_from: run.head.seed_from, nonce: run.head.nonce })
  const about = compact({ target, strict, command, waivers, baseline })
  return { report: reportOf({ ...result, ...times, requests, drawn, origin }, about), divergences }
}

async function inOneProcess({ head, exchanges }: RecordedRun, checks: readonly Check[]): Promise<Made> {
  const { profile, seed, runs, depth, strict } = head
  const recorded = new Recorded(exchanges)
  const about = { target: targetOf(head), checks, profile, seed, runs, strict, recorded }
  const result = await certify({ ...about, ...compact({ depth, scoring: scoringOf(head) }) })
  return { result, divergences: recorded.divergences() }
}

/** Each worker runs its checks on its own exchanges; all workers together must cover the whole profile. */
async function byWorkers({ head, exchanges }: RecordedRun, checks: readonly Check[]): Promise<Made> {
  const { profile, seed, runs, depth, strict, requests, shards, workers: heads = [] } = head
  const selection = { ...select(checks, profile, {}), ...compact({ scoring: scoringOf(head) }) }
  const own = Map.groupBy(exchanges, ({ worker }) => worker)
  if (heads.flatMap((each) => each.checks).length > MAX_REPEATS * selection.checks.length)
    throw new UsageError('its workers ran more checks than any run does')
  const workers: WorkerRun[] = []
  const divergences: Divergence[] = []
  for (const { name, checks: ids } of heads) {
    const recorded = new Recorded(own.get(name) ?? [])
    own.delete(name)
    workers.push(await workerAgain(head, { name, checks: ids.map((id) => checkOf(id, selection.checks)) }, recorded))
    divergences.push(...recorded.divergences())
    if (divergences.length > MAX_DIVERGENCES)
      throw new UsageError('the record differs too much from the requests of the checks')
  }
  const strays = [...own.values()].flat().map(({ id }): Divergence => ({ exchange: id, kind: 'never requested' }))
  const times = { started: new Date(head.started), finished: new Date(head.finished) }
  const common = { selection, notApplicable: head.target.not_applicable, seed, runs, depth, requests, ...times }
  return { result: judgeWorkers({ workers, shards }, common, strict), divergences: [...divergences, ...strays] }
}

/** The maximum number of times that Playwright may repeat a check; without it, a small record could cost hours. */
const MAX_REPEATS = 10

/** If there are more differences, the other workers need not run. */
const MAX_DIVERGENCES = 1000

async function workerAgain(
  head: RunHead,
  { name, checks }: { readonly name: string; readonly checks: readonly Check[] },
  recorded: Recorded,
): Promise<WorkerRun> {
  const { seed, runs, profile, depth } = head
  const session = new Session(targetOf(head), { seed, runs, profile, depth, recorded })
  try {
    const preflight = await runPreflight(session)
    const outcomes: WorkerRun['outcomes'][number][] = []
    for (const check of checks) outcomes.push({ check: check.id, ...(await runCheck(session, preflight, check)) })
    return { name, preflight, exchanges: session.exchanges, outcomes }
  } finally {
    await session.live.client.close()
  }
}

/** @throws UsageError where the profile has no such check */
function checkOf(id: string, checks: readonly Check[]): Check {
  const check = checks.find((each) => each.id === id)
  if (check) return check
  throw new UsageError(`a worker ran the check ${id}, which the profile of this version does not have`)
}
