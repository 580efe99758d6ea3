/** The rows about the harness: its cost, compared with the same work without it. */
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { type MockServer, startMock } from '../mock/index.ts'
import { complete } from '../suites/harness/http/request.ts'
import { Session } from '../suites/harness/run/session/session.ts'
import { forValid } from '../suites/harness/run/trial.ts'
import { allChecks } from '../suites/index.ts'
import { atOnce } from './at-once.ts'
import type { Built } from './mock/build.ts'
import { type Ratio, ratioOf, timed } from './rounds.ts'

const REQUESTS = 2000
const CONCURRENCY = 8

async function rate(send: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await atOnce(CONCURRENCY, Array(REQUESTS).keys(), send)
  return (REQUESTS * 1000) / (performance.now() - started)
}

const body = (mock: MockServer) => ({
  model: mock.demo.chat,
  messages: [{ role: 'user', content: 'Reply with one word.' }],
  // Without a limit, the first hundred requests would spend the budget of output tokens, and the others would not be sent.
  max_tokens: 16,
})

async function bareRate(): Promise<number> {
  await using mock = await startMock()
  const pool = new Pool(mock.url, { connections: CONCURRENCY, pipelining: 1 })
  const headers = { authorization: `Bearer ${mock.demo.valid}`, 'content-type': 'application/json' }
  const text = JSON.stringify(body(mock))
  const result = await rate(async () => {
    const response = await pool.request({ method: 'POST', path: '/v1/chat/completions', headers, body: text })
    await response.body.arrayBuffer()
  })
  await pool.destroy()
  return result
}

async function harnessRate(): Promise<number> {
  await using mock = await startMock()
  const limits = {
    requests: REQUESTS + 10,
    rate: Number.POSITIVE_INFINITY,
    concurrency: CONCURRENCY,
    timeout: 10_000,
    maxTokens: 16,
  }
  const session = new Session(
    { baseUrl: mock.url, keys: { valid: mock.demo.valid }, models: {}, provoke: {}, limits },
    { seed: 1, runs: 1, profile: 'core' },
  )
  const plan = complete(body(mock))
  const result = await rate(() => session.ask({ name: 'bench' }, plan, forValid))
  await session.live.client.close()
  return result
}

const root = fileURLToPath(new URL('../', import.meta.url))
const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli')
const out = join(tmpdir(), 'svc-conformance-bench')

const emptyTests = (count: number) => (): Promise<number> =>
  timed(process.execPath, [playwright, 'test', '-c', join(root, 'bench/empty')], { EMPTY_TESTS: String(count) })

/** A whole run of the published command, including mock and report, compared with a Node process that does nothing. */
async function startOf(rounds: number, { cli }: Built, profile: string, most: number, note: string): Promise<Ratio> {
  const ours = (): Promise<number> => timed(process.execPath, [cli, 'run', '--profile', profile, '--out', out])
  // The first start fills the compile cache, which later starts use.
  await ours()
  const name = `run --profile ${profile} of the package against an empty Node process`
  const theirs = (): Promise<number> => timed(process.execPath, ['-e', '0'])
  return ratioOf(rounds, { name, ours, theirs, unit: 'ms', goal: ['at most', most], note })
}

/** Each row, keyed by its name in `--only`. */
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
