/** The thread that judges. An error here loses findings, but never disturbs traffic. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Target } from '../../../../suites/harness/target/target.ts'
import { TrafficJudge } from '../../../../suites/harness/traffic/judge.ts'
import type { SeenExchange } from '../../../../suites/harness/traffic/seen.ts'
import type { SeenFinding, TrafficSummary } from '../../../../suites/harness/traffic/summary.ts'
import { type RecordOptions, recorderTo } from '../../recording/write.ts'
import { type KeepOptions, keeperIn } from './keep.ts'

/** The options of the thread. */
export interface JudgeOrders {
  /** The keys are pseudonyms here. */
  readonly target: Pick<Target, 'keys' | 'models'> | undefined
  readonly keep: KeepOptions | undefined
  readonly record: RecordOptions | undefined
}

export type ToJudge =
  | { readonly type: 'judge'; readonly seen: SeenExchange }
  | { readonly type: 'summarise'; readonly ticket: number }

export type FromJudge =
  | { readonly type: 'judged'; readonly broken: readonly SeenFinding[] }
  | { readonly type: 'summary'; readonly ticket: number; readonly summary: TrafficSummary }
  | { readonly type: 'not-kept'; readonly reason: string }

const { target, keep, record } = workerData as JudgeOrders
const judge = new TrafficJudge({ target, isOnce: true })
const report = (message: FromJudge): void => parentPort?.postMessage(message)
const keepBodies =
  keep && keeperIn(keep, (reason) => report({ type: 'not-kept', reason: `Bodies are not kept: ${reason}` }))
const addToRecording = record && recorderTo(record)

parentPort?.on('message', (message: ToJudge) => {
  if (message.type === 'summarise') {
    report({ type: 'summary', ticket: message.ticket, summary: judge.summary() })
    return
  }
  const broken = judge.add(message.seen)
  keepBodies?.(message.seen)
  const reason = addToRecording?.(message.seen, broken)
  if (reason !== undefined) report({ type: 'not-kept', reason })
  report({ type: 'judged', broken })
})
