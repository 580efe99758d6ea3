/**
 * The load, a separate process: keep-alive connections that repeat one request. It uses sockets without an HTTP client,
 * and reads only as much of a response as proves that it is correct and complete.
 */
import { readFileSync } from 'node:fs'
import { Asker, type Load } from './asker.ts'
import { latencies } from './latencies.ts'

/** The result of one period of load. */
export interface Outcome {
  readonly requests: number
  readonly failures: number
  readonly seconds: number
  /** Microseconds. */
  readonly p50: number
  readonly p99: number
}

/**
 * Keeps the process awake: waking a sleeping process costs the writer several microseconds, and a slower server, whose
 * load sleeps more, would pay for that with each response.
 */
function stayAwake(end: number): void {
  if (performance.now() < end) setImmediate(stayAwake, end)
}

const load = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Load
const askers = await Promise.all(Array.from({ length: load.connections }, () => Asker.open(load)))

process.on('message', async ({ run }: { run: number }) => {
  const started = performance.now()
  const end = started + run
  latencies.clear()
  if (load.awake) stayAwake(end)
  const counts = await Promise.all(askers.map((asker) => asker.askUntil(end)))
  process.send?.({
    requests: counts.reduce((sum, { responses }) => sum + responses, 0),
    failures: counts.reduce((sum, { failures }) => sum + failures, 0),
    seconds: (performance.now() - started) / 1000,
    p50: latencies.at(0.5),
    p99: latencies.at(0.99),
  } satisfies Outcome)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
