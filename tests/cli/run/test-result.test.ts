import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sha256 } from '../../../cli/certificate/file.ts'
import { startMock } from '../../../mock/index.ts'
import { type Envelope, isSealedBy } from '../../../reporters/certificate/dsse.ts'
import type { TestResult } from '../../../reporters/certificate/test-result.ts'
import { exits, folder } from '../command.ts'
import { jsonAt, signingKeys, textAt } from '../files.ts'

const SMOKE = ['run', '--profile', 'smoke', '--out', 'out', '--test-result', 'result.json']

test('a test result has the digests of report and transcript, and the signature of the certificate key', async () => {
  const cwd = folder()
  const { publicKey } = signingKeys(cwd)
  const { stdout } = await exits(0, [...SMOKE, '--certificate', 'c.json', '--sign-key', 'key.pem'], { cwd })
  assert.match(stdout, /^The test result is result\.json: PASSED$/m)
  const read = (name: string): string => textAt(cwd, name)
  const envelope = JSON.parse(read('result.json')) as Envelope
  assert.ok(isSealedBy(envelope, publicKey))
  const { predicate } = JSON.parse(Buffer.from(envelope.payload, 'base64').toString()) as TestResult
  const digests = new Map(predicate.configuration.map(({ name, digest }) => [name, digest?.sha256]))
  for (const name of ['report.json', 'transcript.jsonl']) assert.equal(digests.get(name), sha256(read(`out/${name}`)))
})

test('a failed run has a test result, but no certificate, and keeps its exit code', async () => {
  await using mock = await startMock()
  const cwd = folder()
  const at = ['--base-url', `${mock.url}/faults/model-id-null`, '--certificate', 'c.json']
  const { stdout } = await exits(1, [...SMOKE, ...at], { cwd, env: { SVC_CONFORMANCE_KEY: mock.demo.valid } })
  assert.match(stdout, /^No certificate was written: [^\n]*\nThe test result is result\.json: FAILED$/m)
  const { predicate } = jsonAt<TestResult>(cwd, 'result.json')
  assert.deepEqual([predicate.result, predicate.failedTests], ['FAILED', ['model-id']])
})

test('a filtered run has no test result, and says why', async () => {
  const cwd = folder()
  const { stdout } = await exits(5, ['run', '--requirement', 'models-list', '--test-result', 'result.json'], { cwd })
  assert.match(stdout, /^No test result was written: the run was limited to some suites or requirements/m)
  assert.equal(existsSync(join(cwd, 'result.json')), false)
})
