/**
 * A matrix of transient errors in transit, at requests throughout a run. A conforming gateway must never be
 * nonconformant, and a broken one never conformant.
 *
 *   npm run prove -- --trouble    whole runs, each kind at eight places
 *     --kind NAME       one kind; repeatable          --places N       number of positions, evenly over the run
 *     --gateway NAME    one gateway; repeatable       --processes N    number of processes
 *     --checks          each check by itself, the error at each of its requests in turn
 *     --check ID        the same of one check; repeatable
 *     --rows FILE       writes every row as a line of JSON
 */
import { appendFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { startMock } from '../../../mock/index.ts'
import { allChecks } from '../../../suites/index.ts'
import { UsageError } from '../../prove/options.ts'
import { runInPool } from '../../prove/pool.ts'
import { gateways } from './gateways.ts'
import { singleChecks, wholeRuns } from './jobs.ts'
import { kindOf, kinds } from './kinds.ts'
import type { Job, Row } from './rows.ts'
import { problemLine, tableOf } from './table.ts'

/** The number of concurrent rows per process, since rows mostly wait. */
const AT_ONCE = 3

/** @returns whether every row has its expected result */
export async function proveTrouble(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kind: { type: 'string', multiple: true },
      gateway: { type: 'string', multiple: true },
      places: { type: 'string' },
      processes: { type: 'string', default: String(availableParallelism()) },
      checks: { type: 'boolean' },
      check: { type: 'string', multiple: true },
      rows: { type: 'string' },
    },
  })
  for (const [what, names, known] of [
    ['kind', values.kind, kinds.map(({ name }) => name)],
    ['gateway', values.gateway, gateways],
    ['check', values.check, allChecks.map(({ id }) => id)],
  ] as const) {
    const stranger = names?.find((name) => !(known as readonly string[]).includes(name))
    if (stranger !== undefined) throw new UsageError(`there is no ${what} ${stranger}`)
  }
  const chosen = values.kind?.map(kindOf) ?? kinds
  const mock = await startMock()
  const all =
    values.checks || values.check
      ? await singleChecks(chosen, mock, values.check)
      : await wholeRuns(chosen, mock, values.places === undefined ? undefined : Number(values.places))
  await mock.close()
  const jobs = all.filter(({ gateway }) => values.gateway?.includes(gateway) ?? true)

  const { rows: file } = values
  if (file !== undefined) writeFileSync(file, '')
  const rows = await runInPool<Job, Row>(new URL('./worker.ts', import.meta.url), jobs, {
    processes: Number(values.processes),
    atOnce: AT_ONCE,
    onRow: (row, done) => {
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(row)}\n`)
      if (row.problem !== undefined) console.log(problemLine(row))
      else if (done % 50 === 0) console.log(`${done} of ${jobs.length} rows`)
    },
  })
  console.log(`\n${tableOf(chosen, rows)}`)
  return rows.every(({ problem }) => problem === undefined)
}
