/** Causes in words, as every format shows them. */
import type { ReportedCause } from '../../suites/harness/report/causes.ts'
import type { Report } from '../../suites/harness/report/report.ts'
import { counted } from './counted.ts'

/** Those of a report; reports of earlier versions have none. */
export function causesIn({ causes = [] }: Pick<Report, 'causes'>): readonly ReportedCause[] {
  return causes
}

/** How often something shows, such as `in 67 of 86 responses`; empty where no response shows it. */
export function howOften({ answers = 0, of = 0 }: { readonly answers?: number; readonly of?: number }): string {
  if (answers === 0) return ''
  if (answers < of) return `in ${answers} of ${counted(of, 'response')}`
  return of === 1 ? 'in 1 response' : `in all ${of} responses`
}

/** The same after the title of a cause. */
export function oftenAfterTitle(cause: ReportedCause): string {
  const often = howOften(cause)
  return often === '' ? '' : `${cause.title.includes(', ') ? ',' : ''} ${often}`
}

/** Titles that do not show what was requested; reports of earlier versions have the old words. */
const STATUSES = /^(?:got )?(?:\d{3}|no response|no answer) (?:instead|in place) of \d/

/** What a cause is about and how often it shows, in one line, with an example of a request where the title shows none. */
export function causeLine(cause: ReportedCause): string {
  const { title, known, finding } = cause
  const line = `${title}${oftenAfterTitle(cause)}${known ? ', known' : ''}${cause.not_scored ? ', not scored' : ''}`
  return finding.asked !== undefined && STATUSES.test(title) ? `${line}: ${briefly(finding.asked)}` : line
}

/** The fault of a generated request, without its number and without all that it was sent with. */
function briefly(asked: string): string {
  const [, fault] = /^generated \d+: ([^,]*)/.exec(asked) ?? []
  return fault ?? asked
}

/** The requirement that leads a cause, as `explain` takes it, and how many further ones break for it: `completion-statuses +25`. */
export function causeName({ id, requirements }: ReportedCause): string {
  const [lead = id, ...others] = requirements
  return others.length > 0 ? `${lead} +${others.length}` : lead
}

/** The first cause of a requirement: `completion-statuses: got 422 instead of 400`. */
export function causeOf(report: Pick<Report, 'causes'>, requirement: string): string | undefined {
  const cause = causesIn(report).find(({ requirements }) => requirements.includes(requirement))
  return cause && `${cause.id}: ${cause.title}`
}

/** The first of some names, and how many more there are. */
export function someOf(names: readonly string[], most: number): string {
  const left = names.length - most
  return left > 0 ? `${names.slice(0, most).join(', ')} and ${left} more` : names.join(', ')
}
