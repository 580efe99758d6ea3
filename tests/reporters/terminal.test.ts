import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { coloured, paintFor, plain } from '../../reporters/terminal/paint.ts'
import { Progress } from '../../reporters/terminal/progress.ts'
import { summaryOf } from '../../reporters/terminal/terminal.ts'
import { tallyLine } from '../../reporters/terminal/verdicts.ts'
import { wrapped } from '../../reporters/terminal/wrap.ts'
import type { ReportedCause } from '../../suites/harness/report/causes.ts'
import type { Report } from '../../suites/harness/report/report.ts'
import { printable } from '../../suites/harness/text/printable.ts'
import { reportOn } from './samples.ts'

const HOSTILE = '\u001b]0;owned\u0007\u001b[2J\n::error::gotcha\r\n##vso[task.complete]\u202Eevil\u2028x\u009b31m'

let report: Report
before(async () => {
  // A busy machine may end a connection, which the summary mentions separately.
  const { connections_ended: _, ...rest } = await reportOn((response) => {
    if (response.status < 400) return
    response.body = Buffer.from(JSON.stringify({ error: { message: HOSTILE, type: HOSTILE, param: HOSTILE, code: 1 } }))
    response.headers['content-type'] = 'text/plain; \u009b31m'
  })
  report = rest
})

