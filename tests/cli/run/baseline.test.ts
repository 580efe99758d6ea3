import assert from 'node:assert/strict'
import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { mockForFile } from '../../mock/asking.ts'
import { exits, folder, refuses, withKey } from '../command.ts'
import { reportIn, textAt, written } from '../files.ts'

const mock = await mockForFile()

/** Runs in a new folder against the mock, which has a fault unless `path` is empty. */
function runs(path = '/faults/model-id-null') {
  const cwd = folder()
  const args = ['run', '--base-url', `${mock.url}${path}`, '--profile', 'smoke']
  const options = { cwd, ...withKey(mock.demo.valid) }
  return {
    cwd,
    run: (code: number, ...more: string[]) => exits(code, [...args, ...more], options),
    refused: (says: RegExp, ...more: string[]) => refuses([...args, ...more], says, options),
    write: (name: string, text: string) => written(join(cwd, name), text),
    report: () => reportIn(join(cwd, 'out')),
  }
}

test('with its own report as the baseline, a failing gateway exits with 0 and gets no certificate', async () => {
  const { cwd, run, report } = runs()
  await run(1)
  copyFileSync(join(cwd, 'out/report.json'), join(cwd, 'before.json'))
  const { stdout } = await run(0, '--baseline', 'before.json', '--certificate', 'certificate.json')
  assert.match(stdout, /\nNONCONFORMANT: 1 requirement does not hold; nothing is new: all are in the baseline\.\n$/)
  assert.match(stdout, /No certificate was written/)
  assert.equal(existsSync(join(cwd, 'certificate.json')), false)
  assert.deepEqual(report().baseline, { new: [], known: ['model-id'], stale: [], lost: [] })
})

test('exits with 1 if the baseline lacks a failure, and reports requirements that hold now', async () => {
  const { run, report, write } = runs()
  write('known.yaml', '- list-object\n')
  const { stdout } = await run(1, '--baseline', 'known.yaml')
  assert.deepEqual([report().baseline?.new, report().baseline?.stale], [['model-id'], ['list-object']])
  assert.match(stdout, /New since the baseline: model-id\.\nThe baseline is stale: list-object holds now/)
})

test('a conforming gateway exits with 0 and gets its certificate, even with a stale baseline', async () => {
  const { cwd, run, write } = runs('')
  write('known.txt', 'model-id\n')
  const { stdout } = await run(0, '--baseline', 'known.txt', '--certificate', 'certificate.json')
  assert.match(stdout, /The baseline is stale: model-id holds now/)
  const files = ['--transcript', 'out/transcript.jsonl', '--report', 'out/report.json']
  await exits(0, ['verify', 'certificate.json', '--unsigned', ...files], { cwd })
})

test('of a part of the profile, known failures end with 5, because only a whole profile can certify', async () => {
  const { cwd, run, write } = runs()
  write('known.txt', 'model-id\n')
  const part = ['--requirement', 'model-id']
  const { stdout } = await run(5, '--baseline', 'known.txt', ...part)
  assert.match(stdout, /nothing is new: all are in the baseline\.\nOnly a run of the whole profile shows/)
  await run(1, ...part)
  copyFileSync(join(cwd, 'out/report.json'), join(cwd, 'part.json'))
  const incomplete = await run(
    3,
    '--baseline',
    'part.json',
    '--profile',
    'full',
    '--requirement',
    'model-id,internal-500',
  )
  assert.match(incomplete.stdout, /Lost since the baseline, without a verdict now: internal-500/)
  await run(1, '--profile', 'full', '--requirement', 'model-id,internal-500')
  copyFileSync(join(cwd, 'out/report.json'), join(cwd, 'open.json'))
  const open = await run(5, '--baseline', 'open.json', '--profile', 'full', '--requirement', 'model-id,internal-500')
  assert.match(open.stdout, /\nAs in the baseline run, 1 requirement has no verdict\.\n/)
})

test('--fail-fast continues after a known failure, and stops at a new one', async () => {
  const { run, report, write } = runs()
  write('known.txt', 'model-id\n')
  await run(0, '--baseline', 'known.txt', '--fail-fast')
  assert.equal(report().stop, undefined)
  write('known.txt', '')
  await run(1, '--baseline', 'known.txt', '--fail-fast')
  assert.match(report().stop?.reason ?? '', /the first failure/)
})

test('refuses an invalid baseline, and one that the run would overwrite', async () => {
  const { cwd, run, refused, write } = runs()
  await run(1)
  const text = textAt(cwd, 'out/report.json')
  const overwritten = /--baseline out\/report\.json is a file that this run overwrites; copy it elsewhere first/
  await refused(overwritten, '--baseline', 'out/report.json')
  write('known.txt', 'model-idd\n')
  await refused(/known\.txt:1:1: model-idd is not a requirement; did you mean model-id\?/, '--baseline', 'known.txt')
  assert.equal(textAt(cwd, 'out/report.json'), text)
})
