import type { Worker } from 'node:worker_threads'
import type { Order, Report } from './messages.ts'

/** The workers of one server. They end together: one that dies may have held a lock of the shared memory. */
export class WorkerPool {
  readonly #workers: readonly Worker[]
  #ending = false
  /** Resolves when all have ended as asked. @throws Error that names the worker that died */
  readonly ended: Promise<void>

  constructor(workers: readonly Worker[]) {
    this.#workers = workers
    const ends = workers.map((worker, at) => this.#end(worker, at + 1))
    this.ended = Promise.all(ends).then(() => undefined)
  }

  /** Sends a message to all workers and waits until each has reported back. */
  async send(order: Order): Promise<void> {
    const reports = this.#workers.map((worker) => {
      const reported = new Promise<Report>((resolve) => worker.once('message', resolve))
      worker.postMessage(order)
      return reported
    })
    await Promise.race([Promise.all(reports), this.ended])
  }

  /** Lets all of them end. */
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
        if (this.#ending) resolve()
        else {
          this.#dismiss()
          reject(
            new Error(`Worker ${number} of the mock has died (exit code ${code}), and the others with it.`, { cause }),
          )
        }
      })
    })
  }

  #dismiss(): void {
    this.#ending = true
    for (const worker of this.#workers) void worker.terminate()
  }
}
