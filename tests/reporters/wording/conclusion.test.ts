/** The wording and the exit code of a conclusion, by the verdicts of the requirements. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { concluded } from '../../../reporters/wording/conclusion/conclusion.ts'
import { exitCodeOf, heldOf } from '../../../reporters/wording/conclusion/exit-code.ts'
import { nextStep, notShownLines, shownLine } from '../../../reporters/wording/conclusion/shown.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../../suites/harness/report/requirement.ts'
import { unaltered } from '../alterations.ts'
import { reportOn } from '../samples.ts'

const sample = await reportOn(unaltered, 'smoke')
const [pattern] = sample.requirements as [ReportedRequirement]

let count = 0

/** A requirement from `must pass`, `should warn` or `must fail aside` (not scored), with its message. */
const requirement = (text: string, said?: string): ReportedRequirement => {
  const [level, verdict, aside] = text.split(' ')
  count += 1
  const { reason, waiver, known, newer, not_scored, ...plain } = pattern
  return {
    ...plain,
    ...{ id: `r-${count}`, level, verdict, section: '4', profile: 'full' },
    findings: said === undefined ? [] : [{ outcome: 'inconclusive', message: said, exchanges: [] }],
    ...(aside && { not_scored: { reason: 'challenged', challenges: ['CH-1'] } }),
  } as unknown as ReportedRequirement
}

function reportWith(conclusion: Report['conclusion'], texts: readonly string[], more: Partial<Report> = {}): Report {
  count = 0
  const requirements = texts.map((text) => requirement(...(text.split(/: (.*)/) as [string, string?])))
  return { ...sample, conclusion, causes: [], requirements, ...more }
}

const filtered = { filtered: true } as const
const stop = { stop: { reason: 'It is gone.', mend: 'Start it.' } } as unknown as Partial<Report>
const ENDED = 'not-evidenced'
const LACKS = 'not run: the target file does not have'

/** A conclusion, its requirements, the exit code, the wording, and other members of the report. */
type Case = readonly [Report['conclusion'], readonly string[], number, RegExp, Partial<Report>?]

const cases: readonly Case[] = [
  [
    'conformant',
    ['must pass', 'must pass', 'should pass'],
    0,
    /^Conformant: all 2 requirements of profile smoke hold\.$/,
  ],
  ['conformant', ['must pass', 'should warn'], 0, /^Conformant: all 1 requirements .* hold, with 1 warning\.$/],
  ['conformant', ['must pass', 'must fail aside'], 0, /^Conformant: all 1 requirements of profile smoke hold\./],
  ['nonconformant', ['must pass', 'must fail'], 1, /^Nonconformant: 1 requirement does not hold\.$/],
  ['nonconformant', ['must fail', 'must fail', 'must error'], 1, /^Nonconformant: 2 requirements do not hold\.$/],
  ['nonconformant', ['should warn'], 1, /^Nonconformant: 1 warning with --strict\.$/, { strict: true }],
  ['nonconformant', ['must fail'], 1, /other requirements may also fail: It is gone\. Start it\.$/, stop],
  [
    'incomplete',
    ['must pass', `must ${ENDED}`],
    3,
    /^Incomplete: 1 requirement has no verdict\. Next: Find out why verdicts are missing, and run again\. The first is r-2: no response in the run showed it\. More/,
  ],
  ['incomplete', [`must ${ENDED}`, 'must inconclusive'], 3, /^Incomplete: 2 requirements have no verdict\./],
  ['incomplete', [`must ${ENDED} aside`, 'must pass'], 3, /^Incomplete: the run did not show its profile\./],
  ['incomplete', ['must error'], 4, /^Incomplete: 1 requirement has no verdict\./],
  ['incomplete', ['must error aside'], 3, /^Incomplete: the run did not show its profile\./],
  ['incomplete', ['must pass'], 3, /^Incomplete: It is gone\. Start it\.$/, stop],
  [
    'incomplete',
    ['must pass', 'should pass'],
    5,
    /^Holds now: all 2 selected requirements: r-1, r-2\. Only a run/,
    filtered,
  ],
  ['incomplete', ['must pass'], 5, /^Holds now: the selected requirement: r-1\./, filtered],
  ['incomplete', ['should warn', 'must pass'], 5, /^Holds now: the selected requirement: r-2\./, filtered],
  ['incomplete', ['must pass', `must ${ENDED}`], 3, /^Incomplete: 1 requirement has no verdict/, filtered],
  ['incomplete', ['must pass', 'must inconclusive'], 3, /^Incomplete: 1 requirement has no verdict/, filtered],
  ['incomplete', ['must pass', `must ${ENDED} aside`], 5, /^Holds now: the selected requirement: r-1/, filtered],
  ['incomplete', [], 3, /^Incomplete: the selected checks have shown no requirement\.$/, filtered],
  ['incomplete', ['should warn'], 3, /^Incomplete: 1 warning, and no selected requirement decides whether/, filtered],
  ['incomplete', ['must pass'], 3, /^Incomplete: It is gone/, { ...filtered, ...stop }],
  ['incomplete', [], 3, /no check of profile smoke was selected; try another --profile\.$/, { checks: [] }],
  [
    'conformant',
    ['must pass'],
    0,
    /3 responses reported an exceeded limit \(429\), and about 1\.5 requests per second got through\. If these responses depend on the rate, a lower --rate/,
    { limits_met: 3, requests: 33, started: '2026-01-01T00:00:00.000Z', finished: '2026-01-01T00:00:20.000Z' },
  ],
]

