/** Runs the rows in several processes. */
import type { Judging } from './harness.ts'
import type { Job, Row } from './jobs.ts'
import { runInPool } from './pool.ts'

/** Rows that one process works on at the same time. */
const AT_ONCE = 6

/** A row that takes longer than this, in milliseconds, is named. */
const SLOW = 8000

function report(row: Row, done: number, all: number): void {
  const { kind, name, milliseconds, run, problems } = row
  if (milliseconds > SLOW) console.log(`slow: ${kind} ${name}, ${milliseconds} ms, ${run.requests} requests`)
  if (problems.length > 0) console.log(`${kind} ${name}: ${problems.join('; ')}`)
  else if (done % 50 === 0) console.log(`${done} of ${all} rows`)
}

export interface RunOptions {
  readonly processes: number
  readonly without: readonly string[]
  /** The folder of another version of the harness; that of this tree runs otherwise. */
  readonly harness?: string | undefined
  /** The set that scores; everything counts otherwise. */
  readonly judging?: Judging
  /** Called after each row; by default it prints what is wrong with it. */
  readonly onRow?: (row: Row, done: number) => void
}

/** @returns the rows in the order of the jobs */
export async function runInProcesses(
  jobs: readonly Job[],
  { processes, without, harness = '', judging, onRow = (row, done) => report(row, done, jobs.length) }: RunOptions,
): Promise<Row[]> {
  const rows = await runInPool<Job, Row>(new URL('./worker.ts', import.meta.url), jobs, {
    processes,
    atOnce: AT_ONCE,
    environment: {
      PROVE_WITHOUT: without.join(','),
      PROVE_HARNESS: harness,
      PROVE_JUDGING: judging ? JSON.stringify(judging) : '',
    },
    onRow,
  })
  const order = new Map(jobs.map(({ kind, name }, index) => [`${kind} ${name}`, index]))
  const placeOf = ({ kind, name }: Pick<Job, 'kind' | 'name'>): number => order.get(`${kind} ${name}`) ?? 0
  return rows.sort((a, b) => placeOf(a) - placeOf(b))
}
