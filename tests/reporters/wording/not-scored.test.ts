import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exitCodeOf } from '../../../cli/exit-codes.ts'
import { refusalOf, type Statement, statementOf } from '../../../reporters/certificate/certificate.ts'
import { differenceOf } from '../../../reporters/difference/difference.ts'
import { differenceText } from '../../../reporters/difference/text.ts'
import { formats } from '../../../reporters/formats/formats.ts'
import { reportText } from '../../../reporters/formats/json.ts'
import { plain } from '../../../reporters/terminal/paint.ts'
import { summaryOf } from '../../../reporters/terminal/terminal.ts'
import { faultBySchema } from '../../../suites/harness/catalogue/published-schema.ts'
import { type Report, reportOf } from '../../../suites/harness/report/report.ts'
import type { Scoring } from '../../../suites/harness/sets/scoring.ts'
import { ADDED, challenge, changedSet, EFFECTIVE, scoring, target, under } from '../../suites/harness/sets/fixture.ts'
import { aboutRun } from '../samples.ts'

const about = aboutRun(target)
const reportUnder = (by?: Scoring, more: object = {}): Report => reportOf(under(by), { ...about, ...more })

/** `models-list` passes a check of the set, and fails a newer one. */
const newerCheck = reportUnder(scoring({ effective: EFFECTIVE }))
/** The requirement is newer than the set, and fails. */
const newerRequirement = reportUnder(scoring({ set: changedSet((ids) => ids.filter((id) => id !== 'models-list')) }))
/** The first set has the requirement, the second one does not. */
const second = { ...changedSet((ids) => ids.filter((id) => id !== 'models-list')), set: '1.0.0-2' }
const dropped = reportUnder(scoring({ name: '1.0.0-2', second, effective: '2026-11-30' }))
/** The requirement is in the set, fails, and is challenged. */
const challenged = reportUnder(scoring({ name: '1.0.0-2', challenges: [challenge('models-list')], at: '2026-12-01' }))
const scored = reportUnder(scoring({ name: '1.0.0-2' }))

const unscored: readonly (readonly [what: string, report: Report, line: string])[] = [
  ['a newer check', newerCheck, `not scored: fail, by checks newer than the set 1.0.0-1; counts from ${EFFECTIVE}`],
  ['a newer requirement', newerRequirement, 'not scored: newer than the set 1.0.0-1; counts with the next set'],
  ['a disputed requirement', challenged, 'not scored: challenged (c-1), no ruling yet'],
]

test('the same failure counts if it is in the set, so the tests below are meaningful', () => {
  assert.equal(exitCodeOf(scored), 1)
  assert.match(formats.junit(scored), /<failure /)
  assert.match(formats.github(scored), /^::error /m)
})

for (const [what, report, line] of unscored) {
  test(`${what} that fails leaves the run conformant, and the report follows its schema`, () => {
    assert.equal(report.conclusion, 'conformant')
    assert.equal(exitCodeOf(report), 0)
    assert.equal(faultBySchema('report', JSON.parse(reportText(report))), undefined)
  })

  test(`${what} that fails is no failure in any format, and each format shows it`, () => {
    const junit = formats.junit(report)
    assert.doesNotMatch(junit, /<(?:failure|error) /)
    assert.match(junit, /<testsuites [^>]*failures="0" errors="0"/)
    const { results } = JSON.parse(formats.ctrf(report)) as {
      results: {
        summary: { failed: number }
        tests: { name: string; status: string; extra: { not_scored?: string } }[]
      }
    }
    const own = results.tests.find(({ name }) => name === 'models-list')
    assert.equal(results.summary.failed, 0)
    assert.equal(own?.extra.not_scored, line)
    assert.doesNotMatch(formats.github(report), /^::(?:error|warning) /m)
    const quality = JSON.parse(formats['code-quality'](report)) as { check_name: string; severity: string }[]
    const severities = quality
      .filter(({ check_name }) => check_name.endsWith('/models-list'))
      .map(({ severity }) => severity)
    assert.deepEqual(severities, ['info'])
    assert.match(formats['badge-svg'](report), /conformant · smoke/)
    for (const text of [junit, formats.github(report), formats['code-quality'](report), formats.html(report)])
      assert.ok(text.includes(line), line)
    for (const text of [summaryOf(report), formats.markdown(report), formats.html(report)])
      assert.match(text, /Not scored, because [^:]*: models-list\./)
  })

  test(`a cause of ${what} is last, and marked as not scored`, () => {
    const last = report.causes?.at(-1)
    assert.deepEqual([last?.not_scored, last?.requirements], [true, ['models-list']])
    assert.match(summaryOf(report), /\nDoes not hold, not scored\n {2}FAIL models-list /)
    assert.doesNotMatch(summaryOf(report), /\nDoes not hold\n/)
  })

  test(`${what} that fails is not a regression`, () => {
    const before = { ...report, requirements: report.requirements.map(held), set: '1.0.0-1' }
    const difference = differenceOf(before, report, { times: 1000, milliseconds: 1000 })
    assert.deepEqual(difference.regressions, [])
    const changes = difference.notScored.map(({ id, after }) => [id, after])
    assert.deepEqual(changes, [['models-list', 'fail']])
    assert.match(differenceText(difference, plain), /^Not scored \(1\)\n {2}models-list .*pass → fail/m)
  })
}

