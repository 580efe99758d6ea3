/** `svc-conformance diff`: what changed between two reports. */
import { type Difference, differenceOf } from '../../../reporters/difference/difference.ts'
import { differenceMarkdown, differenceText } from '../../../reporters/difference/text.ts'
import { paintFor } from '../../../reporters/terminal/paint.ts'
import { printableJson } from '../../../suites/harness/text/printable.ts'
import { writeNamed } from '../../files.ts'
import { print } from '../../output.ts'
import { readReport } from '../../report-file.ts'

export interface DiffOptions {
  readonly format: 'text' | 'markdown' | 'json'
  readonly out?: string
  /** The factor by which a median has to grow to count; without one, slowness is reported and does not count. */
  readonly slower?: number
}

/** What each exit code means; the first class that holds decides. 2 and 4 are those of every command. */
export const diffCodes = { nothingWorse: 0, regression: 1, lostEvidence: 3, slower: 5 } as const

/** The factor from which a slower median is reported by default. */
const MAX_REPORTED = 2

/** Responses on one machine take about a millisecond: below this, a ratio says nothing. */
const LEAST_MILLISECONDS = 20

/** @param timed whether slower responses count: between two runs of one gateway they may be chance */
export function diffCodeOf({ regressions, lostEvidence, slower }: Difference, timed: boolean): number {
  if (regressions.length > 0) return diffCodes.regression
  if (lostEvidence.length > 0) return diffCodes.lostEvidence
  return timed && slower.length > 0 ? diffCodes.slower : diffCodes.nothingWorse
}

const renderings: Readonly<Record<DiffOptions['format'], (difference: Difference) => string>> = {
  text: (difference) => differenceText(difference, paintFor(process.stdout, process.env)),
  markdown: differenceMarkdown,
  json: (difference) => `${printableJson(difference)}\n`,
}

export function diffCommand(before: string, after: string, { format, out, slower }: DiffOptions): number {
  const slowness = { times: slower ?? MAX_REPORTED, milliseconds: LEAST_MILLISECONDS }
  const difference = differenceOf(readReport(before), readReport(after), slowness)
  const text = renderings[format](difference)
  if (out === undefined) print(text)
  else writeNamed(out, text)
  return diffCodeOf(difference, slower !== undefined)
}
