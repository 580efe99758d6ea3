import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exitCodeOf } from '../../../cli/exit-codes.ts'
import { refusalOf } from '../../../reporters/certificate/certificate.ts'
import { formatNames } from '../../../reporters/formats/format-names.ts'
import { formats } from '../../../reporters/formats/formats.ts'
import { summaryOf } from '../../../reporters/terminal/terminal.ts'
import { faultBySchema } from '../../../suites/harness/catalogue/published-schema.ts'
import { replay } from '../../../suites/harness/report/replay.ts'
import { type Report, reportOf } from '../../../suites/harness/report/report.ts'
import { parseTranscript, transcriptText } from '../../../suites/harness/report/transcript-file.ts'
import { certify } from '../../../suites/harness/run/certify.ts'
import type { Waiver } from '../../../suites/harness/target/declared/waivers.ts'
import { allChecks } from '../../../suites/index.ts'
import { alteredMock } from '../../integration/drivers/altered-mock.ts'
import { aboutRun, mockAt } from '../samples.ts'
import { formatRows } from './format-rows.ts'

const HOSTILE = 'see <script>alert(1)</script> ]]> `x` | \u001b[2J'
const waivers: readonly Waiver[] = [
  { requirement: 'auth-error-type', reason: `Known, ${HOSTILE}`, owner: 'team edge', expires: '2999-01-31' },
  { requirement: 'auth-missing-key', reason: 'It was so once', owner: 'team auth', expires: '2999-01-31' },
  { requirement: 'error-closed', reason: 'For the move', owner: 'team old', expires: '2020-01-31' },
  { requirement: 'limit-429', reason: 'No limits yet', owner: 'team quota', expires: '2999-01-31' },
]
await using gateway = await alteredMock((response) => {
  if (response.status === 401)
    response.body = Buffer.from(response.body.toString().replace('authentication_error', 'server_error'))
})
const target = { ...mockAt(gateway.url), waivers }
const result = await certify({ target, checks: allChecks, profile: 'smoke' })
const about = aboutRun(target)
const plainReport = reportOf(result, about)
const report = reportOf(result, { ...about, waivers })
const only = (...ids: string[]): Report =>
  reportOf(result, { ...about, waivers: waivers.filter(({ requirement }) => ids.includes(requirement)) })

test('the report has each waiver with its state, also at its requirement, and is otherwise unchanged', () => {
  const states = report.waivers?.map(({ requirement, state }) => [requirement, state])
  assert.deepEqual(states, [
    ['auth-error-type', 'in-force'],
    ['auth-missing-key', 'stale'],
    ['error-closed', 'expired'],
    ['limit-429', 'idle'],
  ])
  assert.equal(faultBySchema('report', JSON.parse(JSON.stringify(report))), undefined)
  assert.equal(report.conclusion, 'nonconformant')
  const { waivers: _, ...rest } = report
  const bare = rest.requirements.map(({ waiver: _own, ...requirement }) => requirement)
  assert.deepEqual({ ...rest, requirements: bare }, plainReport)
  assert.ok(!('waivers' in plainReport))
})

test('a replay of the transcript has the same waivers', async () => {
  const text = transcriptText(result, target, { ...about, waivers })
  const { report: again } = await replay(parseTranscript(text, 'transcript.jsonl'), allChecks)
  assert.deepEqual(again, report)
})

test('every format shows the reason, owner and expiry of a waiver', () => {
  for (const name of formatNames) {
    const text = formats[name](report)
    assert.match(text, formatRows[name].waived, name)
    assert.doesNotMatch(formats[name](plainReport), /waive/i, name)
    if (name !== 'json') assert.ok(!text.includes('\u001b'), name)
  }
  assert.ok(!formats.html(report).includes('<script>alert'))
  const summary = summaryOf(report, { detail: 'verbose' })
  assert.match(summary, /FAIL auth-error-type [\s\S]*\n {4}waived {4}Known, .*team edge, until 2999-01-31; in force/)
  assert.match(
    summary,
    /\nWaivers\n {2}error-closed: [\s\S]*\n {2}limit-429: No limits yet \(team quota, until 2999-01-31; idle/,
  )
  assert.ok(!summary.includes('\u001b'))
})

test('the last lines name the waivers that fail the run, and those in force', () => {
  const summary = summaryOf(report)
  assert.match(
    summary,
    /\nThe run fails because the waiver of auth-missing-key is stale: the requirement holds now\. Remove the waiver\.\n/,
  )
  assert.match(summary, /\nThe run fails because the waiver of error-closed expired on 2020-01-31\. team old must fix/)
  assert.match(summary, /\nWaived \(verdicts unchanged\): auth-error-type\.\n/)
})

test('a conformant run exits with 1 for a stale or expired waiver, and with 0 for one in force or idle', () => {
  const conformant = { conclusion: 'conformant', requirements: [] } as const
  const code = (...ids: string[]): number => exitCodeOf({ ...conformant, ...pick(only(...ids)) })
  const codes = [code(), code('auth-error-type'), code('limit-429'), code('auth-missing-key'), code('error-closed')]
  assert.deepEqual(codes, [0, 0, 0, 1, 1])
  assert.equal(exitCodeOf({ ...conformant, conclusion: 'incomplete', ...pick(only('error-closed')) }), 1)
})

function pick({ waivers: own }: Report): Pick<Report, 'waivers'> {
  return own ? { waivers: own } : {}
}

test('a run with waivers gets no certificate', () => {
  const conformant = { ...only('limit-429'), conclusion: 'conformant' } as const
  assert.equal(
    refusalOf(conformant),
    'the run has waivers for limit-429; only a run without waivers gets a certificate',
  )
  assert.equal(refusalOf({ ...plainReport, conclusion: 'conformant' }), undefined)
})
