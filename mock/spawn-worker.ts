import { Worker } from 'node:worker_threads'
import { type MockWorkers, type SpawnWorker, startAll, type WorkersOptions } from './server/workers/start.ts'

/** The extension of this file: `.ts` in the source, `.js` in the package. */
const ending = import.meta.url.slice(import.meta.url.lastIndexOf('.'))

/** Starts the module `worker` in a new thread. */
export const spawnWorker: SpawnWorker = (orders) =>
  new Worker(new URL(`./worker${ending}`, import.meta.url), { workerData: orders, name: `mock-${orders.worker}` })

/**
 * Starts a mock that uses several cores; quotas and ledger stay exact across all workers.
 * @example
 * const gateway = await startWorkers({ workers: 2 })
 * await gateway.close()
 */
export function startWorkers(options: WorkersOptions, spawn: SpawnWorker = spawnWorker): Promise<MockWorkers> {
  return startAll(options, spawn)
}
