import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startMock } from '../../../mock/index.ts'
import { folder } from '../../cli/command.ts'
import { merge, ONE_WORKER, playwright, shard } from './playwright.ts'

const directory = folder()

/** Runs the profile smoke against a mock whose lists break `model-id`, with a baseline of one line. */
async function ran(known: string) {
  await using mock = await startMock()
  const baseline = join(directory, 'known.txt')
  writeFileSync(baseline, known)
  const settings = { baseUrl: `${mock.url}/faults/model-id-null`, profile: 'smoke', baseline }
  return await playwright(join(directory, 'out'), settings, { SVC_CONFORMANCE_KEY: mock.demo.valid }, ONE_WORKER)
}

test('Playwright exits with 0 if the baseline lists every failure, although tests failed', async () => {
  const { code, output, report } = await ran('model-id\n')
  assert.equal(code, 0, output)
  assert.match(output, /NONCONFORMANT: .*; nothing is new/)
  assert.deepEqual(report().baseline?.known, ['model-id'])
})

test('Playwright exits with 1 if a failure is new, and before any test if the baseline has a mistake', async () => {
  const { code, output } = await ran('list-object\n')
  assert.equal(code, 1, output)
  assert.match(output, /New since the baseline: model-id\./)
  const wrong = await ran('model-idd\n')
  assert.equal(wrong.code, 2)
  assert.match(wrong.output, /known\.txt:1:1: model-idd is not a requirement; did you mean model-id\?/)
  assert.doesNotMatch(wrong.output, /NONCONFORMANT/)
})

test('the baseline applies when shards are merged', async () => {
  const blobs = join(directory, 'blobs')
  mkdirSync(blobs)
  await using mock = await startMock()
  const key = { SVC_CONFORMANCE_KEY: mock.demo.valid }
  const settings = { baseUrl: `${mock.url}/faults/model-id-null`, profile: 'smoke' }
  await shard('1/1', blobs, settings, ONE_WORKER, key)
  const baseline = join(directory, 'merged.txt')
  writeFileSync(baseline, 'model-id\n')
  assert.equal((await merge(blobs, join(directory, 'merged'))).code, 1)
  const { code, output } = await merge(blobs, join(directory, 'merged'), { baseline })
  assert.equal(code, 0, output)
  assert.match(output, /NONCONFORMANT: .*; nothing is new/)
})
