/** The Common Test Report Format: one JSON document that many test tools read. */
import type { ReportedCause } from '../../suites/harness/report/causes.ts'
import type { Report } from '../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../suites/harness/report/requirement.ts'
import { printable, printableJson } from '../../suites/harness/text/printable.ts'
import { causeOf, causesIn } from '../wording/causes.ts'
import { detailsOf } from '../wording/details.ts'
import { isAside, notScoredLine } from '../wording/not-scored.ts'
import { sectionOf, titleOf } from '../wording/sections.ts'
import { standingInJob, tally, whySkipped } from '../wording/tally.ts'
import { waiverLine } from '../wording/waivers.ts'

/** The version of the format. */
const SPEC = '0.0.0'
const MAX_LENGTH = 2000

function testOf(requirement: ReportedRequirement, report: Report): object {
  const { profile } = report
  const { id, section, level, verdict, statement, findings, newer, waiver, known } = requirement
  const standing = standingInJob(requirement, report)
  const message = standing === 'skipped' && !known ? whySkipped(requirement, report) : findings[0]?.message
  const cause = causeOf(report, id)
  const trace = [...findings, ...(newer?.findings ?? [])].map((finding) =>
    detailsOf(finding)
      .map(([name, text]) => `${name}: ${printable(text, MAX_LENGTH)}`)
      .join('\n'),
  )
  return {
    name: id,
    // A broken check of the harness says nothing about the target.
    status: standing === 'broken' ? 'other' : standing,
    // Requirements share exchanges, so a requirement has no duration.
    duration: 0,
    suite: [`${sectionOf(section)} ${titleOf(sectionOf(section))}`.trim()],
    // JSON.stringify omits undefined members.
    message: message === undefined ? undefined : printable(message, MAX_LENGTH),
    trace:
      trace.length > 0 && (standing !== 'skipped' || known || isAside(requirement)) ? trace.join('\n\n') : undefined,
    rawStatus: verdict,
    tags: [level, profile],
    extra: {
      section,
      statement,
      cause: cause && printable(cause, MAX_LENGTH),
      waiver: waiver && waiverLine(waiver),
      not_scored: notScoredLine(requirement, report),
      known,
    },
  }
}

/** A cause of failed tests. */
function causeEntry(cause: ReportedCause): object {
  const { id, verdict, requirements, answers: responses, of, not_scored } = cause
  return { id, title: printable(cause.title, MAX_LENGTH), verdict, requirements, answers: responses, of, not_scored }
}

export function ctrf(report: Report): string {
  const { requirements, started, finished, harness, contract, profile, conclusion, target, seed } = report
  const { all, passed, failed, broken, skipped } = tally(requirements, report)
  const [start, stop] = [Date.parse(started), Date.parse(finished)]
  const document = {
    reportFormat: 'CTRF',
    specVersion: SPEC,
    timestamp: finished,
    generatedBy: 'svc-conformance',
    results: {
      tool: { name: 'svc-conformance', version: harness },
      summary: { tests: all, passed, failed, skipped, pending: 0, other: broken, start, stop, duration: stop - start },
      tests: requirements.map((requirement) => testOf(requirement, report)),
      extra: {
        causes: causesIn(report).map(causeEntry),
        baseline: report.baseline,
        contract,
        profile,
        set: report.set,
        set_state: report.set_state,
        conclusion,
        target: printable(target.base_url, MAX_LENGTH),
        seed,
        declared: target.declared,
        not_applicable: report.not_applicable,
      },
    },
  }
  return `${printableJson(document)}\n`
}
