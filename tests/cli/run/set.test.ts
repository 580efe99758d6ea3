import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand } from '../../../cli/commands/run/command.ts'
import { replay } from '../../../suites/harness/report/replay.ts'
import { parseTranscript } from '../../../suites/harness/report/transcript-file.ts'
import { ourSetFile, ourTimeline } from '../../../suites/harness/sets/scoring.ts'
import { usualSet } from '../../../suites/harness/sets/timeline.ts'
import { allChecks } from '../../../suites/index.ts'
import { command, exits, folder, refuses } from '../command.ts'
import { jsonAt, reportIn, textAt } from '../files.ts'

const usual = usualSet(ourTimeline(), new Date()).name

test('a run without --set uses the effective set, and names it in its output, report and transcript', async () => {
  const cwd = folder()
  const { stdout, stderr } = await exits(0, ['run', '--profile', 'smoke', '--transcript', 't.jsonl'], { cwd })
  assert.match(stderr, new RegExp(`^Certifying [^\\n]*, profile smoke, set ${usual}, `))
  assert.ok(stdout.includes(` · set ${usual} · `), stdout)
  const report = jsonAt<{ set?: string; set_state?: string }>(cwd, 'out/report.json')
  assert.deepEqual([report.set, report.set_state], [usual, undefined])
  const [head = ''] = textAt(cwd, 't.jsonl').split('\n')
  assert.equal((JSON.parse(head) as { set?: string }).set, usual)
})

test('the replay lines of a failure name the given set', async () => {
  const cwd = folder()
  await command(['run', '--profile', 'smoke', '--set', '1.0.0-1', '--transcript', 't.jsonl'], { cwd })
  const [head = ''] = textAt(cwd, 't.jsonl').split('\n')
  assert.match((JSON.parse(head) as { command: string }).command, / --set 1\.0\.0-1( |$)/)
})

test('refuses an unknown set before anything is sent: exit code 2', async () => {
  for (const name of ['run', 'plan']) {
    const env = { SVC_CONFORMANCE_KEY: 'svc_a_b' }
    await refuses(
      [name, '--base-url', 'http://127.0.0.1:9', '--set', '1.0.0-11'],
      /there is no set '1\.0\.0-11'; did you mean 1\.0\.0-1\?\n$/,
      { env },
    )
  }
})

test('suggests to remove --set before any set is effective only if --set was given', async (context) => {
  context.mock.timers.enable({ apis: ['Date'], now: Date.parse('2020-01-01') })
  const run = { out: folder(), certificate: 'certificate.json', strict: false }
  await assert.rejects(
    runCommand(run),
    /^UsageError: --certificate: the set \S+ is a draft, .*; no set is effective yet: /,
  )
  await assert.rejects(runCommand({ ...run, set: usual }), /remove --set$/)
})

test('scores a run by the day of its start, not of the command: --wait may end after midnight', async (context) => {
  const [{ effective = '' } = {}] = ourTimeline().sets
  const midnight = Date.parse(effective)
  context.mock.timers.enable({ apis: ['Date'], now: midnight - 1 })
  const out = folder()
  const transcript = join(out, 't.jsonl')
  const running = runCommand({ out, transcript, profile: 'smoke', strict: false, quiet: true })
  // The options are read by now, but the mock is not started yet.
  context.mock.timers.setTime(midnight)
  assert.equal(await running, 0)
  const report = reportIn(out)
  assert.deepEqual([report.started, report.set_state], [new Date(midnight).toISOString(), undefined])
  const again = await replay(parseTranscript(textAt(transcript), transcript), allChecks)
  assert.deepEqual(again.report, report)
})

test('list sets shows each set with its state and its days', async () => {
  const { stdout } = await exits(0, ['list', 'sets', '--json'])
  const rows = JSON.parse(stdout) as { id: string; state: string; days: string[] }[]
  const ids = rows.map(({ id }) => id)
  const names = ourTimeline().sets.map(({ name }) => name)
  assert.deepEqual(ids, names)
  for (const { id, days } of rows) assert.ok(ourSetFile(id).set === id && days.length > 0, id)
})
