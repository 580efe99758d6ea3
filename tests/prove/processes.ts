/** Runs the rows in several processes, each of which takes the next one as soon as it is free. */
import { type ChildProcess, fork } from 'node:child_process'
import type { Job, Row } from './jobs.ts'

/** Rows that one process works on at the same time: much of a row is waiting. */
const AT_ONCE = 6

/** A row that takes longer than so many milliseconds is named. */
const SLOW = 8000

function tell(row: Row, done: number, all: number): void {
  const { kind, name, milliseconds, run, problems } = row
  if (milliseconds > SLOW) console.log(`slow: ${kind} ${name}, ${milliseconds} ms, ${run.requests} requests`)
  if (problems.length > 0) console.log(`${kind} ${name}: ${problems.join('; ')}`)
  else if (done % 50 === 0) console.log(`${done} of ${all} rows`)
}

/** @returns the rows in the order of the jobs */
export async function runInProcesses(
  jobs: readonly Job[],
  { processes, without }: { readonly processes: number; readonly without: readonly string[] },
): Promise<Row[]> {
  const rows = await new Promise<Row[]>((resolve, reject) => {
    const done: Row[] = []
    const children: ChildProcess[] = []
    const queue = [...jobs]
    for (let index = 0; index < Math.min(processes, jobs.length); index += 1) {
      const child = fork(new URL('./worker.ts', import.meta.url), {
        env: { ...process.env, PROVE_WITHOUT: without.join(',') },
      })
      children.push(child)
      const next = (): void => {
        const job = queue.shift()
        if (job) child.send(job)
      }
      child.on('message', (message: 'ready' | Row) => {
        if (message === 'ready') for (let more = 1; more < AT_ONCE; more += 1) next()
        else tell(message, done.push(message), jobs.length)
        if (done.length < jobs.length) return next()
        for (const other of children) if (other.connected) other.disconnect()
        resolve(done)
      })
      child.on('exit', (code) => {
        if (code !== 0) reject(new Error(`a process of the matrix ended with code ${code}`))
      })
    }
  })
  const order = new Map(jobs.map(({ kind, name }, index) => [`${kind} ${name}`, index]))
  const placeOf = ({ kind, name }: Job): number => order.get(`${kind} ${name}`) ?? 0
  return rows.sort((a, b) => placeOf(a) - placeOf(b))
}
