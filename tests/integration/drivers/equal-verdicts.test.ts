import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startMock } from '../../../mock/index.ts'
import { htmlReport } from '../../../reporters/html/page.ts'
import type { Profile } from '../../../suites/harness/catalogue/profiles.ts'
import { command, folder } from '../../cli/command.ts'
import { reportIn } from '../../cli/files.ts'
import { mockTargetFile } from '../../cli/mock/mock-target-file.ts'
import { alteredMock } from './altered-mock.ts'
import { ONE_WORKER, playwright } from './playwright.ts'
import { verdicts } from './verdicts.ts'

async function assertEqual(
  profile: Profile,
  failed: readonly string[],
  { target, suites = [] }: { target?: string; suites?: readonly string[] } = {},
): Promise<void> {
  const outs = [folder(), folder()] as const
  // Without a target, both drivers certify the mock with the profile full.
  const [flags, settings] =
    target === undefined
      ? [[], {}]
      : [['--target', target, ...suites.flatMap((suite) => ['--suite', suite])], { target, profile, suites }]
  const own = await command(['run', ...flags, '--profile', profile, '--out', outs[0]])
  const theirs = await playwright(outs[1], settings)
  const ours = reportIn(outs[0])
  // The limits of the target file are ample, but the default limits are not.
  const plenty = target !== undefined
  assert.deepEqual(verdicts(theirs.report(), plenty), verdicts(ours, plenty), theirs.output)
  assert.equal(theirs.report().profile, profile)
  assert.deepEqual(
    ours.requirements.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : [])),
    failed,
  )
  assert.deepEqual([own.code, theirs.code], failed.length > 0 ? [1, 1] : [0, 0])
  for (const [out, report] of [
    [outs[0], ours],
    [outs[1], theirs.report()],
  ] as const)
    assert.equal(readFileSync(join(out, 'report.html'), 'utf8'), htmlReport(report))
}

test('both drivers reach the same verdicts on the mock without a target', async () => {
  await assertEqual('full', [])
})

test('both drivers reach the same verdicts on breaches of one check and of a rule for every response', async () => {
  await using gateway = await alteredMock((response, { path }) => {
    if (response.status === 413) delete response.headers['x-svc-request-id']
    if (/^\/v1\/models\?(?:.*&)?api_key=/.test(path))
      Object.assign(response, { status: 200, body: Buffer.from('{"object":"list","data":[]}') })
  })
  const target = mockTargetFile(gateway.url)
  await assertEqual('core', ['request-id-present', 'auth-key-elsewhere'], { target, suites: ['auth', 'limits'] })
})

test('both drivers report a missing gateway in the same words, and blame no gateway', async () => {
  await using mock = await startMock()
  const out = folder()
  const baseUrl = `${mock.url}/no/such/path`
  const env = { SVC_CONFORMANCE_KEY: mock.demo.valid }
  const own = await command(['run', '--base-url', baseUrl, '--profile', 'smoke', '--out', out], { env })
  const ours = reportIn(out)
  const theirs = await playwright(folder(), { baseUrl, profile: 'smoke' }, env, ONE_WORKER)
  assert.deepEqual(theirs.report().stop, ours.stop, theirs.output)
  assert.deepEqual(verdicts(theirs.report(), false), verdicts(ours, false))
  assert.deepEqual([own.code, theirs.code], [3, 3])
  assert.match(ours.stop?.reason ?? '', /an extra path/)
})

test("a run with Playwright's own filters is incomplete", async () => {
  const out = folder()
  const { code, output, report } = await playwright(out, {}, {}, ['--grep', '@section-4.1', ...ONE_WORKER])
  const { conclusion, filtered, checks } = report()
  assert.equal(code, 5, output)
  assert.deepEqual([conclusion, filtered], ['incomplete', true])
  assert.ok(checks.length > 0 && checks.length < 20)
})

test('reports wrong settings before anything starts', async () => {
  for (const [settings, says] of [
    [{ profle: 'full' }, /profle is unknown; did you mean profile\?/],
    [{ requirements: ['no-such-thing'] }, /no requirement 'no-such-thing'/],
    [{ target: 'missing.yaml' }, /missing\.yaml/],
  ] as const) {
    const { code, output } = await playwright(folder(), settings)
    assert.equal(code, 2, output)
    assert.match(output, says)
    assert.doesNotMatch(output, /\n +at /)
  }
})
