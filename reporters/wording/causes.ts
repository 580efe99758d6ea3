/** Describes causes, in the same way for every format. */
import type { ReportedCause } from '../../suites/harness/report/causes.ts'
import type { Report } from '../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../suites/harness/report/requirement.ts'
import { counted } from './counted.ts'

/** The causes of a report; empty for reports of earlier versions. */
export const causesIn = ({ causes = [] }: Pick<Report, 'causes'>): readonly ReportedCause[] => causes

/** How often something was seen, such as `in 67 of 86 responses`; empty if no response shows it. */
export function howOften({ answers: responses = 0, of = 0 }: Partial<Record<'answers' | 'of', number>>): string {
  if (responses === 0) return ''
  if (responses < of) return `in ${responses} of ${counted(of, 'response')}`
  return of === 1 ? 'in 1 response' : `in all ${of} responses`
}

/** The frequency of a cause, for use after its title. */
export function oftenAfterTitle(cause: ReportedCause): string {
  const often = howOften(cause)
  return often === '' ? '' : `${cause.title.includes(', ') ? ',' : ''} ${often}`
}

/** Matches titles that do not say what was requested, including the wording of earlier versions. */
const STATUSES = /^(?:got )?(?:\d{3}(?: with an error)?|no (?:answer|response)) (?:instead|in place) of \d/

/** A cause and its frequency in one line, with an example request if the title does not say what was requested. */
export function causeLine(cause: ReportedCause): string {
  const { title, known, finding } = cause
  const line = `${title}${oftenAfterTitle(cause)}${known ? ', known' : ''}${cause.not_scored ? ', not scored' : ''}`
  const request = finding.request ?? (finding.asked && briefly(finding.asked))
  return request !== undefined && STATUSES.test(title) ? `${line}: ${request}` : line
}

/** What is wrong with a generated request, without its number and its variation. */
function briefly(asked: string): string {
  const [, fault] = /^generated \d+: ([^,]*)/.exec(asked) ?? []
  return fault ?? asked
}

type Verdicts = Pick<Report, 'requirements'>

/** The lead requirement of a cause: the first one, which shows it most often. */
export const leadOf = ({ requirements: [lead] }: ReportedCause, report: Verdicts): ReportedRequirement | undefined =>
  report.requirements.find(({ id }) => id === lead)

/** Requirements of a cause by verdict: those with its own verdict, and warnings besides a failure. */
function brokenBy({ verdict, requirements }: ReportedCause, report: Verdicts) {
  if (verdict === 'warn') return { counted: requirements, warned: [] }
  const warnings = new Set(report.requirements.flatMap(({ id, verdict: own }) => (own === 'warn' ? [id] : [])))
  const { true: warned = [], false: failed = [] } = Object.groupBy(requirements, (id) => `${warnings.has(id)}`)
  return { counted: failed, warned }
}

/** The lead requirement of a cause, for `explain`, and the number of others: `completion-statuses +21`. */
export function causeName(cause: ReportedCause, report: Verdicts): string {
  const others = brokenBy(cause, report).counted.length - 1
  const [lead = cause.id] = cause.requirements
  return others > 0 ? `${lead} +${others}` : lead
}

/** What a cause breaks: `22 requirements: completion-statuses, request-n and 20 more; warnings: status-order`. */
export function breaksLine(cause: ReportedCause, report: Verdicts, most: number): string {
  const { counted: failed, warned } = brokenBy(cause, report)
  const named = someOf(failed, most)
  const kind = cause.verdict === 'warn' ? 'warning' : 'requirement'
  const lead = failed.length > 1 ? `${counted(failed.length, kind)}: ${named}` : named
  return warned.length > 0 ? `${lead}; ${counted(warned.length, 'warning')}: ${someOf(warned, most)}` : lead
}

/** The first cause of a requirement: `completion-statuses: got 422 instead of 400`. */
export function causeOf(report: Pick<Report, 'causes'>, requirement: string): string | undefined {
  const cause = causesIn(report).find(({ requirements }) => requirements.includes(requirement))
  return cause && `${cause.id}: ${cause.title}`
}

/** The ids of the first items, and the number of further ones. */
export function idsOf(items: readonly { readonly id: string }[], most: number): string {
  const ids = items.map(({ id }) => id)
  return someOf(ids, most)
}

/** The first names, and the number of further ones. */
export function someOf(names: readonly string[], most: number): string {
  const left = names.length - most
  return left > 0 ? `${names.slice(0, most).join(', ')} and ${left} more` : names.join(', ')
}
