/** Describes a baseline, which changes no verdict, but only marks new failures. */

import type { Report } from '../../suites/harness/report/report.ts'
import { someOf } from './causes.ts'
import { counted } from './counted.ts'
import { openRequirements, openVerdicts } from './details.ts'

/** The maximum number of ids in a sentence. */
const NAMED = 12

type Compared = Pick<Report, 'conclusion' | 'requirements' | 'baseline' | 'stop'>

/** Whether the run is nonconformant only because of failures in the baseline. */
export const isKnownOnly = ({ conclusion, baseline }: Pick<Report, 'conclusion' | 'baseline'>): boolean =>
  conclusion === 'nonconformant' && baseline !== undefined && baseline.new.length === 0

const isLost = ({ baseline }: Compared): boolean => baseline !== undefined && baseline.lost.length > 0

/** Whether the run shows too little to compare it with its baseline, which makes it incomplete. */
export const saysTooLittle = (report: Compared): boolean =>
  isKnownOnly(report) && (report.stop !== undefined || isLost(report))

/** The text after the count of requirements that do not hold; empty without a baseline. */
export function comparedTail({ baseline }: Pick<Report, 'baseline'>): string {
  if (!baseline) return ''
  if (baseline.new.length === 0) return '; nothing is new: all are in the baseline'
  const { new: added, known } = baseline
  return known.length === 0 ? '; none is in the baseline' : `; ${added.length} new, ${known.length} known`
}

/** Sentences about the baseline that follow the conclusion. */
export function baselineSentences(report: Report): string[] {
  const { baseline, stop, requirements } = report
  if (!baseline) return []
  const { new: added, stale, lost } = baseline
  const open = openRequirements(requirements, ...openVerdicts).filter(({ id }) => !lost.includes(id))
  return [
    ...(added.length > 0 ? [`New since the baseline: ${someOf(added, NAMED)}.`] : []),
    ...(lost.length > 0 && !stop ? [`Lost since the baseline, without a verdict now: ${someOf(lost, NAMED)}.`] : []),
    ...(open.length > 0 && isKnownOnly(report)
      ? [`As in the baseline run, ${counted(open.length, 'requirement has', 'requirements have')} no verdict.`]
      : []),
    ...(stale.length > 0
      ? [
          `The baseline is stale: ${someOf(stale, NAMED)} ${stale.length === 1 ? 'holds now. Remove it' : 'hold now. Remove them'} from it.`,
        ]
      : []),
  ]
}
