/**
 * `npm test`: runs all tests in parts. Four more parts than cores run concurrently, since some mostly wait.
 * `npm test -- FILES` runs only these files. A missing tool fails the run only if its variable is set:
 * REQUIRE_BROWSER=1 (browser), REQUIRE_TOOLCHAINS=1 (languages of the examples), REQUIRE_STORE=1 (Valkey or Redis).
 * Each commit tests one eighth of the files that parts.ts rotates (BY_TURNS). WHOLE=1 tests all of them.
 */
import { availableParallelism } from 'node:os'
import { atOnce } from '../bench/at-once.ts'
import { IN_ONE_PROCESS, type Ran, runTests } from './groups.ts'
import { whyNoBrowser } from './integration/chromium/find.ts'
import { whyNot } from './integration/languages/toolchains.ts'
import { whyNoStore } from './integration/store/store-server.ts'
import { lacksOf, leftOut, type Part, parts, runnable } from './parts.ts'

const hear = (text: string): void => void process.stdout.write(text)
const given = process.argv.slice(2)

/** The totals of all parts in the runner's format, which end the output. */
function sum(all: readonly Ran[]): string {
  const total = (name: string): number => all.reduce((some, { figures }) => some + (figures[name] ?? 0), 0)
  const counts = ['tests', 'pass', 'fail', 'skipped'].map((name) => `ℹ ${name} ${total(name)}\n`)
  return `\nAll parts together:\n${counts.join('')}ℹ duration_ms ${Math.round(performance.now())}\n`
}

const withoutFigures = (said: string): string => said.replaceAll(/^ℹ \w+ [\d.]+\n/gm, '')
const failuresIn = (said: string): string => said.slice(Math.max(0, said.indexOf('✖ failing tests:')))

/** Runs the parts in order, and reports on each when it ends. */
async function runParts(all: readonly Part[]): Promise<Ran[]> {
  const ran: Ran[] = []
  await atOnce(availableParallelism() + 4, all.values(), async (part) => {
    const started = performance.now()
    const one = await runTests([...(part.together ? IN_ONE_PROCESS : []), ...part.files])
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const tests = `${one.figures.tests ?? 0} tests, ${one.figures.fail ?? 0} failed, ${seconds} s`
    hear(`${part.brief ? '' : withoutFigures(one.said)}${one.passed ? 'passed' : 'FAILED'}  ${part.name}: ${tests}\n`)
    ran.push(one)
  })
  return ran
}

if (given.length > 0) {
  const files = given.some((arg) => !arg.startsWith('-')) ? [] : parts.flatMap((part) => part.files).toSorted()
  process.exitCode = (await runTests([...given, ...files], hear)).passed ? 0 : 1
} else {
  const {
    parts: chosen,
    left,
    passed: complete,
  } = runnable(parts, lacksOf(whyNoBrowser(), whyNot, whyNoStore), process.env)
  const ran = await runParts(chosen)
  for (const { passed, said } of ran) if (!passed) hear(failuresIn(said))
  hear(sum(ran))
  if (leftOut.length > 0)
    hear(`\nNot tested with this commit, but with the next ones and with WHOLE=1: ${leftOut.join(', ')}\n`)
  for (const line of left) hear(`\n${line}\n`)
  process.exitCode = complete && ran.every(({ passed }) => passed) ? 0 : 1
}
