/** Merges the parts that the tests have attached into one run, and reports on it. */

import { compact } from '../harness/http/compact.ts'
import { unpackExchange } from '../harness/http/exchange-json.ts'
import { shellWord } from '../harness/http/shell.ts'
import type { Transcript } from '../harness/judge/evidence.ts'
import type { Finding } from '../harness/judge/finding.ts'
import type { Baseline } from '../harness/report/baseline.ts'
import { type Report, reportOf } from '../harness/report/report.ts'
import type { Check } from '../harness/run/check.ts'
import { judgeRun } from '../harness/run/result.ts'
import { select } from '../harness/run/select.ts'
import { INTERRUPTED } from '../harness/run/stop.ts'
import type { Selection } from '../harness/run/verdict.ts'
import { ourScoring } from '../harness/sets/scoring.ts'
import { allChecks } from '../index.ts'
import type { Settings } from './settings.ts'
import type { Part } from './shards.ts'
import { assertOneRun, missingShards } from './shards.ts'
import { startOf } from './started.ts'

export { loadBaseline } from '../harness/report/baseline-file.ts'

export interface Ending {
  readonly finished: Date
  /** The run was interrupted. */
  readonly interrupted: boolean
}

/** Each worker has controls of its own under the same ids; the first to use an id keeps it. */
function namer(parts: readonly Part[]): (part: Part, id: string) => string {
  const owners = new Map<string, string>()
  for (const { worker, exchanges } of parts) for (const { id } of exchanges) if (!owners.has(id)) owners.set(id, worker)
  return ({ worker }, id) => ((owners.get(id) ?? worker) === worker ? id : `${id}@${worker}`)
}

function transcriptOf(parts: readonly Part[], unrun: readonly Check[]): Transcript {
  const nameIn = namer(parts)
  return {
    exchanges: parts.flatMap((part) =>
      part.exchanges.map((packed) => ({ ...unpackExchange(packed), id: nameIn(part, packed.id) })),
    ),
    evidence: parts.flatMap((part) =>
      part.evidence.map((item) => ({
        ...item,
        exchange: nameIn(part, item.exchange),
        ...compact({ control: item.control === undefined ? undefined : nameIn(part, item.control) }),
      })),
    ),
    remarks: [
      ...parts.flatMap(({ remarks }) => remarks),
      ...unrun.map(
        (check): Finding => ({
          requirement: check.covers,
          outcome: 'not-evidenced',
          message: 'not run',
          exchanges: [],
          check: check.id,
        }),
      ),
    ],
  }
}

/** What the run was to do; narrower where Playwright's own filters left tests out, but not where a shard is missing. */
function selectionOf(settings: Settings, ids: ReadonlySet<string>, whole: boolean, at: Date): Selection {
  const selection = { ...select(allChecks, settings.profile, settings), scoring: ourScoring(settings.set, at) }
  if (!whole) return selection
  const checks = selection.checks.filter(({ id }) => ids.has(id))
  if (checks.length === selection.checks.length) return selection
  return { ...selection, checks, only: new Set(checks.map(({ covers }) => covers)) }
}

function commandOf({ target, baseUrl, profile, set, strict }: Settings): string {
  const where =
    target !== undefined
      ? ` --target ${shellWord(target)}`
      : baseUrl !== undefined
        ? ` --base-url ${shellWord(baseUrl)}`
        : ''
  return `npx svc-conformance run${where} --profile ${profile}${set === undefined ? '' : ` --set ${shellWord(set)}`}${strict ? ' --strict' : ''}`
}

/** Requests of all workers: each part tells what its worker had sent until then. */
function requestsOf(parts: readonly Part[]): number {
  const sent = new Map<string, number>()
  for (const part of parts) sent.set(part.worker, Math.max(sent.get(part.worker) ?? 0, part.sent))
  return [...sent.values()].reduce((sum, count) => sum + count, 0)
}

/**
 * The report on a run, or on all its shards.
 *
 * @param ids of the checks that Playwright was to run
 * @param baseline known failures; they change no verdict
 * @throws UsageError where the shards are not of one run
 */
export function finish(
  parts: readonly Part[],
  ids: readonly string[],
  { finished, interrupted }: Ending,
  baseline?: Baseline,
): Report | undefined {
  const [first] = parts
  if (!first) return undefined
  assertOneRun(parts)
  const { settings, target, seed, runs, depth, waivers } = first
  const missing = missingShards(parts)
  const started = startOf(parts)
  const selection = selectionOf(settings, new Set(ids), missing === undefined, started)
  const order = new Map(selection.checks.map(({ id }, index) => [id, index]))
  const sorted = parts.toSorted((a, b) => (order.get(a.check) ?? 0) - (order.get(b.check) ?? 0))
  const ran = new Set(parts.map(({ check }) => check))
  const { preflight } = sorted.find((part) => part.preflight.stop === undefined) ?? first
  // A worker that found no gateway where others found one has seen answers of something else.
  const judged = preflight.absent
    ? sorted
    : sorted.map((part) => (part.preflight.absent ? { ...part, exchanges: [] } : part))
  const stop = interrupted ? INTERRUPTED : (preflight.stop ?? missing)
  const result = judgeRun(
    {
      selection,
      transcript: transcriptOf(
        judged,
        selection.checks.filter(({ id }) => !ran.has(id)),
      ),
      notApplicable: target.not_applicable,
      preflight,
      stop,
      seed,
      runs,
      depth,
      requests: requestsOf(parts),
      started,
      finished,
    },
    settings.strict,
  )
  return reportOf(result, compact({ target, strict: settings.strict, command: commandOf(settings), waivers, baseline }))
}
