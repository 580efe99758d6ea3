/**
 * The unit tests. All files of a group run in one process, because starting a process takes longer than most of these
 * files.
 */
import { spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compileCache } from './compile-cache.ts'
import { endOf } from './integration/drivers/child.ts'

export const root = fileURLToPath(new URL('../', import.meta.url))

/** Two groups of about the same duration, which run concurrently. */
const GROUPS = [['mock'], ['suites', 'reporters', 'schemas', 'contract', 'house']]

/** Tests that take seconds each: runs of whole profiles, workers, waits for limits, and many processes. */
const SLOW = new Set([
  'tests/mock/deviations/faults.test.ts',
  'tests/mock/deviations/variants.test.ts',
  'tests/mock/metering/quotas.test.ts',
  'tests/mock/server/admin/workers.test.ts',
  'tests/mock/server/workers.test.ts',
  'tests/reporters/causes.test.ts',
  'tests/reporters/certificate/certificate.test.ts',
  'tests/reporters/curl.test.ts',
  'tests/reporters/report.test.ts',
  'tests/suites/after-state.test.ts',
  'tests/suites/certify.test.ts',
  'tests/suites/harness/client/http2.test.ts',
  'tests/suites/harness/run/replay.test.ts',
  'tests/suites/late.test.ts',
  'tests/suites/limits.test.ts',
  'tests/suites/noise.test.ts',
  'tests/suites/second-gateway.test.ts',
  'tests/suites/variation.test.ts',
])

/** Test files below these folders of tests/. */
export function testFiles(...folders: readonly string[]): string[] {
  const globs = folders.map((folder) => `tests/${folder}/**/*.test.ts`)
  return globSync(globs, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
}

export const isQuick = (path: string): boolean => !SLOW.has(path)

const groups: readonly (readonly string[])[] = GROUPS.map((folders) => testFiles(...folders).filter(isQuick))
for (const path of SLOW)
  if (!existsSync(`${root}${path}`))
    throw new Error(`${path} is not a test; tests/groups.ts has to name it as it is called now`)

export interface Ran {
  readonly passed: boolean
  /** The runner's counts by their names: tests, pass, fail, … */
  readonly figures: Readonly<Record<string, number>>
  readonly said: string
}

/** Node 22 lacks `using`, which many tests need, and knows one runner option only by its first name. */
const isNode22 = process.versions.node.startsWith('22.')

/**
 * Makes the runner run all files in its own process, with options that save time. A run creates more short-lived
 * objects than V8 expects: with 64 MiB for them, V8 copies fewer. Collecting old objects later saves a seventh of the
 * processor time, and does not raise peak memory. The HTTP library creates an error for each connection that closes: a
 * short stack trace is enough to find a test, and cheaper.
 */
export const IN_ONE_PROCESS = [
  isNode22 ? '--experimental-test-isolation=none' : '--test-isolation=none',
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--heap-growing-percent=800',
  '--stack-trace-limit=4',
] as const

const SYNTAX = isNode22 ? ['--import', 'tsx'] : []

/** Runs Node's test runner. @param hear receives the output as it arrives */
export async function runTests(args: readonly string[], hear?: (text: string) => void): Promise<Ran> {
  const child = spawn(process.execPath, [...SYNTAX, '--test', '--test-reporter=spec', ...args], {
    cwd: root,
    env: { ...process.env, ...compileCache },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = endOf(child)
  if (hear) child.stdout.on('data', hear)
  const { code, out: said } = await ended
  const figures = Object.fromEntries(
    [...said.matchAll(/^ℹ (\w+) ([\d.]+)$/gm)].map(([, name, count]) => [name, Number(count)]),
  )
  return { passed: code === 0, figures, said }
}

/** Runs the groups concurrently, and reports on each. */
export function runGroups(): Promise<Ran[]> {
  return Promise.all(
    groups.map(async (files) => {
      const ran = await runTests([...IN_ONE_PROCESS, ...files])
      const { tests = 0, fail = 0 } = ran.figures
      process.stdout.write(
        `${ran.passed ? 'passed' : 'FAILED'}  ${tests} tests in ${files.length} files of ${partsOf(files)}, ${fail} failed\n`,
      )
      if (!ran.passed) process.stdout.write(ran.said.slice(Math.max(0, ran.said.indexOf('✖ failing tests:'))))
      return ran
    }),
  )
}

function partsOf(files: readonly string[]): string {
  return [...new Set(files.map((path) => path.split('/')[1]))].join(', ')
}
