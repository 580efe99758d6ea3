import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formats } from '../../../reporters/formats/formats.ts'
import { summaryOf } from '../../../reporters/terminal/terminal.ts'
import { faultBySchema } from '../../../suites/harness/catalogue/published-schema.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../../suites/harness/report/requirement.ts'
import { unaltered } from '../alterations.ts'
import { assertIsText, MARKUP } from '../markup.ts'
import { reportOn } from '../samples.ts'

const bare = await reportOn(unaltered, 'smoke')

/** The same report with one requirement declared absent. */
function declaring(reason: string, contradicted?: string): Report {
  const id = 'models-list'
  const change = (each: ReportedRequirement): ReportedRequirement =>
    each.id === id ? { ...each, verdict: 'not-applicable', reason: `declared absent: limited (${reason})` } : each
  return {
    ...bare,
    target: { ...bare.target, not_applicable: { limited: reason } },
    requirements: contradicted === undefined ? bare.requirements.map(change) : bare.requirements,
    not_applicable: [
      {
        id: 'limited',
        reason,
        requirements: contradicted === undefined ? [id] : [],
        checks: ['limit-429'],
        ...(contradicted === undefined ? {} : { contradicted }),
      },
    ],
  }
}

test('every format escapes the reason', () => {
  assertIsText(declaring(MARKUP))
})

test('the schema of the report accepts valid reasons, and rejects malformed ones', () => {
  const fault = (report: Report): string | undefined => faultBySchema('report', JSON.parse(JSON.stringify(report)))
  assert.equal(fault(declaring('There are no limits.')), undefined)
  const contradicted = 'limited is declared absent, but a response shows it'
  assert.equal(fault(declaring('There are no limits.', contradicted)), undefined)
  assert.match(fault(declaring('no\nlimits')) ?? '', /not_applicable/)
})

test('a requirement declared absent does not count as passed', () => {
  const passed = (report: Report): number => {
    const { results } = JSON.parse(formats.ctrf(report)) as { results: { summary: { passed: number } } }
    return results.summary.passed
  }
  assert.equal(passed(declaring('There are no limits.')), passed(bare) - 1)
})

test('the terminal, Markdown and the page report a declaration that a response contradicts', () => {
  const what = 'limited is declared absent, but a response shows it: 429 to GET /v1/models (a/1)'
  const report = declaring('There are no limits.', what)
  const sentence = `${what}. That declaration has no effect: remove it.`
  for (const text of [summaryOf(report), formats.markdown(report), formats.html(report)]) {
    assert.ok(text.includes(sentence))
    assert.doesNotMatch(text, /Not shown, because/)
  }
})
