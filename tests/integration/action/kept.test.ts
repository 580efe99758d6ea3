import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startMock } from '../../../mock/index.ts'
import { type Envelope, isSealedBy } from '../../../reporters/certificate/dsse.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import { command, folder } from '../../cli/command.ts'
import { jsonAt, reportIn, signingKeys } from '../../cli/files.ts'
import { Job } from './job.ts'

const reportOf = (job: Job): string => job.outputs().report ?? ''

/** Copies what `actions/upload-artifact` uploads from a folder: everything but hidden files. */
function uploaded(job: Job): string {
  const artifact = folder()
  const from = join(job.place, reportOf(job))
  cpSync(from, artifact, { recursive: true, filter: (path) => path === from || !/[\\/]\.[^\\/]*$/.test(path) })
  return artifact
}

test('the artifact of the action can be verified without the job and without a key', async () => {
  const job = new Job()
  {
    await using mock = await startMock()
    const inputs = { BASE_URL: mock.url, PROFILE: 'smoke', CERTIFICATE: 'certificate.json', OUT: 'kept/report' }
    mkdirSync(join(job.place, 'kept'))
    const { code, out } = await job.action(inputs, mock.demo.valid)
    assert.equal(code, 0, out)
    assert.deepEqual(job.outputs(), { conclusion: 'conformant', report: 'kept/report' })
  }
  const cwd = uploaded(job)
  const verified = await command(['verify', 'certificate.json', '--unsigned'], { cwd })
  assert.equal(verified.code, 0, verified.stdout + verified.stderr)
  writeFileSync(join(cwd, 'report.json'), '{}')
  assert.equal((await command(['verify', 'certificate.json', '--unsigned'], { cwd })).code, 1)
})

test('the run gets baseline and waivers, and its causes become annotations', async () => {
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

test('does not use the report of an earlier run in the same folder', async () => {
  await using mock = await startMock()
  const job = new Job()
  const inputs = { BASE_URL: mock.url, PROFILE: 'smoke', OUT: 'report' }
  assert.equal((await job.action(inputs, mock.demo.valid)).code, 0)
  const { code } = await job.action({ ...inputs, ARGS: '--sede 7' }, mock.demo.valid)
  assert.equal(code, 2)
  assert.ok(existsSync(join(job.place, 'report/report.json')))
  assert.deepEqual(job.outputs(), { conclusion: 'none', report: '' })
})

test('the run gets the set, and signs certificate and test result with the key from the arguments', async () => {
  await using mock = await startMock()
  const job = new Job()
  const keys = signingKeys(job.place)
  const inputs = {
    BASE_URL: mock.url,
    PROFILE: 'smoke',
    SET: '1.0.0-1',
    CERTIFICATE: 'certificate.json',
    TEST_RESULT: 'result.json',
    ARGS: '--sign-key key.pem',
  }
  const { code, out } = await job.action(inputs, mock.demo.valid)
  assert.equal(code, 0, out)
  const cwd = reportOf(job)
  assert.equal(reportIn(cwd).set, '1.0.0-1')
  assert.equal(isSealedBy(jsonAt<Envelope>(cwd, 'result.json'), keys.publicKey), true)
  assert.equal((await command(['verify', 'certificate.json', '--public-key', keys.public], { cwd })).code, 0)
  const other = await job.action({ ...inputs, SET: '9.9.9-9' }, mock.demo.valid)
  assert.deepEqual([other.code, other.out.includes("there is no set '9.9.9-9'")], [2, true], other.out)
})

for (const name of ['CERTIFICATE', 'TEST_RESULT'])
  test(`${name} cannot be written outside the folder`, async () => {
    const job = new Job()
    const { code, out } = await job.action({ BASE_URL: 'http://127.0.0.1:9', [name]: '../other.json' }, 'svc_a_b')
    assert.equal(code, 2)
    assert.match(out, /write them without \//)
  })
