import assert from 'node:assert/strict'
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type MockServer, startMock } from '../../../mock/index.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import { command, folder } from '../command.ts'

let mock: MockServer
before(async () => {
  mock = await startMock()
})
after(() => mock.close())

const at = (cwd: string, path = '/faults/model-id-null') => ({
  cwd,
  run: (...args: string[]) =>
    command(['run', '--base-url', `${mock.url}${path}`, '--profile', 'smoke', ...args], {
      cwd,
      env: { SVC_CONFORMANCE_KEY: mock.demo.valid },
    }),
  report: () => JSON.parse(readFileSync(join(cwd, 'out/report.json'), 'utf8')) as Report,
})

test('a report is a baseline: with it the next run of the same gateway ends with 0, without a certificate', async () => {
  const { cwd, run, report } = at(folder())
  assert.equal((await run()).code, 1)
  copyFileSync(join(cwd, 'out/report.json'), join(cwd, 'before.json'))
  const { code, stdout } = await run('--baseline', 'before.json', '--certificate', 'certificate.json')
  assert.equal(code, 0, stdout)
  assert.match(stdout, /\nNONCONFORMANT: 1 requirement does not hold; nothing is new: all are in the baseline\.\n$/)
  assert.match(stdout, /No certificate was written/)
  assert.equal(existsSync(join(cwd, 'certificate.json')), false)
  assert.deepEqual(report().baseline, { new: [], known: ['model-id'], stale: [], lost: [] })
})

test('a list that lacks what fails ends the run with 1, and what holds now is reported', async () => {
  const { cwd, run, report } = at(folder())
  writeFileSync(join(cwd, 'known.yaml'), '- list-object\n')
  const { code, stdout } = await run('--baseline', 'known.yaml')
  assert.equal(code, 1, stdout)
  assert.deepEqual([report().baseline?.new, report().baseline?.stale], [['model-id'], ['list-object']])
  assert.match(stdout, /New since the baseline: model-id\.\nThe baseline is stale: list-object holds now/)
})

test('a gateway that conforms ends with 0 and gets its certificate, whatever its baseline knows', async () => {
  const { cwd, run } = at(folder(), '')
  writeFileSync(join(cwd, 'known.txt'), 'model-id\n')
  const { code, stdout } = await run('--baseline', 'known.txt', '--certificate', 'certificate.json')
  assert.equal(code, 0, stdout)
  assert.match(stdout, /The baseline is stale: model-id holds now/)
  const verified = await command(
    ['verify', 'certificate.json', '--unsigned', '--transcript', 'out/transcript.jsonl', '--report', 'out/report.json'],
    { cwd },
  )
  assert.equal(verified.code, 0, verified.stdout + verified.stderr)
})

test('--fail-fast goes on after a known failure, and ends at a new one', async () => {
  const { cwd, run, report } = at(folder())
  writeFileSync(join(cwd, 'known.txt'), 'model-id\n')
  const { code } = await run('--baseline', 'known.txt', '--fail-fast')
  assert.equal(code, 0)
  assert.equal(report().stop, undefined)
  writeFileSync(join(cwd, 'known.txt'), '')
  assert.equal((await run('--baseline', 'known.txt', '--fail-fast')).code, 1)
  assert.match(report().stop?.reason ?? '', /the first failure/)
})

test('nothing is sent with an invalid baseline, or one that the run would overwrite', async () => {
  const { cwd, run } = at(folder())
  assert.equal((await run()).code, 1)
  const text = readFileSync(join(cwd, 'out/report.json'), 'utf8')
  const over = await run('--baseline', 'out/report.json')
  assert.equal(over.code, 2)
  assert.match(over.stderr, /--baseline out\/report\.json is a file that this run overwrites; copy it elsewhere first/)
  writeFileSync(join(cwd, 'known.txt'), 'model-idd\n')
  const wrong = await run('--baseline', 'known.txt')
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /known\.txt:1:1: model-idd is not a requirement; did you mean model-id\?/)
  assert.equal(readFileSync(join(cwd, 'out/report.json'), 'utf8'), text)
})
