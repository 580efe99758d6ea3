import { Worker } from 'node:worker_threads'
import { ConfigError } from './core/config.ts'
import type { Orders, Report, SentError } from './server/workers/messages.ts'

/** Starts a worker's thread. */
export type SpawnWorker = (orders: Orders) => Worker

/** This file's own ending: the source runs as it is, the package as it was compiled. */
const ending = import.meta.url.slice(import.meta.url.lastIndexOf('.'))

export const spawnWorker: SpawnWorker = (orders) =>
  new Worker(new URL(`./worker${ending}`, import.meta.url), { workerData: orders, name: `mock-${orders.worker}` })

/** The port at which a worker listens. @throws what kept it from listening */
export function listening(worker: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', (report: Report) => {
      worker.off('error', reject)
      if (report.tell === 'listening') resolve(report.port)
      else if (report.tell === 'failed') reject(received(report.error))
    })
  })
}

/** What systems say that cannot share a port. */
const UNSHARED = ['ENOTSUP', 'EINVAL', 'ENOPROTOOPT']

function received({ message, code, problems }: SentError): Error {
  if (problems) return new ConfigError(problems)
  if (code && UNSHARED.includes(code)) {
    return new ConfigError([
      `workers: on this system (${process.platform}) several workers cannot share a port; leave workers out`,
    ])
  }
  return Object.assign(new Error(message), { code })
}
