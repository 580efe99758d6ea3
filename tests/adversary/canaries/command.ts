/**
 * Canaries: gateways that get 1 %, 3 % or 10 % of their responses from a broken backend. The failures must be reported
 * as intermittent, with a rate whose interval contains that share, and without a condition.
 *
 *   npm run prove -- --canaries          50 runs of core: ten faults, shares and seeds in turn
 *     --count N         number of runs      --seed N          other draws
 *     --harness FOLDER  another version     --processes N     number of processes
 */
import { parseArgs } from 'node:util'
import { UsageError } from '../../prove/options.ts'
import { runInPool } from '../../prove/pool.ts'
import { canaryFaults } from './faults.ts'
import type { Job, Row } from './run.ts'

const SHARES = [0.1, 0.03, 0.01]

/** The minimum share of runs with a correct rate, among those that find the fault. */
const RIGHT = 0.9
/** The maximum share of runs that name a condition. */
const WRONG = 0.01

function jobsOf(count: number, seed: number): Job[] {
  return Array.from({ length: count }, (_, at) => ({
    fault: canaryFaults[at % canaryFaults.length]?.name ?? '',
    share: SHARES[Math.floor(at / canaryFaults.length) % SHARES.length] ?? 0,
    seed: seed + at,
  }))
}

const isRight = ({ rate, share }: Row): boolean => rate !== undefined && rate.low <= share && share <= rate.high

const percent = (share: number): string => `${Math.round(1000 * share) / 10} %`

function lineOf(row: Row): string {
  const { fault, share, seed, found, rate, named, conclusion, requests } = row
  const rateText = rate
    ? `${rate.failed} of ${rate.of} (${percent(rate.low)}–${percent(rate.high)})${isRight(row) ? '' : ', WRONG'}`
    : found
      ? 'no rate'
      : 'not found'
  return `${percent(share)} ${fault}, seed ${seed}: ${rateText}${named.length > 0 ? `, ONLY WITH ${named.join(' | ')}` : ''} (${conclusion}, ${requests} requests)`
}

/** @returns whether rates are correct, and no conditions are invented */
export async function proveCanaries(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      count: { type: 'string', default: '50' },
      seed: { type: 'string', default: '1' },
      harness: { type: 'string' },
      processes: { type: 'string', default: '2' },
    },
  })
  const [size, seed, processes] = [values.count, values.seed, values.processes].map(Number)
  if (!size || !Number.isSafeInteger(seed) || !processes)
    throw new UsageError('--count, --seed and --processes: write whole numbers')
  const rows = await runInPool<Job, Row>(new URL('./worker.ts', import.meta.url), jobsOf(size, seed ?? 1), {
    processes,
    atOnce: 1,
    environment: values.harness === undefined ? {} : { CANARY_HARNESS: values.harness },
    onRow: (row) => console.log(lineOf(row)),
  })
  const count = (holds: (row: Row) => boolean): number => rows.filter(holds).length
  const found = count((row) => row.found)
  const intermittent = count(({ rate }) => rate !== undefined)
  const right = count(isRight)
  const named = count((row) => row.named.length > 0)
  console.log(
    `${rows.length} runs: found ${found}, reported as intermittent ${intermittent}, with a right interval ${right}, with an invented condition ${named}`,
  )
  return right >= RIGHT * found && named <= WRONG * rows.length
}
