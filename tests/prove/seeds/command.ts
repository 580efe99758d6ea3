/**
 * Whole runs of many seeds against gateways that conform: no seed may accuse one.
 *
 *   npm run prove -- --seeds 100             the seeds 1 to 100: core and full, against four gateways each
 *     --from S         from seed S on               --generated      the generated checks alone, which are cheaper
 *     --processes N    number of processes
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { UsageError } from '../options.ts'
import { runInPool } from '../pool.ts'
import { type SeedJob, type SeedRow, seedJobs } from './jobs.ts'

/** The number of concurrent runs per process. */
const AT_ONCE = 3

function wholeNumber(flag: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${flag} ${text}: expected a whole number`)
  return Number(text)
}

/** Parses the command line. @throws UsageError */
export function readSeeds(args: readonly string[]): { jobs: SeedJob[]; processes: number } {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seeds: { type: 'string', default: '100' },
      from: { type: 'string', default: '1' },
      generated: { type: 'boolean', default: false },
      processes: { type: 'string', default: String(availableParallelism()) },
    },
  })
  const size = wholeNumber('seeds', values.seeds)
  const from = wholeNumber('from', values.from)
  if (size === 0) throw new UsageError('--seeds 0: there is nothing to run')
  return { jobs: seedJobs(from, size, values.generated), processes: wholeNumber('processes', values.processes) }
}

const lineOf = ({ seed, profile, gateway, generated, problems }: SeedRow): string =>
  `seed ${seed}, ${profile}${generated ? ', generated' : ''}, ${gateway || 'the mock'}: ${problems.join('; ')}`

/** @returns whether no run accused its gateway */
export async function proveSeeds(args: readonly string[]): Promise<boolean> {
  const { jobs, processes } = readSeeds(args)
  const rows = await runInPool<SeedJob, SeedRow>(new URL('./worker.ts', import.meta.url), jobs, {
    processes,
    atOnce: AT_ONCE,
    onRow: (row, done) => {
      if (row.problems.length > 0) console.log(lineOf(row))
      else if (done % 50 === 0) console.log(`${done} of ${jobs.length} runs`)
    },
  })
  const accused = rows.filter(({ problems }) => problems.length > 0)
  const requests = rows.reduce((sum, row) => sum + row.requests, 0)
  const seeds = new Set(jobs.map(({ seed }) => seed)).size
  console.log(`\nseeds ${seeds}, runs ${rows.length}, ${requests} requests; ${accused.length} accused a gateway`)
  return accused.length === 0
}
