/** The rows of the harness: the cost of a run compared with the same run without work. */
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allChecks } from '../suites/index.ts'
import type { Built } from './mock/build.ts'
import { bareRate, harnessRate } from './requests.ts'
import { type Ratio, ratioOf, timed } from './rounds.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli')
const out = join(tmpdir(), 'svc-conformance-bench')

const emptyTests = (count: number) => (): Promise<number> =>
  timed(process.execPath, [playwright, 'test', '-c', join(root, 'bench/empty')], { EMPTY_TESTS: String(count) })

/** A whole run of the published command, mock and report included, against a Node that does nothing. */
async function startOf(rounds: number, { cli }: Built, profile: string, most: number, note: string): Promise<Ratio> {
  const ours = (): Promise<number> => timed(process.execPath, [cli, 'run', '--profile', profile, '--out', out])
  // The first start compiles, and later ones reuse its result.
  await ours()
  const name = `run --profile ${profile} of the package against an empty Node process`
  const theirs = (): Promise<number> => timed(process.execPath, ['-e', '0'])
  return ratioOf(rounds, { name, ours, theirs, unit: 'ms', goal: ['at most', most], note })
}

/** Each row, by its name in `--only`. */
export const harnessRows: Readonly<Record<string, (rounds: number, built: Built) => Promise<Ratio>>> = {
  smoke: (rounds, built) =>
    startOf(rounds, built, 'smoke', 9.4, ', 0.35 s where it was 0.78 s; 21 before the package was prepared'),
  core: (rounds, built) =>
    startOf(rounds, built, 'core', 82, ', 0.6 s where it was 0.97 s for half the requests; 133 before'),
  'npm-start': (rounds) =>
    ratioOf(rounds, {
      name: 'npm start against an empty Playwright run',
      ours: () => timed('npm', ['start', '--silent', '--prefix', root, '--', '--out', out]),
      theirs: emptyTests(1),
      unit: 'ms',
      goal: ['at most', 2.5],
    }),
  playwright: (rounds) =>
    ratioOf(rounds, {
      name: `the ${allChecks.length} checks under Playwright against as many empty tests`,
      ours: () => timed(process.execPath, [playwright, 'test', '-c', join(root, 'playwright.config.ts')]),
      theirs: emptyTests(allChecks.length),
      unit: 'ms',
      goal: ['at most', 1.5],
    }),
  requests: (rounds) =>
    ratioOf(rounds, {
      name: 'requests a second of the harness against a bare client loop',
      ours: harnessRate,
      theirs: bareRate,
      unit: '/s',
      goal: ['at least', 0.5],
    }),
}
