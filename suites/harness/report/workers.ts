/**
 * A run in several workers, such as those of shards. Each has its own session, with its own controls and connections,
 * so their exchanges are renamed where two have the same name. The merge of a run's parts and the replay of its
 * transcript both use this file.
 */
import { UsageError } from '../catalogue/usage-error.ts'
import { compact } from '../http/compact.ts'
import { type Exchange, identityFor, identityOf } from '../http/exchange.ts'
import { type Evidence, remarkOn, type Transcript } from '../judge/evidence.ts'
import type { CheckOutcome } from '../run/certify.ts'
import type { Check } from '../run/check.ts'
import type { Preflight } from '../run/preflight.ts'
import { judgeRun, type Result, type RunRecord } from '../run/result.ts'
import type { Stop } from '../run/stop.ts'

export interface WorkerRun {
  /** The number of its shard, or 0, and its number in the shard, such as `1.0`. */
  readonly name: string
  readonly preflight: Preflight
  /** Why it could not send all its requests. */
  readonly stop?: Stop
  /** With the names that the session of this worker gave them. */
  readonly exchanges: readonly Exchange[]
  /** In the order in which its checks ran. */
  readonly outcomes: readonly (CheckOutcome & { readonly check: string })[]
}

export interface Workers {
  readonly workers: readonly WorkerRun[]
  /** The number of shards; absent if the run has none. */
  readonly shards?: number | undefined
}

/** What all workers of a run share. */
type Common = Omit<RunRecord, 'transcript' | 'preflight'>

/** Judges the exchanges and remarks of all workers as one run. @throws UsageError where shards ran the same check */
export function judgeWorkers({ workers, shards }: Workers, common: Common, strict: boolean): Result {
  const sorted = workers.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
  const [first] = sorted
  if (!first) throw new UsageError('no worker ran')
  const { checks } = common.selection
  if (shards !== undefined) assertOnce(sorted)
  const { preflight } = sorted.find((worker) => worker.preflight.stop === undefined) ?? first
  // If one worker found no gateway but others did, its responses were sent by something else.
  const seen = preflight.absent ? sorted : sorted.map((one) => (one.preflight.absent ? { ...one, exchanges: [] } : one))
  const stop =
    common.stop ?? preflight.stop ?? missingShards(workers, shards) ?? sorted.find((worker) => worker.stop)?.stop
  const transcript = transcriptOf(seen, checks)
  return judgeRun({ ...common, transcript, preflight, stop }, strict)
}

/** @throws UsageError if a check occurs twice */
function assertOnce(workers: readonly WorkerRun[]): void {
  const seen = new Set<string>()
  for (const { check } of workers.flatMap(({ outcomes }) => outcomes)) {
    if (seen.has(check))
      throw new UsageError(`the check ${check} occurs twice; keep one report of each shard in the folder to merge`)
    seen.add(check)
  }
}

/** Why the run is incomplete if a shard is missing; undefined if all are there. */
export function missingShards(workers: readonly Pick<WorkerRun, 'name'>[], shards = 0): Stop | undefined {
  const here = new Set(workers.map(({ name }) => Number.parseInt(name, 10)))
  const absent = Array.from({ length: shards }, (_, index) => index + 1).filter((shard) => !here.has(shard))
  if (absent.length === 0) return undefined
  return {
    reason: `shard ${absent.join(', ')} of ${shards} has no report`,
    mend: 'Put the reports of all shards into the folder to merge.',
  }
}

/** One transcript, in an order that does not depend on time. */
function transcriptOf(workers: readonly WorkerRun[], checks: readonly Check[]): Transcript {
  const owners = new Map<string, string>()
  for (const { name: worker, exchanges } of workers)
    for (const { name } of exchanges) if (!owners.has(name)) owners.set(name, worker)
  const order = new Map(checks.map(({ id }, index) => [id, index]))
  const renamed = workers.map((worker) => renamedIn(worker, owners))
  const outcomes = renamed
    .flatMap(({ outcomes }) => outcomes)
    .toSorted((a, b) => (order.get(a.check) ?? 0) - (order.get(b.check) ?? 0))
  const ran = new Set(outcomes.map(({ check }) => check))
  let connections = 0
  const exchanges = renamed.flatMap((worker) => {
    const before = connections
    return worker.exchanges.map((exchange) => {
      const connection = exchange.connection === undefined ? undefined : before + exchange.connection
      connections = Math.max(connections, connection ?? 0)
      return { ...exchange, ...compact({ connection }) }
    })
  })
  return {
    exchanges,
    evidence: outcomes.flatMap(({ evidence }) => evidence),
    remarks: [
      ...outcomes.flatMap(({ remarks }) => remarks),
      ...checks.flatMap((check) => (ran.has(check.id) ? [] : remarkOn(check, 'not-evidenced', 'not run'))),
    ],
  }
}

/** Renames exchanges of a worker whose names an earlier worker has. @param owners the first worker that has a name */
function renamedIn(
  { name: worker, exchanges, outcomes }: WorkerRun,
  owners: ReadonlyMap<string, string>,
): Pick<WorkerRun, 'exchanges' | 'outcomes'> {
  const nameFor = (name: string): string => ((owners.get(name) ?? worker) === worker ? name : `${name}~${worker}`)
  const idFor = (id: string): string => {
    const { name, role, between, attempt } = identityOf(id)
    return identityFor({ name: nameFor(name), role, ...compact({ between }) }, attempt).id
  }
  const ifNamed = (id: string | undefined): string | undefined => (id === undefined ? undefined : idFor(id))
  const item = ({ exchange, control, repeats, ...rest }: Evidence): Evidence => {
    const again = repeats && { ...repeats, of: idFor(repeats.of), ...compact({ before: ifNamed(repeats.before) }) }
    return { ...rest, exchange: idFor(exchange), ...compact({ control: ifNamed(control), repeats: again }) }
  }
  return {
    exchanges: exchanges.map(({ id, name, ...exchange }) => ({ ...exchange, id: idFor(id), name: nameFor(name) })),
    outcomes: outcomes.map(({ check, evidence, remarks }) => ({
      check,
      evidence: evidence.map(item),
      remarks: remarks.map((remark) => ({ ...remark, exchanges: remark.exchanges.map(idFor) })),
    })),
  }
}
