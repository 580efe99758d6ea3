/** Checks that the parts of several shards belong to one run, and that none is missing. */
import type { Depth } from '../harness/catalogue/profiles.ts'
import { UsageError } from '../harness/catalogue/usage-error.ts'
import type { PackedExchange } from '../harness/http/exchange-json.ts'
import type { Evidence, Finding } from '../harness/judge/evidence.ts'
import type { Asked } from '../harness/report/transcript-file.ts'
import type { SeedOrigin } from '../harness/run/generated/seed.ts'
import type { Preflight } from '../harness/run/preflight.ts'
import type { Drawn } from '../harness/run/session/rounds.ts'
import type { Stop } from '../harness/run/stop.ts'
import type { WaiverEntry } from '../harness/target/declared/waivers.ts'
import type { DescribedTarget, Peer } from '../harness/target/target.ts'
import type { Settings } from './settings.ts'

/** The name of the attachment. */
export const PART = 'svc-conformance'

export interface Part {
  /** The check that the test ran. */
  readonly check: string
  /** Identifies the worker among those of all shards. */
  readonly worker: string
  /** The shard that the worker belongs to; absent where the run is whole. */
  readonly shard?: { readonly current: number; readonly total: number }
  /** Version of svc-conformance. */
  readonly harness: string
  /** The start of the run, or of its shard if there are several. Scoring depends on this time. */
  readonly started: string
  /** Requests that the worker has sent so far. */
  readonly sent: number
  /** Draws so far; absent if its budget allowed all of them. */
  readonly drawn?: Drawn
  readonly settings: Settings
  readonly seed: number
  readonly origin: SeedOrigin
  readonly runs: number
  readonly depth?: Depth
  readonly target: DescribedTarget
  readonly peers?: readonly Peer[]
  /** For the transcript, with placeholders instead of keys. */
  readonly asked: Asked
  readonly waivers?: readonly WaiverEntry[]
  readonly preflight: Preflight
  /** Why the worker could not send all its requests, and the limit that was spent. */
  readonly stop?: Stop
  readonly spent?: string
  /** Exchanges that no earlier part of the worker holds. */
  readonly exchanges: readonly PackedExchange[]
  readonly evidence: readonly Evidence[]
  readonly remarks: readonly Finding[]
}

/** The maximum time between the starts of two shards, in milliseconds. An older blob is left from another run. */
const APART = 86_400_000

/** Refuses shards of different runs. @throws UsageError */
export function assertOneRun(parts: readonly Part[]): void {
  const [first, ...others] = parts.toSorted((a, b) => Date.parse(a.started) - Date.parse(b.started))
  const last = others.at(-1)
  if (first && last && Date.parse(last.started) - Date.parse(first.started) > APART)
    throw new UsageError(
      `the shards are not of one run: ${startIn(first)}, and ${startIn(last)}; remove old blobs, and run all shards again`,
    )
  for (const [what, of] of COMMON) {
    const different = [...new Set(parts.map((part) => text(of(part))))]
    if (different.length > 1)
      throw new UsageError(
        `the shards are not of one run, because they have different ${what}: ${different.map(cut).join(' and ')}; give every shard the same settings, target file and version`,
      )
  }
}

const startIn = ({ shard, started }: Part): string => `shard ${shard?.current ?? 1} began ${started}`

/** What all shards of a run must have in common, in the words of a message. */
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
  ['challenges', ({ origin }) => origin.nonce],
  ['numbers of runs', ({ runs }) => runs],
  ['depths', ({ depth = 2 }) => depth],
  ['settings of strict', ({ settings }) => settings.strict],
  ['suites', ({ settings }) => settings.suites],
  ['requirements', ({ settings }) => settings.requirements],
  ['numbers of shards', ({ shard }) => shard?.total],
]

const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none'))

const cut = (shown: string): string => (shown.length > 120 ? `${shown.slice(0, 119)}…` : shown)

/** Why a worker could not send all its requests, with its shard if its share is spent. */
export function spentShare({ stop, shard, spent }: Pick<Part, 'stop' | 'shard' | 'spent'>): Stop | undefined {
  if (!stop || spent === undefined) return stop
  return {
    ...stop,
    reason: `${shard ? `in shard ${shard.current} of ${shard.total}` : 'in one worker'} ${stop.reason}`,
    mend: `${stop.mend.replace(/ Allow more with .*$/, '')} Each shard gets a share of the limits. Raise limits.${spent} in the target file of every shard, or use fewer shards.`,
  }
}
