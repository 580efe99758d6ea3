/** Describes what a run has not shown because the target file declares it absent. */
import type { Report } from '../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../suites/harness/report/requirement.ts'
import { printable } from '../../suites/harness/text/printable.ts'
import { counted } from './counted.ts'

type Absence = NonNullable<Report['not_applicable']>[number]

/** Requirements that count as declared absent, and not as passed. */
export const notApplicableIn = (requirements: readonly ReportedRequirement[]): readonly ReportedRequirement[] =>
  requirements.filter(({ verdict }) => verdict === 'not-applicable')

const extentOf = ({ requirements, checks = [] }: Absence): string =>
  requirements.length > 0 ? counted(requirements.length, 'requirement') : counted(checks.length, 'check')

/** Each declared absence with its reason, and what the run has not shown because of it. */
export const absenceRows = ({ not_applicable = [] }: Pick<Report, 'not_applicable'>) =>
  not_applicable.map((absence): readonly [id: string, reason: string, notShown: string] => {
    const { id, reason, requirements, contradicted } = absence
    if (contradicted !== undefined) return [id, reason, 'contradicted by a response']
    return [id, reason, `not shown: ${requirements.length > 0 ? requirements.join(', ') : extentOf(absence)}`]
  })

/** Declared absences that were not shown, in one sentence; undefined if there are none. */
function notShown({ not_applicable = [] }: Pick<Report, 'not_applicable'>): string | undefined {
  const holding = not_applicable.filter(({ contradicted }) => contradicted === undefined)
  if (holding.length === 0) return undefined
  const names = holding.map((absence) => `${absence.id} (${extentOf(absence)})`)
  return `Not shown, because it is declared absent: ${names.join(', ')}.`
}

/** Sentences about declared absences that follow the conclusion. */
export function absenceSentences(report: Pick<Report, 'not_applicable'>): string[] {
  const sentence = notShown(report)
  const contradicted = (report.not_applicable ?? []).flatMap((absence) => absence.contradicted ?? [])
  return [
    ...(sentence === undefined ? [] : [sentence]),
    ...contradicted.map((what) => `${printable(what, 400)}. That declaration has no effect: remove it.`),
  ]
}
