import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { startMock } from '../../../mock/index.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import { alteredMock } from '../../integration/drivers/altered-mock.ts'
import { command, exits, folder, refuses, withKey } from '../command.ts'
import { reportIn, textAt, written } from '../files.ts'

const verdictOf = ({ requirements }: Report, wanted: string) => requirements.find(({ id }) => id === wanted)?.verdict

test('--fail-fast stops at the first failure, with a verdict', async () => {
  await using mock = await startMock()
  const cwd = folder()
  const args = ['run', '--base-url', `${mock.url}/faults/list-data-object`, '--concurrency', '2']
  const { stdout } = await exits(1, [...args, '--fail-fast'], { cwd, ...withKey(mock.demo.valid) })
  const report = reportIn(join(cwd, 'out'))
  assert.equal(report.conclusion, 'nonconformant')
  assert.match(report.stop?.reason ?? '', /ended at the first failure, because of --fail-fast/)
  assert.ok(report.requests < 60, `${report.requests} requests`)
  assert.match(stdout, /--fail-fast/)
})

test('--fail-fast changes nothing for a conforming gateway', async () => {
  await exits(0, ['run', '--profile', 'smoke', '--fail-fast', '--strict'])
})

for (const flags of [[], ['--fail-fast']])
  test(`a catalog that loses a model is not blamed, ${flags[0] ?? 'without --fail-fast'}`, async () => {
    let lost = false
    const ERROR = {
      message: 'There is no such model.',
      type: 'invalid_request_error',
      param: 'model',
      code: 'no_model',
    }
    await using gateway = await alteredMock((response, { path }) => {
      const body = response.body.toString()
      if (path.endsWith('/models') && lost) {
        const list = JSON.parse(body) as { data: { id: string }[] }
        response.body = Buffer.from(
          JSON.stringify({ ...list, data: list.data.filter(({ id }) => id !== 'svc/small-1') }),
        )
      }
      if (!body.includes('"model":"svc/small-1"')) return
      lost = true
      const headers = { 'content-type': 'application/json', 'x-svc-request-id': crypto.randomUUID() }
      Object.assign(response, { status: 404, headers, body: Buffer.from(JSON.stringify({ error: ERROR })) })
    })
    const args = ['run', '--base-url', gateway.url, '--requirement', 'model-listed-callable', ...flags]
    const { stdout } = await command(args, { cwd: folder(), ...withKey(gateway.demo.valid) })
    assert.ok(lost)
    assert.doesNotMatch(stdout, /FAIL/)
  })

test('--failed repeats the failures until they hold, and does not change the first report', async () => {
  let broken = true
  await using gateway = await alteredMock((response) => {
    if (broken && response.status === 401) delete response.headers['x-svc-request-id']
  })
  const cwd = folder()
  const options = { cwd, ...withKey(gateway.demo.valid) }
  const args = ['run', '--base-url', gateway.url]
  await command([...args, '--profile', 'smoke', '--seed', '7'], options)
  const whole = textAt(cwd, 'out/report.json')
  const still = await exits(1, [...args, '--failed'], options)
  assert.match(still.stderr, /^Repeating the failures of out.report\.json: request-id-present\n/)
  const again = reportIn(join(cwd, 'out/failed'))
  const said = [again.profile, again.seed, again.filtered, verdictOf(again, 'request-id-present')]
  assert.deepEqual(said, ['smoke', 7, true, 'fail'])
  broken = false
  const fixed = await exits(5, [...args, '--failed'], options)
  assert.match(fixed.stdout, /^HOLDS NOW: the selected requirement: request-id-present\.$/m)
  assert.match(fixed.stdout, /^Run it: npx svc-conformance run --base-url \S+ --profile smoke/m)
  assert.match(fixed.stderr, /of out.failed.report\.json: request-id-present\n/)
  assert.equal(verdictOf(reportIn(join(cwd, 'out/failed')), 'request-id-present'), 'pass')
  assert.equal(textAt(cwd, 'out/report.json'), whole)
  const nothing = /nothing failed in out.failed.report\.json; remove --failed to run everything/
  await refuses([...args, '--failed'], nothing, options)
  const named = await command([...args, '--failed', 'out/report.json'], options)
  assert.match(named.stderr, /of out\/report\.json: request-id-present\n/)
})

test('--failed without a usable report exits with 2', async () => {
  const cwd = folder()
  const options = { cwd, ...withKey() }
  const none = /--failed: there is no out.report\.json; run everything first, or name a report/
  await refuses(['run', '--failed'], none, options)
  await command(['run', '--profile', 'smoke', '--requirement', 'models-list'], options)
  const both = await command(['run', '--failed', '--suite', 'models'], options)
  assert.match(both.stderr, /--failed and --suite are mutually exclusive/)
  const report = reportIn(join(cwd, 'out'))
  // The schema of reports allows the second one, which is not a URL.
  for (const host of ['gateway.example.com', '256.0.0.1']) {
    const target = { ...report.target, base_url: `https://${host}` }
    written(join(cwd, 'elsewhere.json'), JSON.stringify({ ...report, target }))
    const lost = new RegExp(`elsewhere\\.json is about https://${host}; name that target with --base-url`)
    await refuses(['run', '--failed', 'elsewhere.json'], lost, options)
  }
})

test('--watch repeats each cause until it holds, and then runs the whole profile again', async () => {
  let seen = 0
  await using gateway = await alteredMock((response) => {
    seen += 1
    // More than the requests of the first run and one attempt after it.
    if (seen < 60) delete response.headers['x-svc-request-id']
  })
  const args = ['run', '--base-url', gateway.url, '--profile', 'smoke', '--watch']
  const { stdout, stderr } = await exits(0, args, { cwd: folder(), ...withKey(gateway.demo.valid) })
  assert.match(
    stderr,
    /^Cause 1 of \d+: [^\n]*\n {2}fix {3}[^\n]*\n {2}curl {2}curl [\s\S]*^HOLDS NOW: request-id-present$/m,
  )
  assert.match(stdout, /^NONCONFORMANT: [\s\S]*^CONFORMANT: /m)
  assert.ok(seen > 60)
})

test('--repeat stops at the first run with a failure, or reports that there was none', async () => {
  let seen = 0
  let from = 0
  await using gateway = await alteredMock((response) => {
    seen += 1
    if (seen > from) delete response.headers['x-svc-request-id']
  })
  const run = async (): Promise<readonly [number | null, string]> => {
    seen = 0
    const args = ['run', '--base-url', gateway.url, '--profile', 'smoke', '--requirement', 'request-id-present']
    const options = { cwd: folder(), ...withKey(gateway.demo.valid) }
    const { code, stderr } = await command([...args, '--repeat', '4'], options)
    return [code, stderr.split('\n').findLast((line) => line.startsWith('Shown')) ?? '']
  }
  from = Number.POSITIVE_INFINITY
  assert.deepEqual(await run(), [5, 'Shown in 0 of 4 runs.'])
  // Each run sends the same requests: the second one fails halfway.
  from = Math.floor((seen / 4) * 1.5)
  assert.deepEqual(await run(), [1, 'Shown in run 2 of 4.'])
})
