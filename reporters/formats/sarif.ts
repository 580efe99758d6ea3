/** SARIF 2.1.0: one result per cause, with its lead requirement as the rule. Results name the URL instead of a file. */
import { hash } from 'node:crypto'
import type { ReportedCause } from '../../suites/harness/report/causes.ts'
import type { Report } from '../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../suites/harness/report/requirement.ts'
import { printable, printableJson } from '../../suites/harness/text/printable.ts'
import { PROGRAM } from '../../suites/harness/text/program-name.ts'
import { breaksLine, causeLine, causesIn, leadOf } from '../wording/causes.ts'
import { concluded } from '../wording/conclusion/conclusion.ts'
import { declaredLine } from '../wording/declared.ts'
import { requestLine } from '../wording/details.ts'
import { hintOf } from '../wording/fixes.ts'
import { notScoredLine } from '../wording/not-scored.ts'
import { waivedLines } from '../wording/waivers.ts'
import { kindOf } from './github.ts'

const MAX_REQUIREMENTS = 12
const MAX_LENGTH = 600

const LEVELS = { error: 'error', warning: 'warning', notice: 'note' } as const

const textOf = (lines: readonly (string | undefined)[]): { readonly text: string } => ({
  text: lines.flatMap((line) => (line === undefined ? [] : [printable(line, MAX_LENGTH)])).join('\n'),
})

const ruleOf = ({ id, section, statement, mend }: ReportedRequirement): object => ({
  id,
  shortDescription: textOf([statement]),
  help: textOf([mend ?? `${PROGRAM} explain ${id}`]),
  properties: { section },
})

function resultOf(cause: ReportedCause, report: Report, rules: readonly ReportedRequirement[]): object {
  const lead = leadOf(cause, report)
  const fix = hintOf(cause, lead)
  const notScored = lead && cause.not_scored ? notScoredLine(lead, report) : undefined
  const request = requestLine(cause.finding)
  return {
    ruleId: lead?.id ?? cause.id,
    ruleIndex: lead === undefined ? undefined : rules.indexOf(lead),
    level: LEVELS[kindOf(cause)],
    message: textOf([
      causeLine(cause),
      `Breaks: ${breaksLine(cause, report, MAX_REQUIREMENTS)}`,
      request === undefined ? undefined : `Request: ${request}`,
      ...waivedLines(cause, report),
      notScored,
      fix === undefined ? undefined : `How to fix it: ${fix}`,
    ]),
    locations: [{ logicalLocations: [{ fullyQualifiedName: report.target.base_url, kind: 'resource' }] }],
    // Derived only from the cause, so that the same cause is the same result in every run.
    partialFingerprints: { 'cause/v1': hash('sha256', `svc-conformance ${cause.id}`) },
    properties: { requirements: cause.requirements },
  }
}

export function sarif(report: Report): string {
  const causes = causesIn(report)
  const rules = [...new Set(causes.flatMap((cause) => leadOf(cause, report) ?? []))]
  const { word, reasons } = concluded(report)
  const isIncomplete = report.conclusion === 'incomplete'
  const run = {
    tool: { driver: { name: 'svc-conformance', semanticVersion: report.harness, rules: rules.map(ruleOf) } },
    automationDetails: { id: `svc-conformance/${report.profile}/` },
    invocations: [
      {
        executionSuccessful: !isIncomplete,
        startTimeUtc: report.started,
        endTimeUtc: report.finished,
        toolExecutionNotifications: [
          { level: isIncomplete ? 'error' : 'note', message: textOf([word.toLowerCase(), ...reasons]) },
        ],
      },
    ],
    results: causes.map((cause) => resultOf(cause, report, rules)),
    properties: { declared: declaredLine(report) },
  }
  return `${printableJson({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] })}\n`
}
