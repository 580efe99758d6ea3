import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { ConfigError } from '../../core/config.ts'
import type { Order, Report, SentError } from './messages.ts'

/** The workers of one server. If one dies, all end, because it may have held a lock of the shared memory. */
export class WorkerPool {
  readonly #workers: readonly Worker[]
  #ending = false
  /** Resolves when all workers have ended on request. @throws Error that names the worker that died */
  readonly ended: Promise<void>

  constructor(workers: readonly Worker[]) {
    this.#workers = workers
    const ends = workers.map((worker, at) => this.#end(worker, at + 1))
    this.ended = Promise.all(ends).then(() => undefined)
  }

  /** Sends a message to all workers and waits until each has reported back. */
  async send(order: Order): Promise<void> {
    const reports = this.#workers.map((worker) => {
      const reported = new Promise((resolve) => worker.once('message', resolve))
      worker.postMessage(order)
      return reported
    })
    await Promise.race([Promise.all(reports), this.ended])
  }

  /** Ends all workers. */
  end(order: Order): Promise<void> {
    this.#ending = true
    for (const worker of this.#workers) worker.postMessage(order)
    return this.ended
  }

  #end(worker: Worker, number: number): Promise<void> {
    return new Promise((resolve, reject) => {
      let cause: unknown
      worker.once('error', (error) => {
        cause = error
      })
      worker.once('exit', (code) => {
        if (this.#ending) return resolve()
        this.#ending = true
        for (const other of this.#workers) void other.terminate()
        const message = `Worker ${number} of the mock has died (exit code ${code}), and the others with it.`
        reject(new Error(message, { cause }))
      })
    })
  }
}

/** Resolves to the port of a worker. @throws the reason why it cannot listen */
export async function listening(worker: Worker): Promise<number> {
  const [report] = (await once(worker, 'message')) as [Report]
  if (report.type === 'failed') throw received(report.error)
  return report.type === 'listening' ? report.port : listening(worker)
}

/** Like `listening`, for all but the first worker: if the port is taken, it cannot be shared, as in Bun. */
export function joining(worker: Worker): Promise<number> {
  return listening(worker).catch((error) => {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? unshared() : error
  })
}

/** Error codes of systems on which a port cannot be shared. */
const UNSHARED = ['ENOTSUP', 'EINVAL', 'ENOPROTOOPT']

function received({ message, code, problems }: SentError): Error {
  if (problems) return new ConfigError(problems)
  if (code && UNSHARED.includes(code)) return unshared()
  return Object.assign(new Error(message), { code })
}

function unshared(): ConfigError {
  const runtime = process.versions.bun === undefined ? '' : ', in Bun'
  const problem = 'several workers cannot share a port; leave workers out'
  return new ConfigError([`workers: on this system (${process.platform}${runtime}) ${problem}`])
}
