/** Runs the rows of the matrix in some processes. */
import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import type { Job, Row } from './rows.ts'

/** Rows that one process works on at the same time: much of a row is waiting. */
const AT_ONCE = 3

/**
 * @param onRow told after each row, in the order in which they end
 * @returns the rows in the order of their jobs
 */
export async function runAll(
  jobs: readonly Job[],
  { processes = availableParallelism(), onRow }: { processes?: number; onRow?: (row: Row) => void },
): Promise<Row[]> {
  const rows = new Map<string, Row>()
  const queue = [...jobs]
  const children: ChildProcess[] = []
  try {
    await new Promise<void>((resolve, reject) => {
      if (jobs.length === 0) resolve()
      for (let index = 0; index < Math.min(processes, jobs.length); index += 1) {
        const child = fork(new URL('./worker.ts', import.meta.url))
        children.push(child)
        const next = (): void => {
          const job = queue.shift()
          if (job) child.send(job)
        }
        child.on('message', (message: 'ready' | Row) => {
          if (message === 'ready') for (let more = 1; more < AT_ONCE; more += 1) next()
          else {
            rows.set(nameOf(message), message)
            onRow?.(message)
          }
          if (rows.size === jobs.length) resolve()
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
  return jobs.flatMap((job) => rows.get(nameOf(job)) ?? [])
}

/** A row in a few words. */
export function nameOf({ kind, gateway, place, check }: Job): string {
  return `${kind} at request ${place} of ${gateway}${check === undefined ? '' : `, ${check} alone`}`
}
