import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UsageError } from '../../../../suites/harness/catalogue/usage-error.ts'
import { replay } from '../../../../suites/harness/report/replay.ts'
import { reportOf } from '../../../../suites/harness/report/report.ts'
import { parseTranscript, type RecordedRun, transcriptText } from '../../../../suites/harness/report/transcript-file.ts'
import type { Result } from '../../../../suites/harness/run/result.ts'
import { ourScoring } from '../../../../suites/harness/sets/scoring.ts'
import { allChecks } from '../../../../suites/index.ts'
import { aboutRun } from '../../../reporters/samples.ts'
import { added, run, target, under, withoutId } from './fixture.ts'

const about = aboutRun(target)
const checks = [...allChecks, ...added]
const scored = under(ourScoring('1.0.0-1', run.started))
const recorded = (result: Result): RecordedRun => parseTranscript(transcriptText(result, target, about), 'transcript')

test('a replay judges a run under its own set, with the same report', async () => {
  const { head, exchanges } = recorded(scored)
  assert.equal(head.set, '1.0.0-1')
  const { report, divergences } = await replay({ head, exchanges }, checks)
  assert.deepEqual(divergences, [])
  assert.deepEqual([report, report.conclusion], [reportOf(scored, about), 'conformant'])
})

test('a record of an earlier version without a set is judged by all checks', async () => {
  const { head, exchanges } = recorded(run)
  assert.ok(!('set' in head))
  const { report } = await replay({ head, exchanges }, checks)
  assert.deepEqual([report.conclusion, report.set], ['nonconformant', undefined])
})

test('an unknown set is a usage error', async () => {
  const { head, exchanges } = recorded(scored)
  await assert.rejects(replay({ head: { ...head, set: '9.0.0-1' }, exchanges }, checks), UsageError)
})

test('a record cannot excuse failures with challenges that do not exist', async () => {
  const { head, exchanges } = recorded(scored)
  const changed = {
    head: { ...head, challenges: { 'request-id-present': ['c-1'] } },
    exchanges: exchanges.map(withoutId),
  }
  const { report } = await replay(changed, checks)
  assert.equal(report.conclusion, 'nonconformant')
})
