/** Merges the parts that the tests attached into one run, and judges it. */
import { compact } from '../harness/http/compact.ts'
import { unpackExchange } from '../harness/http/exchange-json.ts'
import { shellWord } from '../harness/http/shell.ts'
import type { Baseline } from '../harness/report/baseline.ts'
import type { ReportOptions } from '../harness/report/report.ts'
import type { Asked } from '../harness/report/transcript-file.ts'
import { judgeWorkers, missingShards, type WorkerRun, type Workers } from '../harness/report/workers.ts'
import type { Result } from '../harness/run/result.ts'
import { select } from '../harness/run/select.ts'
import type { Drawn } from '../harness/run/session/rounds.ts'
import { INTERRUPTED } from '../harness/run/stop.ts'
import type { Selection } from '../harness/run/verdict.ts'
import { ourScoring } from '../harness/sets/scoring.ts'
import { seenTarget } from '../harness/target/target.ts'
import { PROGRAM } from '../harness/text/program-name.ts'
import { allChecks } from '../index.ts'
import type { Settings } from './settings.ts'
import { assertOneRun, type Part, spentShare } from './shards.ts'
import { startOf } from './started.ts'

export interface Ending {
  readonly finished: Date
  /** The run was interrupted. */
  readonly interrupted: boolean
}

/** A run with all its workers, for its report and its transcript. */
export interface Merged {
  readonly result: Result
  readonly target: Asked
  readonly options: ReportOptions
  readonly made: Workers
}

/** Joins the parts of one worker. */
function workerOf(name: string, parts: readonly Part[]): WorkerRun {
  const { preflight } = parts[0] as Part
  const stopped = parts.find(({ stop }) => stop !== undefined)
  return {
    name,
    preflight,
    ...compact({ stop: stopped && spentShare(stopped) }),
    exchanges: parts.flatMap(({ exchanges }) => exchanges.map((packed) => unpackExchange(packed))),
    outcomes: parts.map(({ check, evidence, remarks }) => ({ check, evidence, remarks })),
  }
}

/** The selection of the run; narrower if Playwright's own filters left tests out, but not if a shard is missing. */
function selectionOf(
  settings: Settings,
  ids: ReadonlySet<string>,
  whole: boolean,
  at: Date,
  claim?: string,
): Selection {
  const scoring = ourScoring(settings.set, at, claim)
  const selection = { ...select(allChecks, settings.profile, settings), scoring }
  if (!whole) return selection
  const checks = selection.checks.filter(({ id }) => ids.has(id))
  if (checks.length === selection.checks.length) return selection
  return { ...selection, checks, only: new Set(checks.map(({ covers }) => covers)) }
}

function commandOf({ target, baseUrl, profile, set, strict }: Settings): string {
  const [flag, named] = target === undefined ? ['--base-url', baseUrl] : ['--target', target]
  const where = named === undefined ? '' : ` ${flag} ${shellWord(named)}`
  return `${PROGRAM} run${where} --profile ${profile}${set === undefined ? '' : ` --set ${shellWord(set)}`}${strict ? ' --strict' : ''}`
}

/** Requests of all workers: each part holds what its worker had sent until then. */
function requestsOf(parts: readonly Part[]): number {
  const sent = new Map<string, number>()
  for (const part of parts) sent.set(part.worker, Math.max(sent.get(part.worker) ?? 0, part.sent))
  return [...sent.values()].reduce((sum, count) => sum + count, 0)
}

/** The draws of all workers; undefined if their budgets allowed all draws. */
function drawnBy(parts: readonly Part[]): Drawn | undefined {
  const last = new Map(parts.flatMap(({ worker, drawn }) => (drawn ? [[worker, drawn]] : [])))
  const sum = (member: keyof Drawn): number => [...last.values()].reduce((total, each) => total + each[member], 0)
  return last.size === 0 ? undefined : { sent: sum('sent'), left_out: sum('left_out') }
}

/**
 * The result of a run, or of all its shards; undefined if no check ran.
 *
 * @param ids of the checks that Playwright had planned
 * @param baseline known failures; they change no verdict
 * @throws UsageError if the shards belong to different runs
 */
export function finish(
  parts: readonly Part[],
  ids: readonly string[],
  { finished, interrupted }: Ending,
  baseline?: Baseline,
): Merged | undefined {
  const [first] = parts
  if (!first) return undefined
  assertOneRun(parts)
  const { settings, target, asked, seed, origin, runs, depth, waivers, shard } = first
  const workers = [...Map.groupBy(parts, ({ worker }) => worker)].map(([name, own]) => workerOf(name, own))
  const made = { workers, shards: shard?.total }
  const started = startOf(parts)
  const isWhole = missingShards(workers, shard?.total) === undefined
  const common = {
    selection: selectionOf(settings, new Set(ids), isWhole, started, target.declared?.about.contract),
    notApplicable: target.not_applicable,
    stop: interrupted ? INTERRUPTED : undefined,
    seed,
    origin,
    runs,
    depth,
    requests: requestsOf(parts),
    drawn: drawnBy(parts),
    started,
    finished,
  }
  const { strict } = settings
  const peers = new Map(parts.flatMap((part) => part.peers ?? []).map((peer) => [JSON.stringify(peer), peer]))
  const seen = seenTarget(target, peers.size > 0 ? [...peers.values()] : undefined)
  const options = compact({ target: seen, strict, command: commandOf(settings), waivers, baseline })
  return { result: judgeWorkers(made, common, strict), target: asked, options, made }
}
