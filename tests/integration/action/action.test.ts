import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { startMock } from '../../../mock/index.ts'
import { alteredMock } from '../drivers/altered-mock.ts'
import { Job } from './job.ts'

interface Step {
  readonly id?: string
  readonly uses?: string
  readonly run?: string
  readonly shell?: string
  readonly env?: Readonly<Record<string, string>>
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}

const text = readFileSync(new URL('../../../.github/actions/certify/action.yml', import.meta.url), 'utf8')
const { inputs, outputs, runs } = parse(text) as Action

test('the action is composite, and its outputs refer to steps that exist', () => {
  assert.equal(runs.using, 'composite')
  for (const { uses, run, shell } of runs.steps) {
    if (uses === undefined) assert.deepEqual([typeof run, shell], ['string', 'bash'])
  }
  const ids = runs.steps.flatMap(({ id }) => id ?? [])
  for (const { value } of Object.values(outputs)) {
    const [, step = ''] = /^\$\{\{ steps\.([a-z]+)\.outputs\.[a-z]+ \}\}$/.exec(value) ?? []
    assert.ok(ids.includes(step), value)
  }
})

test('the default version of the action is that of the package', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    readonly version: string
  }
  assert.equal(inputs.version?.default, manifest.version)
})

test('no input is interpolated into a script, every input is used, and none is a key', () => {
  for (const { run = '' } of runs.steps) assert.doesNotMatch(run, /\$\{\{/)
  const used = new Set([...text.matchAll(/\$\{\{ inputs\.([a-z-]+) \}\}/g)].map(([, name = '']) => name))
  assert.deepEqual([...used].toSorted(), Object.keys(inputs).toSorted())
  assert.deepEqual(
    Object.keys(inputs).filter((name) => /key|secret|token/.test(name)),
    [],
  )
  const [variables = {}] = runs.steps.flatMap(({ id, env }) => (id === 'certify' ? [env] : []))
  const script = readFileSync(new URL('../../../.github/actions/certify/certify.sh', import.meta.url), 'utf8')
  for (const name of Object.keys(variables)) assert.ok(script.includes(`$${name}`), name)
})

test('the action passes on summary, outputs and exit code of the run', async () => {
  await using mock = await startMock()
  const job = new Job()
  const inputs = { BASE_URL: mock.url, PROFILE: 'smoke', VERSION: '0.1.0', ARGS: '--strict\n  --seed 7' }
  const { code, out } = await job.action(inputs, mock.demo.valid)
  assert.equal(code, 0, out)
  assert.equal(job.read('asked-for'), 'svc-conformance@0.1.0\n')
  const { report = '', ...others } = job.outputs()
  assert.deepEqual(others, { conclusion: 'conformant' })
  assert.equal(job.read('summary'), readFileSync(join(report, 'summary.md'), 'utf8'))
  for (const name of ['report.json', 'report.html', 'junit.xml']) assert.ok(existsSync(join(report, name)), name)
  assert.match(out, /seed 7/)
  for (const shown of [out, job.read('summary'), job.read('output')]) assert.ok(!shown.includes(mock.demo.valid))
})

test('the job fails for a gateway that breaks the contract', async () => {
  await using gateway = await alteredMock((response) => {
    delete response.headers['x-svc-request-id']
  })
  const job = new Job()
  const { code, out } = await job.action({ BASE_URL: gateway.url, PROFILE: 'smoke' }, gateway.demo.valid)
  assert.equal(code, 1, out)
  assert.equal(job.outputs().conclusion, 'nonconformant')
  assert.match(job.read('summary'), /request-id-present/)
})

const mistakes: readonly (readonly [
  what: string,
  inputs: Readonly<Record<string, string>>,
  key: string,
  says: RegExp,
])[] = [
  ['neither a base URL nor a target', {}, 'svc_a_b', /give base-url or target/],
  ['no key', { BASE_URL: 'http://127.0.0.1:9' }, '', /SVC_CONFORMANCE_KEY/],
  [
    'a version that is another package',
    { BASE_URL: 'http://127.0.0.1:9', VERSION: 'npm:other' },
    'svc_a_b',
    /version is not a version/,
  ],
  ['an unknown flag', { BASE_URL: 'http://127.0.0.1:9', ARGS: '--sede 7' }, 'svc_a_b', /unknown option '--sede'/],
  [
    'no run',
    { BASE_URL: 'http://127.0.0.1:9', ARGS: '--help' },
    'svc_a_b',
    /no run was made; remove --help or --version/,
  ],
  // Nothing is expanded: a shell would create the file `broken`.
  [
    'a command in the arguments',
    { BASE_URL: 'http://127.0.0.1:9', ARGS: '--seed $(touch,broken) ; touch broken' },
    'svc_a_b',
    /--seed/,
  ],
  ['a command in the base URL', { BASE_URL: '$(touch broken)"; touch broken; "' }, 'svc_a_b', /base.url/i],
]

for (const [what, given, key, says] of mistakes) {
  test(`${what}: the job fails, and its summary says that there is no report`, async () => {
    const job = new Job()
    const { code, out } = await job.action(given, key)
    assert.equal(code, 2, out)
    assert.match(out, says)
    assert.equal(job.outputs().conclusion, 'none')
    assert.match(job.read('summary'), /^svc-conformance wrote no report \(exit code 2\)/)
    assert.equal(existsSync(join(job.place, 'broken')), false)
  })
}

test('a folder with line breaks in its name cannot inject outputs', async () => {
  await using mock = await startMock()
  const job = new Job()
  const OUT = 'report\nconclusion=conformant\nother=1'
  mkdirSync(join(job.place, OUT), { recursive: true })
  const { code, out } = await job.action(
    { BASE_URL: `${mock.url}/faults/model-id-null`, PROFILE: 'smoke', OUT },
    mock.demo.valid,
  )
  assert.equal(code, 1, out)
  assert.deepEqual(job.outputs(), { conclusion: 'nonconformant', report: OUT })
})
