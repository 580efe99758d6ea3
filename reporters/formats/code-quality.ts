/** The GitLab code quality report. A merge request shows the failures, and which are new compared to its target. */
import { hash } from 'node:crypto'
import type { Report } from '../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../suites/harness/report/requirement.ts'
import { printable, printableJson } from '../../suites/harness/text/printable.ts'
import { causeOf } from '../wording/causes.ts'
import { declaredLine } from '../wording/declared.ts'
import { notScoredLine } from '../wording/not-scored.ts'
import { sectionOf } from '../wording/sections.ts'
import { waiverLine } from '../wording/waivers.ts'
import { code } from './markdown.ts'

const MAX_LENGTH = 600

function severityOf({ verdict, known, not_scored }: ReportedRequirement): string {
  if (known || not_scored || !isBroken(verdict)) return 'info'
  return verdict === 'fail' ? 'critical' : 'minor'
}

const isBroken = (verdict: string | undefined): boolean => verdict === 'fail' || verdict === 'warn'

function entry(requirement: ReportedRequirement, report: Report): object {
  const { id, section, findings, verdict } = requirement
  const what = causeOf(report, id) ?? `${id}: ${findings[0]?.message ?? verdict}`
  const waived = waiverLine(requirement.waiver)
  const aside = notScoredLine(requirement, report)
  const declared = declaredLine(report)
  return {
    type: 'issue',
    check_name: `svc-conformance/${id}`,
    description: printable(
      `${id}: ${what.replace(`${id}: `, '')}${waived === undefined ? '' : ` Waived: ${waived}`}${aside === undefined ? '' : ` (${aside})`}`,
      MAX_LENGTH,
    ),
    // Derived only from the requirement, so that the same failure is the same entry in every run.
    fingerprint: hash('sha256', `svc-conformance ${id}`),
    severity: severityOf(requirement),
    // GitLab requires a file. A gateway has none, so this names the section of the contract.
    location: { path: `contract/section-${sectionOf(section)}`, lines: { begin: 1 } },
    // Describes the whole run, but only entries can hold it. JSON.stringify omits undefined members.
    content: declared === undefined ? undefined : { body: code(declared, MAX_LENGTH) },
  }
}

export function codeQuality(report: Report): string {
  const broken = report.requirements.filter(({ verdict, newer }) => isBroken(verdict) || isBroken(newer?.verdict))
  return `${printableJson(broken.map((requirement) => entry(requirement, report)))}\n`
}
