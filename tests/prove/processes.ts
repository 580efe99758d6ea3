/** Runs the rows in several processes. */
import type { Judging } from './harness.ts'
import { type Job, type Row, rowName } from './jobs.ts'
import { runInPool } from './pool.ts'

/** The number of concurrent rows per process. */
const AT_ONCE = 6

/** Rows that take more milliseconds than this are reported. */
const SLOW = 8000

function report(row: Row, done: number, all: number): void {
  const { milliseconds, run, problems } = row
  if (milliseconds > SLOW) console.log(`slow: ${rowName(row)}, ${milliseconds} ms, ${run.requests} requests`)
  if (problems.length > 0) console.log(`${rowName(row)}: ${problems.join('; ')}`)
  else if (done % 50 === 0) console.log(`${done} of ${all} rows`)
}

export interface RunOptions {
  readonly processes: number
  readonly without: readonly string[]
  /** The folder of another version of the harness; by default, the harness of this tree runs. */
  readonly harness?: string | undefined
  /** The set that scores; by default, everything counts. */
  readonly judging?: Judging
  /** Called after each row; by default it prints what is wrong with it. */
  readonly onRow?: (row: Row, done: number) => void
}

/** @returns the rows in the order of the jobs */
export async function runInProcesses(
  jobs: readonly Job[],
  { processes, without, harness = '', judging, onRow = (row, done) => report(row, done, jobs.length) }: RunOptions,
): Promise<Row[]> {
  const environment = {
    PROVE_WITHOUT: without.join(','),
    PROVE_HARNESS: harness,
    PROVE_JUDGING: judging ? JSON.stringify(judging) : '',
  }
  const worker = new URL('./worker.ts', import.meta.url)
  const first = await runInPool<Job, Row>(worker, jobs, { processes, atOnce: AT_ONCE, environment, onRow })
  // A busy machine may cause late responses, which leave a run incomplete. Repeat such rows alone; those results count.
  const suspects = first
    .filter(({ problems }) => problems.length > 0)
    .filter(({ run, core }) => run.conclusion === 'incomplete' || run.gone || core?.gone)
    .map(rowName)
  const repeated = jobs.filter((job) => suspects.includes(rowName(job)))
  if (repeated.length > 0) console.log(`again, alone: ${suspects.join(', ')}`)
  const alone = await runInPool<Job, Row>(worker, repeated, { processes: 1, atOnce: 1, environment, onRow })
  const byName = new Map([...first, ...alone].map((row) => [rowName(row), row]))
  return jobs.flatMap((job) => byName.get(rowName(job)) ?? [])
}
