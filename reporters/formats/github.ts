/** Workflow commands of GitHub Actions: one annotation for each cause. A step prints them, and the run shows them. */
import type { ReportedCause } from '../../suites/harness/report/causes.ts'
import type { Report } from '../../suites/harness/report/report.ts'
import { printable } from '../../suites/harness/text/printable.ts'
import { PROGRAM } from '../../suites/harness/text/program-name.ts'
import { breaksLine, causeLine, causeName, causesIn, leadOf } from '../wording/causes.ts'
import { concluded } from '../wording/conclusion/conclusion.ts'
import { declaredLine } from '../wording/declared.ts'
import { requestLine } from '../wording/details.ts'
import { hintOf } from '../wording/fixes.ts'
import { notScoredLine } from '../wording/not-scored.ts'
import { waivedLines } from '../wording/waivers.ts'

/** GitHub shows ten errors of a step and silently drops the rest, so the tenth one counts the rest of the causes. */
const MAX_CAUSES = 9
const MAX_NAMES = 12
const MAX_LENGTH = 600

type Kind = 'error' | 'warning' | 'notice'

/** A command on one line. Escapes characters that would end the line or one of its properties. */
function annotation(kind: Kind, title: string, lines: readonly string[]): string {
  const data = (text: string): string => text.replaceAll('%', '%25')
  const name = data(printable(title)).replaceAll(':', '%3A').replaceAll(',', '%2C')
  return `::${kind} title=${name}::${lines.map((line) => data(printable(line, MAX_LENGTH))).join('%0A')}`
}

export function kindOf({ known, not_scored, verdict }: ReportedCause): Kind {
  if (known || not_scored) return 'notice'
  return verdict === 'warn' ? 'warning' : 'error'
}

function ofCause(cause: ReportedCause, report: Report): string {
  const { finding } = cause
  const requirement = leadOf(cause, report)
  const fix = hintOf(cause, requirement)
  const line = causeLine(cause)
  const aside = requirement && cause.not_scored ? notScoredLine(requirement, report) : undefined
  const request = requestLine(finding)
  return annotation(kindOf(cause), `svc-conformance: ${causeName(cause, report)}`, [
    line,
    `Breaks: ${breaksLine(cause, report, MAX_NAMES)}`,
    ...(request === undefined || line.endsWith(request) ? [] : [`Request: ${request}`]),
    ...(finding.at === undefined ? [] : [`Where: ${finding.at}`]),
    ...waivedLines(cause, report),
    ...(aside === undefined ? [] : [aside]),
    ...(fix === undefined ? [] : [`How to fix it: ${fix}`]),
    `${PROGRAM} explain ${cause.requirements[0]}`,
  ])
}

/** Annotations that are not about a cause: a conformant or incomplete run, and the declarations. */
function ofConclusion(report: Report): string[] {
  const { word, reasons } = concluded(report)
  const isBroken = report.requirements.some(({ verdict, not_scored }) => verdict === 'error' && !not_scored)
  const kind = report.conclusion === 'conformant' && !isBroken ? 'notice' : 'error'
  const line = declaredLine(report)
  const declared = line === undefined ? [] : [line]
  if (report.conclusion !== 'nonconformant')
    return [annotation(kind, `svc-conformance: ${word.toLowerCase()}`, [...reasons, ...declared])]
  return declared.length === 0 ? [] : [annotation('notice', 'svc-conformance', declared)]
}

export function github(report: Report): string {
  const causes = causesIn(report)
  const left = causes.slice(MAX_CAUSES).map(kindOf)
  const more = `and ${left.length} more, in the report`
  // Known and unscored failures are not errors, whatever their number.
  const worst = (['error', 'warning'] as const).find((kind) => left.includes(kind)) ?? 'notice'
  const lines = [
    ...ofConclusion(report),
    ...causes.slice(0, MAX_CAUSES).map((cause) => ofCause(cause, report)),
    ...(left.length > 0 ? [annotation(worst, 'svc-conformance', [more])] : []),
  ]
  return `${lines.join('\n')}\n`
}
