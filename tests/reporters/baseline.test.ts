import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exitCodeOf } from '../../cli/exit-codes.ts'
import { refusalOf } from '../../reporters/certificate/certificate.ts'
import { formats } from '../../reporters/formats/formats.ts'
import { reportText } from '../../reporters/formats/json.ts'
import { summaryOf } from '../../reporters/terminal/terminal.ts'
import { faultBySchema } from '../../suites/harness/catalogue/published-schema.ts'
import type { Baseline } from '../../suites/harness/report/baseline.ts'
import { parseBaseline } from '../../suites/harness/report/baseline-file.ts'
import { replay } from '../../suites/harness/report/replay.ts'
import { type Report, reportOf } from '../../suites/harness/report/report.ts'
import { parseTranscript, transcriptText } from '../../suites/harness/report/transcript-file.ts'
import { certify } from '../../suites/harness/run/certify.ts'
import { allChecks } from '../../suites/index.ts'
import { alteredMock } from '../integration/drivers/altered-mock.ts'
import { aboutRun, mockAt } from './samples.ts'

await using gateway = await alteredMock((response) => {
  const text = response.body.toString()
  if (response.status === 401) response.body = Buffer.from(text.replace('authentication_error', 'server_error'))
  else response.body = Buffer.from(text.replace('"object":"list"', '"object":"lists"'))
})
const target = mockAt(gateway.url)
const result = await certify({ target, checks: allChecks, profile: 'smoke' })
const about = aboutRun(target)
const plain = reportOf(result, about)
const against = (baseline: Baseline): Report => reportOf(result, { ...about, baseline })
const failing = plain.requirements.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []))
const known = against(parseBaseline(reportText(plain), 'report.json'))
const half = against({ known: ['auth-error-type', 'model-id'], judged: [] })

test('with its own report as the baseline nothing is new, and the rest of the report is unchanged', () => {
  assert.deepEqual(known.baseline, { new: [], known: failing, stale: [], lost: [] })
  assert.ok(failing.length > 1)
  assert.equal(faultBySchema('report', JSON.parse(reportText(known))), undefined)
  assert.equal(known.conclusion, 'nonconformant')
  const { baseline: _, causes, requirements, ...rest } = known
  const { causes: before, requirements: all, ...plainRest } = plain
  assert.deepEqual(rest, plainRest)
  assert.deepEqual(
    requirements.map(({ known: isKnown, ...requirement }) => {
      assert.equal(isKnown ?? false, requirement.verdict === 'fail')
      return requirement
    }),
    all,
  )
  assert.deepEqual(
    causes?.map(({ known: isKnown, ...cause }) => isKnown && cause),
    before,
  )
  assert.ok(!('baseline' in plain))
})

test('a replay of the transcript has the same baseline', async () => {
  const options = { ...about, baseline: { known: ['auth-error-type', 'model-id'], judged: [] } } as const
  const { report: again } = await replay(parseTranscript(transcriptText(result, target, options), 't'), allChecks)
  assert.deepEqual(again, half)
})

test('the verdict line says that nothing is new, or what is new', () => {
  assert.match(
    summaryOf(known),
    /\nNONCONFORMANT: \d+ requirements do not hold; nothing is new: all are in the baseline\.\n$/,
  )
  const { new: added = [], stale } = half.baseline ?? {}
  assert.deepEqual([added, stale], [failing.filter((id) => id !== 'auth-error-type'), ['model-id']])
  assert.match(
    summaryOf(half),
    new RegExp(
      `; ${added.length} new, 1 known\\.\nNew since the baseline: ${added.join(', ')}\\.\nThe baseline is stale: model-id holds now\\.`,
    ),
  )
  assert.match(summaryOf(against({ known: [] })), /; none is in the baseline\.\n/)
})

test('lists new causes before known ones', () => {
  const lines = summaryOf(half).split('\nDoes not hold\n')[1]?.split('\n') ?? []
  assert.doesNotMatch(lines[0] ?? '', /, known$/)
  assert.match(lines.find((line) => line.includes('auth-error-type')) ?? '', /, known$/)
  assert.equal(half.causes?.at(-1)?.known, true)
})

test('CI formats have a known failure as skipped with its reason, and a new one as failed', () => {
  const allKnown = formats.junit(known)
  assert.match(allKnown, /<testsuites [^>]*failures="0" errors="0"/)
  assert.match(
    allKnown,
    /<testcase name="auth-error-type"[^>]*>\s*<properties>\s*<property name="baseline" value="known"[^>]*>\s*<\/properties>\s*<skipped message="known failure: [^"]+"/,
  )
  const some = formats.junit(half)
  assert.match(some, new RegExp(`<testsuites [^>]*failures="${failing.length - 1}" errors="0"`))
  assert.match(some, /<property name="baseline" value="new"/)
  assert.match(some, /<property name="baseline" value="stale"/)

  const { results } = JSON.parse(formats.ctrf(half)) as {
    results: { summary: { failed: number }; tests: { name: string; status: string; trace?: string; extra: object }[] }
  }
  assert.equal(results.summary.failed, failing.length - 1)
  const own = results.tests.find(({ name }) => name === 'auth-error-type')
  assert.equal(own?.status, 'skipped')
  assert.ok(own.trace)
})

test('the summary and the page mark known failures', () => {
  const text = formats.markdown(half)
  assert.match(text, /^- \*\*auth-error-type\*\* .*, known`$/m)
  assert.deepEqual(text.match(/, known`$/gm)?.length, 1)
  const page = formats.html(half)
  assert.match(page, /1 known/)
  assert.match(page, /auth-error-type[\s\S]*Known failure: the baseline has it/)
  assert.doesNotMatch(formats.html(plain), /Known failure/)
})

test('exits with 0 without new failures, with 1 for a new one, and with 3 for a lost verdict', () => {
  const open = { ...known, baseline: { new: [], known: failing, stale: [], lost: ['model-id'] } }
  const added = { ...open, baseline: { ...open.baseline, new: ['model-id'] } }
  const stopped = { ...known, stop: { reason: 'the budget is spent', mend: 'Raise it.' } }
  assert.deepEqual([plain, known, half, open, added, stopped].map(exitCodeOf), [1, 0, 1, 3, 1, 3])
  const expired = [{ requirement: 'x', reason: 'a', owner: 'b', expires: '2020-01-01', state: 'expired' }] as const
  assert.equal(exitCodeOf({ ...known, waivers: expired }), 1)
  const broken = known.requirements.map((each, at) => (at === 0 ? { ...each, verdict: 'error' as const } : each))
  assert.equal(exitCodeOf({ ...known, requirements: broken }), 4)
  // Nothing makes an incomplete run complete.
  assert.equal(
    exitCodeOf({ ...known, conclusion: 'incomplete', baseline: { new: [], known: [], stale: [], lost: [] } }),
    3,
  )
  for (const report of [open, stopped]) assert.match(formats.junit(report), /<testcase name="the run"/)
})

test('a run with known failures gets no certificate', () => assert.match(refusalOf(known) ?? '', /does not conform/))
