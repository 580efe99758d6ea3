/**
 * Rates: breaches that show only under a drawn condition, and the share that the suites catch. The conditions were written
 * independently of the requests that the suites draw.
 *
 *   npm run prove -- --rates             a hundred breaches under one condition each, with the profile full
 *     --draw N          another draw             --count N        number of breaches
 *     --pairs           two conditions at once   --depth 3        the suites ask for every three values together
 *     --profile core    with one key alone       --processes N    number of processes
 *     --estimate        from a single run: which breaches would show at all, and where the others are
 *     --only N          one of the breaches, with all that turned red
 *     --independent     from a single run: the share of conditions on features of HTTP and of the contract that it meets
 *     --runs N          the same from N runs together, each with another seed
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { UsageError } from '../../prove/options.ts'
import { runInPool } from '../../prove/pool.ts'
import { asData, writeOut } from '../../prove/publish.ts'
import { drawOne, isOfOneKey } from './draw.ts'
import { isProvoked, recordRun } from './estimate.ts'
import { rateIn } from './independent/draws.ts'
import { ratesPage } from './page.ts'
import type { Job, Row } from './rows.ts'
import { percent, ratesOf, summaryOf } from './table.ts'

/** The number of concurrent runs per process. */
const AT_ONCE = 3

/** The draw of the published figures. */
const DRAW = 2026

function numberOf(name: string, text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 0) throw new UsageError(`--${name} ${text}: write a whole number`)
  return number
}

function oneOf<Value extends string>(name: string, text: string, values: readonly Value[]): Value {
  const found = values.find((value) => value === text)
  if (found === undefined) throw new UsageError(`--${name} ${text}: it is one of ${values.join(', ')}`)
  return found
}

function jobsOf(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      draw: { type: 'string', default: String(DRAW) },
      count: { type: 'string', default: '100' },
      estimate: { type: 'boolean', default: false },
      independent: { type: 'boolean', default: false },
      runs: { type: 'string', default: '1' },
      only: { type: 'string', multiple: true },
      pairs: { type: 'boolean', default: false },
      depth: { type: 'string', default: '2' },
      profile: { type: 'string', default: 'full' },
      processes: { type: 'string', default: String(availableParallelism()) },
    },
  })
  const job = {
    draw: numberOf('draw', values.draw),
    size: values.pairs ? 2 : 1,
    profile: oneOf('profile', values.profile, ['core', 'full']),
    depth: oneOf('depth', values.depth, ['2', '3']) === '3' ? 3 : 2,
  } as const
  const numbers =
    values.only?.map((text) => numberOf('only', text)) ??
    Array.from({ length: numberOf('count', values.count) }, (_, at) => at + 1)
  return {
    jobs: numbers.map((number): Job => ({ ...job, number })),
    processes: numberOf('processes', values.processes),
    estimate: values.estimate,
    independent: values.independent,
    runs: numberOf('runs', values.runs),
  }
}

function lineOf({ number, outcome, words, conclusion, times, red }: Row, whole: boolean): string {
  const why = Object.entries(red).map(
    ([id, message]) => `\n    ${id}: ${message.replaceAll(/\s+/g, ' ').slice(0, 300)}`,
  )
  return `${number} ${outcome}: ${words} (${conclusion}, shown ${times} times)${whole ? why.join('') : ''}`
}

/** The rows that a profile must find; `core` has only one key. */
export const promised = (rows: readonly Row[]): Row[] =>
  rows.filter(({ profile, oneKey }) => profile === 'full' || oneKey)

/** @returns whether everything that was provoked was judged correctly */
export async function proveRates(args: readonly string[]): Promise<boolean> {
  const { jobs, processes, estimate, independent, runs } = jobsOf(args)
  if (independent) return independently(jobs, runs)
  if (estimate) return estimateOf(jobs)
  const few = args.includes('--only')
  const all = await runInPool<Job, Row>(new URL('./worker.ts', import.meta.url), jobs, {
    processes,
    atOnce: AT_ONCE,
    onRow: (row, done) => {
      if (few || row.outcome !== 'caught') console.log(lineOf(row, few || row.outcome === 'misblamed'))
      if (done % 50 === 0) console.log(`${done} of ${jobs.length} breaches`)
    },
  })
  const rows = promised(all).sort((a, b) => a.number - b.number)
  if (!few) {
    const rates = ratesOf(rows)
    console.log(`\n${summaryOf(rates)}`)
    if (rows.length < all.length) console.log(`beyond one key, and left out: ${all.length - rows.length}`)
    console.log(`the page is ${await publish(rows)}`)
  }
  return rows.every(({ outcome }) => outcome === 'caught' || outcome === 'not provoked')
}

/** @returns true: an estimate proves nothing */
async function estimateOf(jobs: readonly Job[]): Promise<boolean> {
  const [first] = jobs
  if (!first) return true
  const met = await recordRun(first)
  const draws = jobs
    .map((job) => drawOne(job.number, job))
    .filter((draw) => first.profile === 'full' || isOfOneKey(draw))
  const missed = draws.filter((draw) => !isProvoked(draw, met))
  const places = missed.map(
    ({ kind, conditions }) => `${kind.name}: ${conditions.map(({ name }) => name).join(' and ')}`,
  )
  const counts = [...Map.groupBy(places, (place) => place)].sort(([, one], [, other]) => other.length - one.length)
  for (const [place, { length }] of counts) console.log(`${length} would not show: ${place}`)
  const shown = draws.length - missed.length
  console.log(
    `${shown} of ${draws.length} would show (${percent({ caught: shown, draws: draws.length })}), in ${met.length} requests`,
  )
  return true
}

/** Seeds that are used only for these draws. */
const SEEDS = [4, 5, 6]

/** @returns true: an estimate proves nothing */
async function independently(jobs: readonly Job[], runs: number): Promise<boolean> {
  const [first] = jobs
  if (!first) return true
  const met = await recordRun(first, runs)
  for (const size of [1, 2, 3] as const) {
    const rates = SEEDS.map((draw) => rateIn(met, { size, profile: first.profile, draw, count: jobs.length }))
    const [low, high] = [Math.min(...rates.map((rate) => rate.low)), Math.max(...rates.map((rate) => rate.high))]
    const shares = rates.map(({ shown, of }) => percent({ caught: shown, draws: of }))
    const around = [low, high].map((share) => (100 * share).toFixed(1)).join('–')
    console.log(`${size}-way: ${shares.join(', ')} (${around} %), in ${met.length} requests`)
    if (size > 1) continue
    const missed = [...(rates[0]?.missed ?? [])].sort(([, one], [, other]) => other - one)
    for (const [name, count] of missed.slice(0, 20)) console.log(`  ${count} not met: ${name}`)
  }
  return true
}

async function publish(rows: readonly Row[]): Promise<string> {
  const [{ profile, size, depth } = { profile: 'full', size: 1, depth: 2 }] = rows
  const name = ['rates', profile, size === 2 ? 'pairs' : 'single', ...(depth === 3 ? ['depth-3'] : [])].join('-')
  await writeOut(`${name}.json`, asData({ rates: ratesOf(rows), rows }))
  return writeOut(`${name}.html`, ratesPage(rows))
}
