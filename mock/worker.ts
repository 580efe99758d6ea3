/** One worker: a server on the shared port, with counters in shared memory. */
import { parentPort, workerData } from 'node:worker_threads'
import { ConfigError } from './core/config.ts'
import { Cells, sharedCells } from './core/metering/cells.ts'
import { Timings } from './core/metering/timings.ts'
import { systemClock } from './core/time/clock.ts'
import { type MockServer, startShared } from './server/start.ts'
import type { Order, Orders, Report, SentError } from './server/workers/messages.ts'

const { worker, options, port, memories, counted, models } = workerData as Orders
const timings = counted && new Timings(counted.times, models)

function report(what: Report): void {
  parentPort?.postMessage(what)
}

function sendable(error: unknown): SentError {
  const { message, code } = error as NodeJS.ErrnoException
  return { message, code, problems: error instanceof ConfigError ? error.problems : undefined }
}

async function obey(order: Order, mock: MockServer<typeof systemClock>): Promise<void> {
  if (order.type === 'configure') {
    for (const [project, memory] of order.memories) memories.set(project, memory)
    timings?.include(order.models)
    mock.configure(order.config)
    report({ type: 'configured' })
    return
  }
  await (order.type === 'drain' ? mock.drain(order.grace) : mock.close())
  process.exit(0)
}

try {
  const workerParts = {
    worker,
    meters: sharedCells(memories),
    counted: counted && timings && { anonymous: new Cells(counted.anonymous, true), timings },
  }
  const mock = await startShared({ ...options, port, clock: systemClock }, workerParts)
  parentPort?.on('message', (order: Order) => obey(order, mock))
  report({ type: 'listening', port: mock.port })
} catch (error) {
  report({ type: 'failed', error: sendable(error) })
}
