/** The judging thread. An error here costs findings, never traffic. */
import { parentPort, workerData } from 'node:worker_threads'
import { TrafficJudge } from '../../../../suites/harness/traffic/judge.ts'
import { Recording } from '../../recording/write.ts'
import { Kept } from './keep.ts'
import type { FromJudge, JudgeOrders, ToJudge } from './messages.ts'

const { target, keep, record } = workerData as JudgeOrders
const judge = new TrafficJudge({ target })
const report = (message: FromJudge): void => parentPort?.postMessage(message)
const kept = keep && new Kept(keep, (reason) => report({ type: 'not-kept', reason: `Bodies are not kept: ${reason}` }))
const recording = record && new Recording(record)

parentPort?.on('message', (message: ToJudge) => {
  if (message.type === 'fail') {
    if (message.how === 'throw') throw new Error('the judge was asked to fail')
    process.exit()
  }
  if (message.type === 'summarise') {
    report({ type: 'summary', ticket: message.ticket, summary: judge.summary() })
    return
  }
  const broken = judge.add(message.seen)
  kept?.add(message.seen)
  const reason = recording?.add(message.seen, broken)
  if (reason !== undefined) report({ type: 'not-kept', reason })
  report({ type: 'judged', broken })
})
