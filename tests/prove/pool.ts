/** Distributes jobs to several processes; each takes the next job as soon as it is free. */
import { type ChildProcess, fork } from 'node:child_process'

export interface PoolOptions<Row> {
  readonly processes: number
  /** The number of concurrent jobs per process, since jobs mostly wait. */
  readonly atOnce: number
  /** Added to the environment of each process. */
  readonly environment?: Readonly<Record<string, string>>
  /** Called after each job, in the order in which they end. */
  readonly onRow?: (row: Row, done: number) => void
}

/**
 * @param worker a module that sends 'ready', and a row for each job that it is sent
 * @returns the rows in the order in which they ended
 */
export async function runInPool<Job extends object, Row>(
  worker: URL,
  jobs: readonly Job[],
  { processes, atOnce, environment = {}, onRow }: PoolOptions<Row>,
): Promise<Row[]> {
  const rows: Row[] = []
  const queue = [...jobs]
  const children: ChildProcess[] = []
  try {
    await new Promise<void>((resolve, reject) => {
      if (jobs.length === 0) resolve()
      for (let index = 0; index < Math.min(processes, jobs.length); index += 1) {
        const child = fork(worker, { env: { ...process.env, ...environment } })
        children.push(child)
        const next = (): void => {
          const job = queue.shift()
          if (job) child.send(job)
        }
        child.on('message', (message: 'ready' | Row) => {
          if (message === 'ready') for (let more = 1; more < atOnce; more += 1) next()
          else {
            rows.push(message)
            onRow?.(message, rows.length)
          }
          if (rows.length === jobs.length) resolve()
          else next()
        })
        child.on('exit', (code) => reject(new Error(`a process of the matrix ended with code ${code}`)))
      }
    })
  } finally {
    for (const child of children) {
      child.removeAllListeners('exit')
      if (child.connected) child.disconnect()
    }
  }
  return rows
}

/**
 * Runs in a process of a pool: takes jobs, runs them and reports rows until no jobs are left. A failed job ends it.
 * @param words describes the job that failed
 */
export function takeJobs<Job>(run: (job: Job) => Promise<unknown>, words: (job: Job) => string): void {
  process.on('message', async (job: Job) => {
    try {
      process.send?.(await run(job))
    } catch (error) {
      console.error(`${words(job)}: ${error instanceof Error ? error.stack : String(error)}`)
      process.exit(1)
    }
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.('ready')
}
