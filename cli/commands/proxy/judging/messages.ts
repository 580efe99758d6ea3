/** Messages between the proxy and the judging thread. */
import type { Target } from '../../../../suites/harness/target/target.ts'
import type { SeenExchange } from '../../../../suites/harness/traffic/seen.ts'
import type { SeenFinding, TrafficSummary } from '../../../../suites/harness/traffic/summary.ts'
import type { RecordOptions } from '../../recording/write.ts'
import type { KeepOptions } from './keep.ts'

/** The options of the thread. */
export interface JudgeOrders {
  /** Keys are names for them here. */
  readonly target: Pick<Target, 'keys' | 'models'> | undefined
  readonly keep: KeepOptions | undefined
  readonly record: RecordOptions | undefined
}

export type ToJudge =
  | { readonly type: 'judge'; readonly seen: SeenExchange }
  | { readonly type: 'summarise'; readonly ticket: number }
  /** Only for tests: simulates a defect of the judge, with or without an error. */
  | { readonly type: 'fail'; readonly how: 'throw' | 'end' }

export type FromJudge =
  | { readonly type: 'judged'; readonly broken: readonly SeenFinding[] }
  | { readonly type: 'summary'; readonly ticket: number; readonly summary: TrafficSummary }
  | { readonly type: 'not-kept'; readonly reason: string }