describe('a run', () => {
  for (const [conclusion, requirements, code, words, more = {}] of cases)
    test(`is ${conclusion} with ${requirements.join(', ') || 'nothing'}${Object.keys(more)}: exit code ${code}`, () => {
      const report = reportWith(conclusion, requirements, more)
      const { word, reasons } = concluded(report)
      assert.match(`${word}: ${reasons.join(' ')}`, words)
      assert.equal(exitCodeOf(report), code)
      assert.equal(heldOf(report) !== undefined, code === 5)
    })
})

test('requirements that were shown or not shown have a line for each kind', () => {
  const report = (...texts: string[]) => reportWith('conformant', texts)
  assert.equal(shownLine(report('must pass', 'must pass', 'should pass')), '2 requirements, 1 recommendation')
  const seen = report('should pass', 'must observed', 'must observed')
  assert.match(shownLine(seen), /^0 requirements, 1 recommendation, 2 behaviours recorded/)
  assert.deepEqual(notShownLines(report('must pass', 'should pass', 'must observed')), [])
  const absent = 'must not-selected|must not-applicable|must not-observable|should warn|should inconclusive'.split('|')
  const lines = notShownLines(report(...absent)).map((line) => line.slice(0, 54))
  assert.deepEqual(lines, [
    '1 requirement of the profile full (other projects, dis',
    '1 requirement about what is declared absent.',
    'r-4, r-5: recommended, and not shown to hold.',
    '1 requirement that no request from outside can show, s',
  ])
})

test('the next step names gaps of the target file, or explain of the first open requirement, or nothing', () => {
  const next = (texts: string[], more = {}) => nextStep(reportWith('incomplete', texts, more))
  const lacking = [`must ${ENDED}: ${LACKS} keys.second and models.foreign`, `must ${ENDED}: ${LACKS} keys.second`]
  assert.match(next(lacking) ?? '', /^Add keys\.second, models\.foreign to the target file, or declare absent/)
  assert.match(
    next(['must pass', `must ${ENDED}`, 'must error']) ?? '',
    /^Find out why .* The first is r-2: .* explain r-2$/,
  )
  assert.equal(next(['must pass'], stop), 'Start it.')
  assert.equal(next([`should ${ENDED}`, `must ${ENDED} aside`]), undefined)
  assert.equal(nextStep(reportWith('conformant', [`must ${ENDED}`])), undefined)
})