test('text of a target cannot control a terminal or a log', () => {
  const summary = summaryOf(report, { detail: 'verbose' })
  assert.match(summary, /FAIL error-/)
  assert.doesNotMatch(summary, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/)
  assert.doesNotMatch(summary, /^\s*::/m)
  assert.doesNotMatch(summary, /##\w*\[/)
})

test('printable text is one line with a limited length', () => {
  assert.equal(printable('a\nb\t\u001b[0m\u0000é😀'), 'a\\nb\\t\\x1b[0m\\x00é😀')
  assert.equal(printable('\ud800 \u200b \u{e0041}'), '\\u{d800} \\u{200b} \\u{e0041}')
  assert.equal(printable('a\u00ad\u2060\ufe0f\u{e0100} ❤️ 1️⃣'), 'a\\xad\\u{2060}\\u{fe0f}\\u{e0100} ❤️ 1️⃣')
  assert.equal(printable('::error::x'), '\\::error::x')
  assert.equal(printable('x'.repeat(400)), `${'x'.repeat(300)}… (400 characters)`)
})

test('the coloured summary has the same text as the plain one', () => {
  const summary = summaryOf(report, { paint: coloured })
  assert.notEqual(summary, summaryOf(report, { paint: plain }))
  assert.equal(stripVTControlCharacters(summary), summaryOf(report, { paint: plain }))
})

test('requirements that are not scored are counted separately', () => {
  const { not_scored, ...scored } = report.requirements[0] ?? assert.fail()
  const others = Array.from({ length: 2 }, () => ({
    ...scored,
    verdict: 'fail' as const,
    not_scored: { reason: 'newer' as const },
  }))
  assert.equal(tallyLine([{ ...scored, verdict: 'pass' }, ...others], plain), '1 pass · 2 not scored')
})

test('only terminals that support and allow colours get them', () => {
  const terminal = { isTTY: true, hasColors: () => true }
  assert.equal(paintFor(terminal, {}), coloured)
  assert.equal(paintFor(terminal, { NO_COLOR: '' }), coloured)
  assert.equal(paintFor(terminal, { NO_COLOR: '1' }), plain)
  assert.equal(paintFor(terminal, { TERM: 'dumb' }), plain)
  assert.equal(paintFor({ isTTY: true, hasColors: () => false }, {}), plain)
  assert.equal(paintFor({}, {}), plain)
  assert.equal(paintFor({}, { FORCE_COLOR: '1' }), coloured)
  assert.equal(paintFor({}, { FORCE_COLOR: '3', NO_COLOR: '1' }), coloured)
  assert.equal(paintFor(terminal, { FORCE_COLOR: '0' }), plain)
  assert.equal(paintFor(terminal, { FORCE_COLOR: '' }), coloured)
})

test('the summary has the reason why a requirement has no verdict', () => {
  const finding = { outcome: 'inconclusive', message: 'a limit was reached', exchanges: [] } as const
  const open = report.requirements.map((each) =>
    each.id === 'models-list' ? { ...each, verdict: 'inconclusive' as const, findings: [finding] } : each,
  )
  const found = { ...report, requirements: open }
  const reason = / {2}1 inconclusive: a limit was reached/
  assert.match(summaryOf(found), new RegExp(`${reason.source} \\(models-list\\)\n`))
  assert.doesNotMatch(summaryOf(found), /models-list \(section/)
  const verbose = summaryOf(found, { detail: 'verbose' })
  assert.match(verbose, new RegExp(`${reason.source}\n {4}models-list \\(section 4.1\\)`))
})

test('the summary has at most 60 lines with any number of causes, and counts the omitted ones', () => {
  const [cause] = report.causes ?? []
  assert.ok(cause)
  for (const count of [1, 9, 16, 40])
    for (const title of ['short', 'a title of two lines, '.repeat(6)]) {
      const all = Array.from({ length: count }, (_, at) => `error-body-${at}`)
      const causes: ReportedCause[] = all.map((id) => ({ ...cause, id, title }))
      const summary: string = summaryOf({ ...report, causes }, { columns: 80 }).trimEnd()
      const listed = summary.slice(summary.indexOf('\nDoes not hold')).match(/^ {2}(?:FAIL|warn) /gm) ?? []
      const [, left = 0] = /^ {2}and (\d+) more, in the report$/m.exec(summary) ?? []
      assert.ok(summary.split('\n').length <= 60, `${count} causes: ${summary.split('\n').length} lines`)
      assert.equal(listed.length + Number(left), count)
      const cards = summary.match(/^ {4}more {6}/gm) ?? []
      const heading = cards.length < count ? `Causes, the first ${cards.length} of ${count}` : 'Causes'
      assert.ok(summary.includes(`\n${heading}\n`), summary)
    }
})

test('only lines to paste are wider than the terminal, and no text is lost', () => {
  for (const detail of ['normal', 'verbose'] as const) {
    const wide = summaryOf(report, { detail })
    const narrow = summaryOf(report, { detail, columns: 72 })
    const lines = narrow.split('\n').filter((line) => !/^ {4}(?:curl|replay|more) /.test(line))
    const wider = lines.filter((line) => line.length > 72)
    assert.deepEqual(wider, [])
    assert.equal(narrow.replaceAll(/\s/g, ''), wide.replaceAll(/\s/g, ''))
  }
})

test('wraps lines at spaces, and keeps coloured words whole', () => {
  assert.deepEqual(wrapped('  one two three four five six seven eight nine', 40, 4), [
    '  one two three four five six seven',
    '    eight nine',
  ])
  assert.deepEqual(wrapped(`    name  ${'x'.repeat(50)}`, 40, 10, '    name  '), [
    `    name  ${'x'.repeat(30)}`,
    `${' '.repeat(10)}${'x'.repeat(20)}`,
  ])
  assert.equal(wrapped('  one two three four five six seven eight', 40, 46)[1], `${' '.repeat(20)}eight`)
  const red = coloured('red', 'x'.repeat(50))
  assert.deepEqual(wrapped(`  ${red}`, 40, 4), [`  ${red}`])
  assert.deepEqual(wrapped('  one two', undefined, 4), ['  one two'])
})

test('Chinese characters and emoji take two columns', () => {
  const chinese = '模型不存在'.repeat(5)
  assert.deepEqual(wrapped(`  ${chinese}`, 40, 3), [`  ${chinese.slice(0, 18)}`, `   ${chinese.slice(18)}`])
  const [faces = '', flags = '', hearts = ''] = ['😀', '🇩🇪', '❤️'].map((each) => each.repeat(9))
  const texts = [`${faces} ${flags}`, `${hearts} e\u0301e ${'x'.repeat(18)}`]
  assert.deepEqual(wrapped(texts.join(' '), 40, 0), texts)
})

test('the paths of the files are above the failures and the conclusion', () => {
  const summary = summaryOf(report, { written: ['Report: out/report.html'] })
  assert.match(summary, /\nReport: out\/report\.html\n\nDoes not hold\n(?: .*\n)+\nNONCONFORMANT: [^\n]*\n$/)
})

test('the summary explains every conclusion', () => {
  const passing = report.requirements.map((requirement) => ({ ...requirement, verdict: 'pass' as const, findings: [] }))
  const calm: Report = { ...report, requirements: passing, conclusion: 'conformant' }
  assert.match(summaryOf(calm), /CONFORMANT: all \d+ requirements of profile core hold/)
  const filtered = summaryOf({ ...calm, conclusion: 'incomplete', filtered: true }, { command: 'again' })
  assert.match(filtered, /HOLDS NOW: all \d+ selected requirements: [\s\S]*\nRun it: again\n/)
  assert.match(summaryOf({ ...calm, conclusion: 'incomplete', checks: [] }), /INCOMPLETE: no check of profile core/)
  const stop = { reason: 'no \u001bconnection', mend: 'Check it.' }
  assert.match(summaryOf({ ...calm, conclusion: 'incomplete', stop }), /INCOMPLETE: no \\x1bconnection\. Check it\.\n/)
  const silent = passing.map((requirement) => ({ ...requirement, verdict: 'not-evidenced' as const }))
  const unjudged = summaryOf({ ...calm, requirements: silent, causes: [], conclusion: 'incomplete', stop })
  assert.match(unjudged, /^\nINCOMPLETE: no \\x1bconnection\. Check it\.\n$/)
  const early = summaryOf({ ...report, stop })
  assert.match(early, /\nNONCONFORMANT: [^\n]*\n[^\n]*ended early[^\n]*: no \\x1bconnection\. Check it\.?\n$/)
  assert.doesNotMatch(early, /incomplete/i)
  const warned = passing.map((requirement, index) =>
    index === 0 ? { ...requirement, verdict: 'warn' as const } : requirement,
  )
  assert.match(summaryOf({ ...calm, requirements: warned }), /with 1 warning\./)
  const strict = summaryOf({ ...calm, requirements: warned, conclusion: 'nonconformant', strict: true })
  assert.match(strict, /NONCONFORMANT: 1 warning with --strict\./)
})

interface Shown {
  readonly isTTY: boolean
  readonly columns?: number
  readonly expected?: number
  readonly env?: NodeJS.ProcessEnv
}

/** The progress output of a run with a hundred checks and 500 requests. */
function shown({ isTTY, columns = 80, expected, env = {} }: Shown, failedAt = 101): string {
  let now = 0
  const written: string[] = []
  const progress = new Progress({ isTTY, columns, write: (text) => written.push(text) }, () => now, env)
  progress.begin('Certifying', expected)
  for (let done = 1; done <= 100; done += 1) {
    now += 160
    progress.step({ done, total: 100, requests: done * 5, failed: Math.max(0, done - failedAt) })
  }
  progress.end()
  return written.join('')
}

test('progress in a log is an occasional line', () => {
  const log = 'Certifying\n315 of about 500 requests, 63 of 100 checks, about 6 s left\n'
  assert.equal(shown({ isTTY: false, expected: 500 }), log)
  // A terminal that cannot erase text gets lines, like a log.
  assert.equal(shown({ isTTY: true, expected: 500, env: { TERM: 'dumb' } }), log)
  const failing = 'Certifying\n315 requests, 63 of 100 checks, 3 checks failed, about 6 s left\n'
  assert.equal(shown({ isTTY: false }, 60), failing)
})

test('progress on a terminal is one line with a bar, the progress so far, and the failures', () => {
  const terminal = shown({ isTTY: true, expected: 500 }, 60)
  assert.ok(!terminal.includes('\n'))
  assert.ok(terminal.endsWith('\r\u001b[K'))
  const lines = terminal.split('\r\u001b[K')
  for (const line of lines) assert.ok(line.length < 80, line)
  assert.ok(lines.includes('[##############..] 450 of about 500 requests, 30 checks failed, about 2 s left'), terminal)
  assert.match(terminal, /(?:^|\r\u001b\[K)\[###\.{13}/)
  // A narrow terminal gets no bar.
  for (const line of shown({ isTTY: true, columns: 30 }).split('\r\u001b[K')) assert.doesNotMatch(line, /\[|.{30}/)
})

test('progress does not show a run as finished that sends more requests than expected', () => {
  const log = shown({ isTTY: false, expected: 200 })
  assert.equal(log, 'Certifying\n315 requests, 63 of 100 checks\n')
})