/** The requirement before it failed. */
function held(requirement: Report['requirements'][number]): Report['requirements'][number] {
  const { newer: _, not_scored: __, ...rest } = requirement
  return requirement.id === 'models-list' ? { ...rest, verdict: 'pass', findings: [] } : rest
}

test('a failure that counts only now is a regression, although the verdict is the same', () => {
  const { regressions } = differenceOf(challenged, scored, { times: 1000, milliseconds: 1000 })
  const ids = regressions.map(({ id }) => id)
  assert.deepEqual(ids, ['models-list'])
})

test('a failure that only the next set counts can already be waived or be in a baseline', () => {
  const by = scoring({ effective: EFFECTIVE })
  const waiver = { requirement: 'models-list', reason: 'known', owner: 'gateway', expires: '2099-01-01' } as const
  const report = reportUnder(by, { waivers: [waiver], baseline: { known: ['models-list'] } })
  assert.equal(report.waivers?.[0]?.state, 'idle')
  assert.deepEqual(report.baseline?.stale, [])
  assert.equal(exitCodeOf(report), 0)
})

test('a baseline ignores failures that are not scored', () => {
  const by = scoring({ name: '1.0.0-2', challenges: [challenge('models-list')] })
  const { baseline } = reportUnder(by, { baseline: { known: [] } })
  assert.deepEqual(baseline?.new, [])
})

test('a requirement dropped by a later set is marked as not scored, without a day', () => {
  assert.equal(dropped.conclusion, 'conformant')
  assert.equal(faultBySchema('report', JSON.parse(reportText(dropped))), undefined)
  assert.match(formats.junit(dropped), /not scored: the set 1\.0\.0-2 no longer has it/)
  assert.doesNotMatch(formats.junit(dropped), /<(?:failure|error) /)
  assert.doesNotMatch(summaryOf(dropped), /newer than the set|counts? (?:from|with)/)
})

test('the newer check is marked as not scored, and its findings are counted', () => {
  const check = newerCheck.checks.find(({ id }) => id === ADDED)
  assert.deepEqual([check?.not_scored, check?.findings.fail], [true, 1])
  const marked = newerCheck.checks.flatMap(({ id, not_scored }) => (not_scored ? [id] : []))
  assert.deepEqual(marked, [ADDED])
})

test('the summary, JUnit, the page, Markdown and the SVG badge name the set', () => {
  assert.match(summaryOf(newerCheck), / · contract 1\.0\.0 · set 1\.0\.0-1 · profile smoke\n/)
  assert.match(formats.junit(newerCheck), /<property name="set" value="1\.0\.0-1"/)
  assert.match(formats.html(newerCheck), /<dt>Set<\/dt><dd>1\.0\.0-1<\/dd>/)
  assert.match(formats['badge-svg'](newerCheck), /<desc>set 1\.0\.0-1<\/desc>/)
  assert.match(formats.markdown(newerCheck), /profile \*\*smoke\*\*, set 1\.0\.0-1, /)
})

test('a report without a set has no members about sets', () => {
  const text = reportText(reportUnder())
  for (const word of ['"set"', '"set_state"', '"not_scored"', '"newer"']) assert.ok(!text.includes(word), word)
})

test('the summary names a draft set, and draft and deprecated sets get no certificate', () => {
  const by = scoring({ name: '1.0.0-2' })
  const draft = reportUnder(by)
  assert.equal(draft.set_state, 'draft')
  const warning = /\nThe set 1\.0\.0-2 is a draft: it may still change, and a run under it gets no certificate\.\n/
  assert.match(summaryOf(draft), warning)
  assert.match(refusalOf(challenged) ?? '', /^the set 1\.0\.0-2 is a draft, /)
  assert.match(refusalOf({ ...newerCheck, set_state: 'deprecated' }) ?? '', /^the set 1\.0\.0-1 is deprecated; /)
  assert.equal(refusalOf({ ...newerCheck, set_state: 'warn' }), undefined)
})

const digest = 'a'.repeat(64)

function certified(report: Report): Statement['predicate'] {
  const statement = statementOf(report, {
    build: { sha256: digest },
    requirements: digest,
    set: ['1.0.0-2', digest],
    report: ['report.json', digest],
    transcript: ['transcript.jsonl', digest],
    exchanges: 9,
    expires: '2027-01-01T00:00:00.000Z',
  })
  assert.equal(faultBySchema('certificate', statement), undefined)
  return statement.predicate
}

test('a certificate names its set and the open challenges', () => {
  assert.deepEqual(certified(challenged).set, { name: '1.0.0-2', digest: { sha256: digest } })
  assert.deepEqual(certified(challenged).challenges, ['c-1'])
  assert.ok(!('challenges' in certified(newerCheck)))
})

test('a certificate lists failures that did not count, and has no list if every verdict counts', () => {
  for (const report of [newerRequirement, challenged]) {
    const { conclusion, verdicts, not_scored } = certified(report)
    assert.deepEqual([conclusion, verdicts['models-list'], not_scored], ['conformant', 'fail', ['models-list']])
  }
  const { conclusion, not_scored } = certified(newerCheck)
  assert.deepEqual([conclusion, not_scored], ['conformant', undefined])
})
