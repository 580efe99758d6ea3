import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { command, folder } from '../../cli/command.ts'
import { ONE_WORKER, playwright } from './playwright.ts'

const settings = { requirements: ['models-list'], profile: 'smoke' }
const visible = (place: string): string[] => readdirSync(place).filter((name) => !name.startsWith('.'))

test('a run under Playwright removes the files of an earlier run, and no others', async () => {
  const out = folder()
  const first = await command(['run', '--profile', 'smoke', '--out', out, '--reporter', 'junit,markdown'])
  assert.equal(first.code, 0, first.stdout)
  writeFileSync(join(out, 'summary.md'), 'mine now')
  mkdirSync(join(out, 'playwright'))
  writeFileSync(join(out, 'playwright', 'notes.md'), 'mine')
  const second = await playwright(out, settings, {}, ONE_WORKER)
  assert.equal(second.report().filtered, true, second.output)
  assert.deepEqual(visible(out), ['playwright', 'report.html', 'report.json', 'summary.md'])
  assert.equal(readFileSync(join(out, 'summary.md'), 'utf8'), 'mine now')
  assert.equal(readFileSync(join(out, 'playwright', 'notes.md'), 'utf8'), 'mine')
  // Nothing runs, so no report is written; an old report would be mistaken for that of this run.
  await playwright(out, settings, {}, ['--grep', 'no such check'])
  assert.deepEqual(visible(out), ['playwright', 'summary.md'])
})

test('a run under Playwright sends nothing rather than overwrite a file of another program', async () => {
  const out = folder()
  writeFileSync(join(out, 'report.json'), '{"mine":true}')
  const { code, output } = await playwright(out, settings, {}, ONE_WORKER)
  assert.equal(code, 2, output)
  assert.match(
    output,
    /report\.json is not a file of an earlier run; move it, or name another folder with out in SVC_CONFORMANCE_RUN/,
  )
  assert.deepEqual(visible(out), ['report.json'])
  assert.equal(readFileSync(join(out, 'report.json'), 'utf8'), '{"mine":true}')
  assert.ok(!existsSync(join(out, 'report.html')))
})
