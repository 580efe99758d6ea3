/**
 * The kill matrix: every fault, variant and null server against the suites, and the red team over the second gateway.
 *
 *   npm run prove                        everything, and writes out/kill-matrix.json and .html
 *   npm run prove -- --fault NAME        one fault (also --variant, --null); repeatable, * matches anything
 *   npm run prove -- --second NAME       one row over the second gateway, fault or variant: 'streams.*'
 *   npm run prove -- --part 2/3          the second of three parts, with its own files in out/: for CI
 *   npm run prove -- --without CHECK     as if a check did not exist, and writes nothing; repeatable
 *   npm run prove -- --profile core      the profile core as well: it kills every fault that one key can show
 *   npm run prove -- --compare OLD       this harness compared with another one, a commit or a folder: which verdicts differ
 *   npm run prove -- --check             writes nothing
 *   npm run prove -- --processes 4       in four processes; one for each processor otherwise
 *   npm run prove -- --trouble           transient errors instead, with their own options
 *   npm run prove -- --canaries          gateways of which a share of the responses is broken, with its own options
 *   npm run prove -- --seeds 100         whole runs of many seeds against gateways that conform, with its own options
 *   npm run prove -- --pairs 200 --seed 1   two faults at once, drawn: a run names both
 *   npm run prove -- --mistakes          wrong target files and flags instead, with its own options
 *   npm run prove -- --values FILE       which values a transcript holds, by field, key, model and mode
 *   npm run prove -- --callers 100000    requests of recorded clients to every variant, through the proxy: nothing may be broken
 *   npm run prove -- --rates             breaches under drawn conditions instead, with its own options
 */
import { isParseError } from '../../bench/options-or-exit.ts'
import { allChecks } from '../../suites/index.ts'
import { proveCanaries } from '../adversary/canaries/command.ts'
import { proveRates } from '../adversary/conditional/command.ts'
import { proveMistakes } from '../adversary/mistakes/command.ts'
import { provePairs } from '../adversary/pairs/command.ts'
import { proveTrouble } from '../adversary/trouble/command.ts'
import { proveCallers } from '../suites/harness/traffic/callers.ts'
import { proveValues } from '../suites/values/command.ts'
import { compareVersions } from './compare/command.ts'
import { allJobs } from './jobs.ts'
import { guardProblems, matrixOf, summarize } from './matrix.ts'
import { chosenJobs, type Options, readOptions, UsageError } from './options.ts'
import { breadthProblem, isUnmet } from './outcome.ts'
import { runInProcesses } from './processes.ts'
import { publish } from './publish.ts'
import { proveSeeds } from './seeds/command.ts'

async function prove(options: Options): Promise<boolean> {
  if (options.compare !== undefined) return compareVersions(options.compare, options)
  const jobs = chosenJobs(allJobs(), options)
  if (jobs.length === 0) throw new UsageError('no row matches')
  const rows = await runInProcesses(jobs, options)
  const checks = allChecks.filter(({ id }) => !options.without.includes(id))
  const whole = jobs.length === allJobs().length
  const redTeam = rows.filter(({ kind }) => kind === 'red-team fault')
  const core = rows.flatMap((row) => row.core ?? [])
  const narrow = [
    breadthProblem(redTeam.filter(isUnmet).length, redTeam.length, 'of the red team'),
    breadthProblem(core.filter((run) => run.isUnmet).length, core.length, 'that one key can show'),
  ].flatMap((problem) => problem ?? [])
  const problems = [...(whole ? guardProblems(rows, checks) : []), ...narrow]
  for (const problem of problems) console.log(problem)
  console.log(summarize(rows))
  // A selection of rows, or a run without some checks, is not a matrix.
  const named = Object.values(options.patterns).some((list) => list !== undefined)
  if (!options.check && !named && options.without.length === 0)
    console.log(`the page is ${await publish(matrixOf(rows), options.part)}`)
  return problems.length === 0 && rows.every(({ problems }) => problems.length === 0)
}

const args = process.argv.slice(2)
const flags = ['--rates', '--trouble', '--mistakes', '--values', '--canaries', '--callers']
const rest = args.filter((arg) => !flags.includes(arg))
/** Other matrices, each with its own options. `--rates` has an option `--pairs`. */
const others: Readonly<Record<string, () => Promise<boolean>>> = {
  '--seeds': () => proveSeeds(args),
  '--rates': () => proveRates(rest),
  '--pairs': () => provePairs(args),
  '--trouble': () => proveTrouble(rest),
  '--mistakes': () => proveMistakes(rest),
  '--values': () => proveValues(rest),
  '--canaries': () => proveCanaries(rest),
  '--callers': () => proveCallers(rest),
}

try {
  const [, other = () => prove(readOptions(args))] = Object.entries(others).find(([flag]) => args.includes(flag)) ?? []
  process.exitCode = (await other()) ? 0 : 1
} catch (error) {
  // Node throws for an unknown option, which is also a mistake of the user.
  if (!(error instanceof UsageError || isParseError(error))) throw error
  console.error(error.message)
  process.exitCode = 2
}
