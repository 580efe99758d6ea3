/** A baseline in words. It changes no verdict, and only marks what is new. */
import type { Report } from '../../suites/harness/report/report.ts'
import { someOf } from './causes.ts'

/** The most ids that a sentence names. */
const NAMED = 12

type Compared = Pick<Report, 'conclusion' | 'requirements' | 'baseline' | 'stop'>

/** Whether everything that does not hold is in the baseline. */
export const isKnownOnly = ({ conclusion, baseline }: Pick<Report, 'conclusion' | 'baseline'>): boolean =>
  conclusion === 'nonconformant' && baseline !== undefined && baseline.new.length === 0

const isLost = ({ baseline }: Compared): boolean => baseline !== undefined && baseline.lost.length > 0

/** Whether the run shows too little for a comparison with its baseline: then it ends as incomplete. */
export const saysTooLittle = (report: Compared): boolean =>
  isKnownOnly(report) && (report.stop !== undefined || isLost(report))

/** The text after the count of requirements that do not hold; empty without a baseline. */
export function comparedTail({ baseline }: Pick<Report, 'baseline'>): string {
  if (!baseline) return ''
  if (baseline.new.length === 0) return '; nothing is new: all are in the baseline'
  const { new: added, known } = baseline
  return known.length === 0 ? '; none is in the baseline' : `; ${added.length} new, ${known.length} known`
}

/** Sentences that follow the conclusion. */
export function baselineSentences({ baseline, stop }: Report): string[] {
  if (!baseline) return []
  const { new: added, stale, lost } = baseline
  return [
    ...(added.length > 0 ? [`New since the baseline: ${someOf(added, NAMED)}.`] : []),
    ...(lost.length > 0 && !stop ? [`Lost since the baseline, without a verdict now: ${someOf(lost, NAMED)}.`] : []),
    ...(stale.length > 0
      ? [
          `The baseline is stale: ${someOf(stale, NAMED)} ${stale.length === 1 ? 'holds now. Remove it' : 'hold now. Remove them'} from it.`,
        ]
      : []),
  ]
}
