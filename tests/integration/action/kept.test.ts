import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startMock } from '../../../mock/index.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import { command, folder } from '../../cli/command.ts'
import { Job } from './job.ts'

const reportOf = (job: Job): string => /^report=(.*)$/m.exec(job.read('output'))?.[1] ?? ''

/** What `actions/upload-artifact` takes from a folder, at another place: nothing hidden. */
function uploaded(job: Job): string {
  const artifact = folder()
  const from = join(job.place, reportOf(job))
  cpSync(from, artifact, { recursive: true, filter: (path) => path === from || !/[\\/]\.[^\\/]*$/.test(path) })
  return artifact
}

test('what the action keeps as an artifact verifies, without the job and without a key', async () => {
  const job = new Job()
  {
    await using mock = await startMock()
    const inputs = { BASE_URL: mock.url, PROFILE: 'smoke', CERTIFICATE: 'certificate.json', OUT: 'kept/report' }
    mkdirSync(join(job.place, 'kept'))
    const { code, out } = await job.action(inputs, mock.demo.valid)
    assert.equal(code, 0, out)
    assert.match(job.read('output'), /^conclusion=conformant\nreport=kept\/report\n$/)
  }
  const cwd = uploaded(job)
  const verified = await command(['verify', 'certificate.json', '--unsigned'], { cwd })
  assert.equal(verified.code, 0, verified.stdout + verified.stderr)
  writeFileSync(join(cwd, 'report.json'), '{}')
  assert.equal((await command(['verify', 'certificate.json', '--unsigned'], { cwd })).code, 1)
})

test('a baseline and waivers reach the run, and its causes are annotations of the step', async () => {
  await using mock = await startMock()
  const job = new Job()
  const waiver = { requirement: 'model-id', reason: 'Known', owner: 'team edge', expires: '2999-01-31' }
  writeFileSync(join(job.place, 'waivers.yaml'), `waivers: [${JSON.stringify(waiver)}]\n`)
  writeFileSync(join(job.place, 'known.txt'), 'model-id\n')
  const inputs = {
    BASE_URL: `${mock.url}/faults/model-id-null`,
    PROFILE: 'smoke',
    WAIVERS: 'waivers.yaml',
    OUT: 'report',
  }
  const without = await job.action(inputs, mock.demo.valid)
  assert.equal(without.code, 1, without.out)
  assert.match(without.out, /^::error title=svc-conformance%3A model-id::/m)
  const { code, out } = await job.action({ ...inputs, BASELINE: 'known.txt' }, mock.demo.valid)
  assert.equal(code, 0, out)
  assert.match(out, /^::notice title=svc-conformance%3A model-id::.*%0AWaived: model-id: Known/m)
  const { baseline, waivers, conclusion } = JSON.parse(job.read('report/report.json')) as Report
  assert.deepEqual([baseline?.known, waivers?.[0]?.state, conclusion], [['model-id'], 'in-force', 'nonconformant'])
})

test('a report of an earlier run in the same folder is not taken for that of this one', async () => {
  await using mock = await startMock()
  const job = new Job()
  const inputs = { BASE_URL: mock.url, PROFILE: 'smoke', OUT: 'report' }
  assert.equal((await job.action(inputs, mock.demo.valid)).code, 0)
  const { code } = await job.action({ ...inputs, ARGS: '--sede 7' }, mock.demo.valid)
  assert.equal(code, 2)
  assert.ok(existsSync(join(job.place, 'report/report.json')))
  assert.match(job.read('output'), /\nconclusion=none\nreport=\n$/)
})

test('a certificate has no place outside of the folder', async () => {
  const job = new Job()
  const { code, out } = await job.action(
    { BASE_URL: 'http://127.0.0.1:9', CERTIFICATE: '../certificate.json' },
    'svc_a_b',
  )
  assert.equal(code, 2)
  assert.match(out, /write it without \//)
})
