/**
 * The kill matrix: every fault, variant and null server against the suites.
 *
 *   npm run prove                        everything, and writes docs/kill-matrix.json and .md
 *   npm run prove -- --fault NAME        one fault (also --variant, --null); repeatable, * matches anything
 *   npm run prove -- --without CHECK     as if a check did not exist; repeatable
 *   npm run prove -- --check             everything, and writes nothing
 *   npm run prove -- --part 2/3          the second of three parts, and writes nothing: for CI
 */
import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { allChecks } from '../../suites/index.ts'
import { allJobs, type Job, type Kind, type Row } from './jobs.ts'
import { guardProblems, lostGuards, publish, summarize } from './matrix.ts'

const { values } = parseArgs({
  options: {
    fault: { type: 'string', multiple: true },
    variant: { type: 'string', multiple: true },
    null: { type: 'string', multiple: true },
    without: { type: 'string', multiple: true },
    processes: { type: 'string' },
    check: { type: 'boolean' },
    part: { type: 'string' },
  },
})

function matches(name: string, pattern: string): boolean {
  return new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  ).test(name)
}

/** Every n-th row, beginning with the one that `--part` names; all rows where it names none. */
function inPart(at: number): boolean {
  if (values.part === undefined) return true
  const [, part = '', parts = ''] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(values.part) ?? []
  if (part === '' || Number(part) > Number(parts)) {
    console.error(`--part ${values.part}: write such a thing as 2/3`)
    process.exit(2)
  }
  return at % Number(parts) === Number(part) - 1
}

function chosen(job: Job): boolean {
  const patterns: Partial<Record<Kind, string[] | undefined>> = {
    fault: values.fault,
    variant: values.variant,
    null: values.null,
  }
  if (Object.values(patterns).every((list) => list === undefined)) return true
  return patterns[job.kind]?.some((pattern) => matches(job.name, pattern)) ?? false
}

/** Rows that one process works on at the same time. */
const AT_ONCE = 3

const unknown = (values.without ?? []).filter((id) => !allChecks.some((check) => check.id === id))
if (unknown.length > 0) {
  console.error(`there is no check ${unknown.join(', ')}`)
  process.exit(2)
}
const jobs = allJobs().filter((job, at) => inPart(at) && chosen(job))
if (jobs.length === 0) {
  console.error('no row matches')
  process.exit(2)
}

const rows = await new Promise<Row[]>((resolve, reject) => {
  const done: Row[] = []
  const children: ChildProcess[] = []
  const queue = [...jobs]
  const processes = Math.min(Number(values.processes ?? availableParallelism()), jobs.length)
  for (let index = 0; index < processes; index += 1) {
    const child = fork(new URL('./worker.ts', import.meta.url), {
      env: { ...process.env, PROVE_WITHOUT: (values.without ?? []).join(',') },
    })
    children.push(child)
    const next = (): void => {
      const job = queue.shift()
      if (job) child.send(job)
    }
    child.on('message', (message: 'ready' | Row) => {
      // Much of a row is waiting, so that a process takes several at once.
      if (message === 'ready') for (let more = 1; more < AT_ONCE; more += 1) next()
      else {
        done.push(message)
        if (message.milliseconds > 8000)
          console.log(
            `slow: ${message.kind} ${message.name}, ${message.milliseconds} ms, ${message.run.requests} requests`,
          )
        if (message.problems.length > 0) console.log(`${message.kind} ${message.name}: ${message.problems.join('; ')}`)
        else if (done.length % 50 === 0) console.log(`${done.length} of ${jobs.length} rows`)
      }
      if (done.length === jobs.length) {
        for (const other of children) if (other.connected) other.disconnect()
        resolve(done)
      } else next()
    })
    child.on('exit', (code) => {
      if (code !== 0) reject(new Error(`a process of the matrix ended with code ${code}`))
    })
  }
})

const order = new Map(jobs.map((job, index) => [`${job.kind} ${job.name}`, index]))
rows.sort((a, b) => (order.get(`${a.kind} ${a.name}`) ?? 0) - (order.get(`${b.kind} ${b.name}`) ?? 0))
const whole = jobs.length === allJobs().length
const checks = allChecks.filter((check) => !values.without?.includes(check.id))
const unguarded = [...lostGuards(checks), ...(whole ? guardProblems(rows, checks) : [])]
for (const problem of unguarded) console.log(problem)
console.log(summarize(rows))
if (whole && !values.without && !values.check) await publish(rows)
process.exit(rows.some(({ problems }) => problems.length > 0) || unguarded.length > 0 ? 1 : 0)
