/** What the proxy and the thread that judges say to each other. */

import type { Target } from '../../../../suites/harness/target/target.ts'
import type { SeenExchange } from '../../../../suites/harness/traffic/seen.ts'
import type { SeenFinding, TrafficSummary } from '../../../../suites/harness/traffic/summary.ts'
import type { RecordOptions } from '../../recording/write.ts'
import type { KeepOptions } from './keep.ts'

/** With what the thread starts. */
export interface JudgeOrders {
  /** Keys are names for them here. */
  readonly target: Pick<Target, 'keys' | 'models'> | undefined
  readonly keep: KeepOptions | undefined
  readonly record: RecordOptions | undefined
}

export type ToJudge =
  | { readonly type: 'judge'; readonly seen: SeenExchange }
  | { readonly type: 'summarise'; readonly ticket: number }
  /** Only tests send it: what a defect of the judge would do, with an error or without. */
  | { readonly type: 'fail'; readonly how: 'throw' | 'end' }

export type FromJudge =
  | { readonly type: 'judged'; readonly broken: readonly SeenFinding[] }
  | { readonly type: 'summary'; readonly ticket: number; readonly summary: TrafficSummary }
  | { readonly type: 'not-kept'; readonly reason: string }
