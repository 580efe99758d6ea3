/**
 * `npm run proxies`: runs of the full profile through real proxies in front of the mock.
 *
 *   --proxy NAME    the set-ups of one proxy; repeatable
 *   --setup NAME    one set-up; repeatable
 *   --list          prints the set-ups, and runs nothing
 *   --at-once N     number of concurrent runs of core through each plain set-up: none may accuse the mock
 *   --rivals        the same broken streams through other tools instead, see rivals.ts
 *   --reasons       prints below each row what was found first of each requirement that does not hold
 *
 * Exit code 1 when a row is not as its table says.
 */
import { parseArgs } from 'node:util'
import { optionsOrExit } from '../../../bench/options-or-exit.ts'
import { crowdLines, isFair, isForCrowds, runCrowd } from './crowd.ts'
import { installed, programs } from './programs.ts'
import { compareRivals } from './rivals.ts'
import { runRow } from './rows.ts'
import { setups } from './setups/index.ts'
import { lineOf, missingLine, reasonsOf, summaryOf } from './wording.ts'

const { values } = optionsOrExit(() =>
  parseArgs({
    options: {
      proxy: { type: 'string', multiple: true },
      setup: { type: 'string', multiple: true },
      list: { type: 'boolean' },
      reasons: { type: 'boolean' },
      rivals: { type: 'boolean' },
      into: { type: 'string' },
      'at-once': { type: 'string' },
    },
  }),
)

for (const [what, names, known] of [
  ['proxy', values.proxy, programs.map(({ proxy }) => proxy as string)],
  ['set-up', values.setup, setups.map(({ name }) => name)],
] as const) {
  const stranger = names?.find((name) => !known.includes(name))
  if (stranger === undefined) continue
  console.error(`there is no ${what} ${stranger}; there are ${known.join(', ')}`)
  process.exit(2)
}

const crowd = Number(values['at-once'] ?? 0)
if (!Number.isInteger(crowd) || crowd < 0) {
  console.error(`--at-once takes a number of runs, and not ${values['at-once']}`)
  process.exit(2)
}

const wanted = setups.filter(
  (setup) =>
    (values.setup?.includes(setup.name) ?? true) &&
    (values.proxy?.includes(setup.proxy) ?? true) &&
    (crowd === 0 || isForCrowds(setup)),
)
if (values.rivals) await compareRivals(values.into)
else if (values.list) {
  for (const { name, outcome, shows } of wanted)
    console.log(`${name.padEnd(32)} ${outcome.conclusion.padEnd(14)} ${shows}`)
} else {
  const lacking = programs.filter(
    (program) => installed(program) === undefined && wanted.some(({ proxy }) => proxy === program.proxy),
  )
  if (lacking.length > 0) console.log(missingLine(lacking))
  const runnable = wanted.filter(({ proxy }) => lacking.every((program) => program.proxy !== proxy))
  const problems = []
  for (const setup of runnable) {
    try {
      if (crowd > 0) {
        const members = await runCrowd(setup, crowd)
        for (const line of [setup.name, ...crowdLines(members)]) console.log(line)
        if (!isFair(members)) problems.push(`${setup.name}: not every run of the crowd was fair`)
        continue
      }
      const row = await runRow(setup)
      console.log(lineOf(row))
      if (values.reasons || row.problem !== undefined) for (const line of reasonsOf(row)) console.log(`    ${line}`)
      if (row.problem !== undefined) problems.push(`${setup.name}: ${row.problem}`)
    } catch (error) {
      console.log(`${setup.name}: ${error instanceof Error ? error.message : error}`)
      problems.push(`${setup.name}: it did not run`)
    }
  }
  console.log(summaryOf(runnable.length, problems))
  if (problems.length > 0) process.exitCode = 1
}
