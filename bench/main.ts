/** Speeds, as ratios within one run: `npm run bench`. Prints a table; a goal that is missed is exit code 1. */
import { createRequire } from 'node:module'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allChecks } from '../suites/index.ts'
import { bareRate, harnessRate } from './requests.ts'
import { type Ratio, ratioOf, timed } from './rounds.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const root = fileURLToPath(new URL('../', import.meta.url))
const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli')
const out = join(tmpdir(), 'svc-conformance-bench')

function emptyTests(count: number): Promise<number> {
  return timed(process.execPath, [playwright, 'test', '-c', join(root, 'bench/empty')], { EMPTY_TESTS: String(count) })
}

const rows: Ratio[] = [
  await ratioOf(
    'npm start against an empty Playwright run',
    ROUNDS,
    () => timed('npm', ['start', '--silent', '--prefix', root, '--', '--out', out]),
    () => emptyTests(1),
    { words: 'at most 2.5', keeps: (ratio) => ratio <= 2.5 },
    'ms',
  ),
  await ratioOf(
    `the ${allChecks.length} checks under Playwright against as many empty tests`,
    ROUNDS,
    () => timed(process.execPath, [playwright, 'test', '-c', join(root, 'playwright.config.ts')]),
    () => emptyTests(allChecks.length),
    { words: 'at most 1.5', keeps: (ratio) => ratio <= 1.5 },
    'ms',
  ),
  await ratioOf(
    'requests a second of the harness against a bare client loop',
    ROUNDS,
    harnessRate,
    bareRate,
    { words: 'at least 0.5', keeps: (ratio) => ratio >= 0.5 },
    '/s',
  ),
]

console.log(
  `Node ${process.versions.node}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), medians of ${ROUNDS} rounds\n`,
)
console.log('| what | ours | reference | ratio | goal | kept |\n|---|---|---|---|---|---|')
for (const row of rows)
  console.log(
    `| ${row.name} | ${row.ours} | ${row.theirs} | ${row.ratio.toFixed(2)} | ${row.goal} | ${row.kept ? 'yes' : 'no'} |`,
  )
process.exitCode = rows.every(({ kept }) => kept) ? 0 : 1
