/**
 * `npm test`: every test. First the groups of test:quick, then each other file in a process of its own, one more at the same
 * time than there are cores, since some wait. `npm test -- FILES` runs some.
 */
import { availableParallelism } from 'node:os'
import { groups, type Ran, runGroups, runTests, testFiles } from './groups.ts'

/** The figures of the runner for all parts together, in its own words: the last that is said. */
function sum(parts: readonly Ran[]): string {
  const total = (name: string): number => parts.reduce((all, { figures }) => all + (figures[name] ?? 0), 0)
  const counts = ['tests', 'pass', 'fail', 'skipped'].map((name) => `ℹ ${name} ${total(name)}\n`)
  return `\nAll parts together:\n${counts.join('')}ℹ duration_ms ${Math.round(performance.now())}\n`
}

const hear = (text: string): void => void process.stdout.write(text)
const given = process.argv.slice(2)
const grouped = new Set(groups.flat())

/** What is left to the runner that starts a process for each file. */
function files(): string[] {
  if (given.some((arg) => !arg.startsWith('-'))) return []
  return testFiles('*').filter((path) => given.length > 0 || !grouped.has(path))
}

const first = given.length > 0 ? [] : await runGroups()
const rest = await runTests([`--test-concurrency=${availableParallelism() + 1}`, ...given, ...files()], hear)
const parts = [...first, rest]
if (first.length > 0) process.stdout.write(sum(parts))
process.exitCode = parts.every(({ passed }) => passed) ? 0 : 1
