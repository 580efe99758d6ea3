/** Whether the parts of several shards are one run, and whether all of it is there. */
import type { Depth } from '../harness/catalogue/profiles.ts'
import { UsageError } from '../harness/catalogue/usage-error.ts'
import type { PackedExchange } from '../harness/http/exchange-json.ts'
import type { Evidence } from '../harness/judge/evidence.ts'
import type { Finding } from '../harness/judge/finding.ts'
import type { Preflight } from '../harness/run/preflight.ts'
import type { Stop } from '../harness/run/stop.ts'
import type { WaiverEntry } from '../harness/target/declared/waivers.ts'
import type { DescribedTarget } from '../harness/target/describe.ts'
import type { Settings } from './settings.ts'

/** The name of the attachment. */
export const PART = 'svc-conformance'

export interface Part {
  /** The check that the test ran. */
  readonly check: string
  /** Tells workers apart, those of other shards included. */
  readonly worker: string
  /** The shard that the worker belongs to; absent where the run is whole. */
  readonly shard?: { readonly current: number; readonly total: number }
  /** Version of svc-conformance. */
  readonly harness: string
  /** When its run began, that of its shard where there are several: by that moment it was scored. */
  readonly started: string
  /** Requests that the worker has sent so far. */
  readonly sent: number
  readonly settings: Settings
  readonly seed: number
  readonly runs: number
  readonly depth?: Depth
  readonly target: DescribedTarget
  readonly waivers?: readonly WaiverEntry[]
  readonly preflight: Preflight
  /** Exchanges that no earlier part of the worker holds. */
  readonly exchanges: readonly PackedExchange[]
  readonly evidence: readonly Evidence[]
  readonly remarks: readonly Finding[]
}

/** Refuses shards of different runs. @throws UsageError */
export function assertOneRun(parts: readonly Part[]): void {
  for (const [what, of] of COMMON) {
    const different = [...new Set(parts.map((part) => text(of(part))))]
    if (different.length > 1)
      throw new UsageError(
        `the shards are not of one run, because they have different ${what}: ${different.map(cut).join(' and ')}; give every shard the same settings, target file and version`,
      )
  }
  const seen = new Set<string>()
  for (const { check, shard } of parts) {
    if (shard && seen.has(check))
      throw new UsageError(`the check ${check} is there twice; leave one report of each shard in the folder to merge`)
    seen.add(check)
  }
}

/** What all shards of a run have in common, in the words of a message. */
const COMMON: readonly (readonly [what: string, of: (part: Part) => unknown])[] = [
  ['versions of svc-conformance', ({ harness }) => harness],
  ['targets', ({ target }) => target.base_url],
  ['declarations of the target', ({ target }) => target.declared],
  ['declared absences', ({ target }) => target.not_applicable],
  ['keys for the target', ({ target }) => target.keys],
  ['ways to provoke states', ({ target }) => target.provoke],
  ['ways to reach the target', ({ target }) => target.network],
  ['limits', ({ target }) => target.limits],
  ['waivers', ({ waivers }) => waivers],
  ['profiles', ({ settings }) => settings.profile],
  ['sets', ({ settings }) => settings.set],
  ['seeds', ({ seed }) => seed],
  ['numbers of runs', ({ runs }) => runs],
  ['depths', ({ depth = 2 }) => depth],
  ['settings of strict', ({ settings }) => settings.strict],
  ['suites', ({ settings }) => settings.suites],
  ['requirements', ({ settings }) => settings.requirements],
  ['numbers of shards', ({ shard }) => shard?.total],
]

function text(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none')
}

function cut(shown: string): string {
  return shown.length > 120 ? `${shown.slice(0, 119)}…` : shown
}

/** Why the run is incomplete where a shard is missing; undefined where all are there. */
export function missingShards(parts: readonly Part[]): Stop | undefined {
  const total = parts[0]?.shard?.total ?? 0
  const here = new Set(parts.map(({ shard }) => shard?.current))
  const absent = Array.from({ length: total }, (_, index) => index + 1).filter((current) => !here.has(current))
  if (absent.length === 0) return undefined
  return {
    reason: `nothing came from shard ${absent.join(', ')} of ${total}`,
    mend: 'Put the reports of all shards into the folder to merge.',
  }
}
