import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mockTargetText, rolesIn } from '../../../cli/mock-target-file.ts'
import { demoConfig, startMock } from '../../../mock/index.ts'
import { certify } from '../../../suites/harness/run/certify.ts'
import { loadTarget } from '../../../suites/harness/target/target-file.ts'
import { allChecks } from '../../../suites/index.ts'
import { root } from '../../docs/snippets.ts'
import { command, exits, folder, refuses, withKey } from '../command.ts'
import { type CountingServer, countingServer } from '../counting-server.ts'
import { reportIn, targetFile, textAt } from '../files.ts'

const roles = rolesIn(demoConfig) ?? assert.fail('the mock has no valid key')
const readme = textAt(root, 'README.md')

interface Plan {
  readonly sends: { readonly requests: number; readonly tokens: number; readonly bytes: number }
  readonly stop: string | null
  readonly no_verdict: readonly string[]
  readonly limits: { readonly requests: number }
}

const fileWith = (url: string, limits: string): string =>
  targetFile(`base_url: ${url}\nkeys: { valid: "\${SVC_CONFORMANCE_KEY}" }\nlimits: { ${limits} }\n`)

async function planOf(args: readonly string[]): Promise<Plan> {
  const { stdout } = await exits(0, ['plan', ...args, '--json'], withKey())
  return JSON.parse(stdout) as Plan
}

test('plan shows the maximum cost of a run and the checks that it omits, and sends nothing', async () => {
  await using server = await countingServer()
  const args = ['plan', '--base-url', server.url, '--profile', 'full', '--suite', 'availability']
  const { stdout } = await exits(0, args, withKey())
  const requests =
    /at most 1,800 requests \(limits\.requests\): 1,300 for first requests, and 500 for follow-ups on failures\n/
  assert.match(stdout, requests)
  assert.match(stdout, /at most 1,800 seconds \(limits\.time\)/)
  assert.match(stdout, /the target file does not have provoke\.limited/)
  assert.equal(server.connections(), 0)
})

/** The maximum number of requests of each profile, as in the README. */
const PROMISED = { smoke: 12, core: 750, full: 1300 } as const

for (const [profile, most] of Object.entries(PROMISED) as [keyof typeof PROMISED, number][])
  test(`plan of ${profile} matches the cost of a run and the README`, async () => {
    await using mock = await startMock()
    const path = targetFile(mockTargetText(mock.url, roles).replace(/^limits:[\s\S]*/m, ''))
    const plan = await planOf(['--target', path, '--profile', profile])
    assert.equal(mock.journal().length, 0, 'a plan sends nothing')
    const { cost, conclusion } = await certify({ target: loadTarget(path, {}), checks: allChecks, profile })
    assert.deepEqual([plan.sends.requests, plan.sends.tokens], [cost.requests, cost.tokens])
    assert.ok(Math.abs(plan.sends.bytes / cost.bytes - 1) < 0.01, `${plan.sends.bytes} and ${cost.bytes} bytes`)
    assert.deepEqual([plan.stop, plan.no_verdict, conclusion], [null, [], 'conformant'])
    assert.ok(cost.requests <= most && cost.requests > 0.6 * most, `${cost.requests} requests`)
    const row = readme.split('\n').find((line) => line.startsWith(`| \`${profile}\``)) ?? ''
    assert.match(row, new RegExp(`at most ${most} requests`))
  })

for (const args of [
  '--profile core --seed 3',
  '--suite auth,models --runs 2',
  '--requests 350',
  '--requirement request-top-p --concurrency 1',
])
  test(`plan ${args} matches the requests of such a run with one key`, async () => {
    await using mock = await startMock()
    const out = folder()
    const all = ['--base-url', mock.url, ...args.split(' ')]
    const { sends, stop } = await planOf(all)
    const { code } = await command(['run', ...all, '--out', out], withKey())
    const report = reportIn(out)
    assert.deepEqual([sends.requests, stop], [report.requests, report.stop?.reason ?? null])
    assert.ok(code === 0 || code === 3 || code === 5)
  })

test('plan reports that a budget is too small, with the number of requirements without a verdict', async () => {
  const args = ['plan', '--base-url', 'http://127.0.0.1:9', '--requests', '50', '--rate', '5']
  const { stdout } = await exits(0, args, withKey())
  assert.match(stdout, /50 requests, which takes 10 seconds or more at 5 a second/)
  assert.match(stdout, /It ends early: the budget of 50 requests is spent\. Raise that limit\./)
  assert.match(stdout, /\d+ requirements of level must get no verdict\. --json names them\./)
})

test('plan without a target is a usage error', () => refuses(['plan'], /--base-url or --target/))

/** Gateways that make a harness retry. */
const GATEWAYS: Readonly<Record<string, () => Promise<CountingServer>>> = {
  'that is always unavailable': () =>
    countingServer((request, response) => {
      request.resume().on('end', () => response.writeHead(503, { 'retry-after': '0' }).end())
    }),
  'that closes every connection': () => countingServer((request) => request.socket.destroy()),
}

for (const profile of ['smoke', 'core', 'full']) {
  for (const [what, start] of Object.entries(GATEWAYS))
    test(`profile ${profile} sends a gateway ${what} at most the requests of its plan`, async () => {
      await using server = await start()
      const target = fileWith(server.url, 'requests: 40, rate: 1000, concurrency: 16')
      const { limits } = await planOf(['--target', target, '--profile', profile])
      assert.equal(limits.requests, profile === 'smoke' ? 12 : 40)
      const { code } = await command(['run', '--target', target, '--profile', profile], withKey())
      assert.ok(code === 1 || code === 3)
      assert.ok(server.requests() <= limits.requests, `${server.requests()} requests`)
    })

  test(`profile ${profile} stops at the budget of a conforming gateway, and then is incomplete`, async () => {
    await using mock = await startMock()
    const target = fileWith(mock.url, 'requests: 6')
    const { limits } = await planOf(['--target', target, '--profile', profile])
    const { stdout } = await exits(3, ['run', '--target', target, '--profile', profile], withKey())
    assert.match(stdout, /budget of 6 requests is spent/)
    assert.ok(mock.gateway.ledger('main').requests <= limits.requests)
  })
}

for (const [limits, words] of Object.entries({
  'tokens: 5000': 'budget of 5000 output tokens is spent',
  'bytes: 20000': 'budget of 20000 bytes is spent',
}))
  test(`a run stops when the ${words}`, async () => {
    await using mock = await startMock()
    const { stdout } = await exits(3, ['run', '--target', fileWith(mock.url, limits)], withKey())
    assert.ok(stdout.includes(words), stdout)
  })
