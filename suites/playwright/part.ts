/** What one test hands to the reporter: a piece of the run's transcript, attached as JSON. */
import type { DescribedTarget } from '../harness/described-target.ts'
import type { Finding } from '../harness/finding.ts'
import type { Ground } from '../harness/ground.ts'
import type { Evidence } from '../harness/judge/expectation.ts'
import type { PackedExchange } from '../harness/transcript-json.ts'
import type { Waiver } from '../harness/waivers.ts'
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
  /** Requests that the worker has sent so far. */
  readonly sent: number
  readonly settings: Settings
  readonly seed: number
  readonly runs: number
  readonly target: DescribedTarget
  readonly waivers?: readonly Waiver[]
  readonly ground: Ground
  /** Exchanges that no earlier part of the worker holds. */
  readonly exchanges: readonly PackedExchange[]
  readonly evidence: readonly Evidence[]
  readonly remarks: readonly Finding[]
}
