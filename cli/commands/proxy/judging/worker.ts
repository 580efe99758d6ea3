/** The thread that judges. What goes wrong here costs findings, never traffic. */
import { parentPort, workerData } from 'node:worker_threads'
import { TrafficJudge } from '../../../../suites/harness/traffic/judge.ts'
import { Kept } from './keep.ts'
import type { FromJudge, JudgeOrders, ToJudge } from './messages.ts'

const { target, keep } = workerData as JudgeOrders
const judge = new TrafficJudge({ target })
const report = (message: FromJudge): void => parentPort?.postMessage(message)
const kept = keep && new Kept(keep, (reason) => report({ type: 'not-kept', reason }))

parentPort?.on('message', (message: ToJudge) => {
  if (message.type === 'fail') throw new Error('the judge was asked to fail')
  if (message.type === 'summarise') {
    report({ type: 'summary', ticket: message.ticket, summary: judge.summary() })
    return
  }
  const broken = judge.add(message.seen)
  kept?.add(message.seen)
  report({ type: 'judged', broken })
})
