/**
 * `npm run test:quick`: the tests of single parts, without those that certify whole gateways or start workers. All files of
 * a group run in one process, which saves the start of one for each file; `npm test` runs every file in its own.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/** The groups run beside each other: about as long, one as the other. */
const groups = [['mock'], ['suites', 'reporters', 'schemas', 'contract', 'house']]

/** What takes seconds each: runs of whole profiles, and workers. */
const slow = new Set([
  'tests/mock/deviations/faults.test.ts',
  'tests/mock/metering/quotas.test.ts',
  'tests/mock/server/admin/workers.test.ts',
  'tests/mock/server/workers.test.ts',
  'tests/reporters/certificate.test.ts',
  'tests/reporters/report.test.ts',
  'tests/suites/certify.test.ts',
  'tests/suites/harness/client/http2.test.ts',
  'tests/suites/harness/run/replay.test.ts',
  'tests/suites/limits.test.ts',
  'tests/suites/noise.test.ts',
  'tests/suites/second-gateway.test.ts',
])

/** Runs a group, prints what failed and the figures, and tells whether all passed. */
async function passes(folders: readonly string[]): Promise<boolean> {
  const files = globSync(
    folders.map((folder) => `tests/${folder}/**/*.test.ts`),
    { cwd: root },
  )
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !slow.has(path))
    .toSorted()
  const child = spawn(process.execPath, ['--test', '--test-isolation=none', '--test-reporter=spec', ...files], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  const figure = (name: string): string => new RegExp(`^ℹ ${name} (.*)$`, 'm').exec(said)?.[1] ?? '?'
  process.stdout.write(
    `${code === 0 ? 'passed' : 'FAILED'}  ${folders.join(', ')}: ${figure('tests')} tests in ${files.length} files, ${figure('fail')} failed\n`,
  )
  if (code !== 0) process.stdout.write(said.slice(Math.max(0, said.indexOf('✖ failing tests:'))))
  return code === 0
}

for (const path of slow)
  if (!existsSync(`${root}${path}`)) throw new Error(`${path} is no test; name the file as it is called now`)
const started = performance.now()
const passed = await Promise.all(groups.map(passes))
process.stdout.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`)
process.exitCode = passed.every(Boolean) ? 0 : 1
