import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { htmlReport } from '../../../reporters/html/page.ts'
import { command, folder } from '../../cli/command.ts'
import { reportIn } from '../../cli/files.ts'
import { mockTargetFile } from '../../cli/mock/mock-target-file.ts'
import { alteredMock } from './altered-mock.ts'
import { merge, ONE_WORKER, playwright, shard } from './playwright.ts'
import { verdicts } from './verdicts.ts'

test('two merged shards give the report of a single run', async () => {
  await using gateway = await alteredMock((response) => {
    if (response.status === 413) delete response.headers['x-svc-request-id']
  })
  const suites = ['auth', 'limits', 'streaming']
  const settings = { target: mockTargetFile(gateway.url), profile: 'core', suites }
  const directory = folder()
  const [blobs, out, whole] = [join(directory, 'blobs'), join(directory, 'out'), join(directory, 'whole')]
  for (const which of ['1/2', '2/2'] as const) {
    const { output } = await shard(which, blobs, settings)
    assert.doesNotMatch(output, /CONFORMANT/, 'a shard concludes nothing')
  }
  const same = suites.flatMap((suite) => ['--suite', suite])
  await command(['run', '--target', settings.target, '--profile', 'core', ...same, '--out', whole])
  const one = reportIn(whole)
  const merged = await merge(blobs, out)
  assert.deepEqual(verdicts(merged.report(), false), verdicts(one, false), merged.output)
  assert.equal(merged.report().conclusion, 'nonconformant')
  assert.equal(merged.code, 1, merged.output)
  assert.equal(readFileSync(join(out, 'report.html'), 'utf8'), htmlReport(merged.report()))
})

test('a run or shard whose verdict would be lost fails, even if the gateway conforms', async () => {
  await using gateway = await alteredMock(() => undefined)
  const settings = { target: mockTargetFile(gateway.url), profile: 'smoke', requirements: ['models-list'] }
  const run = (...args: readonly string[]) => playwright(folder(), settings, {}, [...ONE_WORKER, ...args])
  for (const [args, code, says] of [
    [['--reporter=list,blob'], 1, /no reporter of this run gives a verdict/],
    [['--shard=1/2'], 1, /a shard has no conclusion: write its blob with --reporter=blob/],
    [['--shard=1/1'], 5, /HOLDS NOW/],
  ] as const) {
    const ran = await run(...args)
    assert.equal(ran.code, code, ran.output)
    assert.match(ran.output, says)
  }
})

test('refuses to merge shards of different runs, and names a missing shard', async () => {
  await using gateway = await alteredMock(() => undefined)
  const target = mockTargetFile(gateway.url)
  const directory = folder()
  const [blobs, out] = [join(directory, 'blobs'), join(directory, 'out')]
  await shard('1/2', blobs, { target, profile: 'smoke' }, ONE_WORKER)

  const alone = await merge(blobs, out)
  assert.equal(alone.code, 3, alone.output)
  assert.equal(alone.report().conclusion, 'incomplete')
  assert.equal(alone.report().stop?.reason, 'shard 2 of 2 has no report')
  assert.equal(alone.report().filtered, false)
  rmSync(out, { recursive: true })

  await shard('2/2', blobs, { target, profile: 'smoke' }, ONE_WORKER)
  const certificate = join(directory, 'certificate.json')
  const transcript = join(directory, 'transcript.jsonl')
  const certified = await merge(blobs, out, { certificate, transcript, reporter: ['junit'] })
  assert.equal(certified.code, 0, certified.output)
  assert.ok(existsSync(join(out, 'junit.xml')))
  const files = ['--unsigned', '--transcript', transcript, '--report', join(out, 'report.json')]
  const verified = await command(['verify', certificate, ...files])
  assert.equal(verified.code, 0, verified.stdout)
  rmSync(out, { recursive: true })

  const strict = await merge(blobs, out, { strict: true })
  assert.equal(strict.code, 2, strict.output)
  assert.match(strict.output, /SVC_CONFORMANCE_RUN: strict is not that of the run whose blobs are merged; leave it out/)

  await shard('2/2', blobs, { target, profile: 'smoke', seed: 1 }, ONE_WORKER)
  const mixed = await merge(blobs, out)
  assert.equal(mixed.code, 2, mixed.output)
  assert.match(mixed.output, /the shards are not of one run, because they have different seeds: 20261121 and 1; give/)
  assert.equal(existsSync(join(out, 'report.json')), false)
})

test('merged shards of a conforming gateway conform for any distribution of checks, sharing the limits', async () => {
  await using gateway = await alteredMock(() => undefined)
  const directory = folder()
  const [blobs, out, path] = [join(directory, 'blobs'), join(directory, 'out'), join(directory, 'target.yaml')]
  const limits = (text: string): string => {
    const target = readFileSync(mockTargetFile(gateway.url), 'utf8').replace(/^limits:[\s\S]*/m, text)
    writeFileSync(path, target)
    return path
  }
  // With three shards of two workers, each worker would have 11 of the 64 MiB, and one check sends more.
  const settings = { target: limits(''), profile: 'core', suites: ['limits', 'auth', 'request-id'] }
  for (const which of ['1/3', '2/3', '3/3'] as const) await shard(which, blobs, settings)
  const merged = await merge(blobs, out)
  assert.equal(merged.report().stop, undefined, merged.output)
  assert.deepEqual(
    merged.report().requirements.filter(({ level, verdict }) => level === 'must' && verdict === 'inconclusive'),
    [],
  )

  limits('limits: { requests: 30 }')
  const scarce = join(directory, 'scarce')
  for (const which of ['1/2', '2/2'] as const) await shard(which, scarce, settings)
  const spent = await merge(scarce, out)
  assert.equal(spent.code, 3, spent.output)
  assert.match(spent.report().stop?.reason ?? '', /^in shard [12] of 2 the budget of \d+ requests is spent$/)
  assert.match(spent.report().stop?.mend ?? '', /Raise limits\.requests in the target file of every shard/)
  assert.ok(spent.report().requests <= 30, `${spent.report().requests} requests`)
})
