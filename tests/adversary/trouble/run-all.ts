/** Runs the rows of the matrix in some processes. */
import { availableParallelism } from 'node:os'
import { runInPool } from '../../prove/pool.ts'
import type { Job, Row } from './rows.ts'

/** Rows that one process works on at the same time: much of a row is waiting. */
const AT_ONCE = 3

/**
 * @param onRow called after each row, in the order in which they end
 * @returns the rows in the order of their jobs
 */
export async function runAll(
  jobs: readonly Job[],
  { processes = availableParallelism(), onRow }: { processes?: number; onRow?: (row: Row) => void },
): Promise<Row[]> {
  const rows = await runInPool<Job, Row>(new URL('./worker.ts', import.meta.url), jobs, {
    processes,
    atOnce: AT_ONCE,
    ...(onRow ? { onRow } : {}),
  })
  const byName = new Map(rows.map((row) => [nameOf(row), row]))
  return jobs.flatMap((job) => byName.get(nameOf(job)) ?? [])
}

/** A row in a few words. */
export function nameOf({ kind, gateway, place, seed, check }: Job): string {
  const which = `${seed === undefined ? '' : `, seed ${seed}`}${check === undefined ? '' : `, ${check} alone`}`
  return `${kind} at request ${place} of ${gateway}${which}`
}
