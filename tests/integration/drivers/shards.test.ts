import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { htmlReport } from '../../../reporters/html/page.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import { command, folder } from '../../cli/command.ts'
import { mockTargetFile } from '../../cli/mock/mock-target-file.ts'
import { alteredMock } from './altered-mock.ts'
import { merge, ONE_WORKER, shard } from './playwright.ts'
import { verdicts } from './verdicts.ts'

test('two shards that are merged come to the report of one run', async () => {
  await using gateway = await alteredMock((answer) => {
    if (answer.status === 413) delete answer.headers['x-svc-request-id']
  })
  const suites = ['auth', 'limits', 'streaming']
  const settings = { target: mockTargetFile(gateway.url), profile: 'core', suites }
  const place = folder()
  const [blobs, out, whole] = [join(place, 'blobs'), join(place, 'out'), join(place, 'whole')]
  for (const which of ['1/2', '2/2'] as const) {
    const { output } = await shard(which, blobs, settings)
    assert.doesNotMatch(output, /CONFORMANT/, 'a shard concludes nothing')
  }
  const same = suites.flatMap((suite) => ['--suite', suite])
  await command(['run', '--target', settings.target, '--profile', 'core', ...same, '--out', whole])
  const one = JSON.parse(readFileSync(join(whole, 'report.json'), 'utf8')) as Report
  const merged = await merge(blobs, out)
  assert.deepEqual(verdicts(merged.report()), verdicts(one), merged.output)
  assert.equal(merged.report().conclusion, 'nonconformant')
  assert.equal(merged.code, 1, merged.output)
  assert.equal(readFileSync(join(out, 'report.html'), 'utf8'), htmlReport(merged.report()))
})

test('what does not belong together is not merged, and a missing shard is named', async () => {
  await using gateway = await alteredMock(() => undefined)
  const target = mockTargetFile(gateway.url)
  const place = folder()
  const [blobs, out] = [join(place, 'blobs'), join(place, 'out')]
  await shard('1/2', blobs, { target, profile: 'smoke' }, ONE_WORKER)

  const alone = await merge(blobs, out)
  assert.equal(alone.code, 1, alone.output)
  assert.equal(alone.report().conclusion, 'incomplete')
  assert.equal(alone.report().stop?.reason, 'nothing came from shard 2 of 2')
  assert.equal(alone.report().filtered, false)
  rmSync(out, { recursive: true })

  await shard('2/2', blobs, { target, profile: 'smoke', seed: 1 }, ONE_WORKER)
  const mixed = await merge(blobs, out)
  assert.equal(mixed.code, 1, mixed.output)
  assert.match(mixed.output, /the shards are not of one run, because they have different seeds: 20261121 and 1; give/)
  assert.equal(existsSync(join(out, 'report.json')), false)
})
