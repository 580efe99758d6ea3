/** `svc-conformance diff`: what changed between two reports. */
import { type Difference, differenceOf } from '../../../reporters/difference/difference.ts'
import { differenceMarkdown, differenceText } from '../../../reporters/difference/text.ts'
import { paintFor } from '../../../reporters/terminal/paint.ts'
import { printableJson } from '../../../suites/harness/text/printable.ts'
import { assertApart, writeNamed } from '../../files.ts'
import { print } from '../../output.ts'
import { readReport } from '../../report-file.ts'

export interface DiffOptions {
  readonly format: 'text' | 'markdown' | 'json'
  readonly out?: string
  /** The factor of growth from which a slower median changes the exit code; without it, slowness is only reported. */
  readonly slower?: number
}

/** The exit codes; the first that applies is used. 2 and 4 mean the same as in every command. */
export const diffCodes = { nothingWorse: 0, regression: 1, lostEvidence: 3, slower: 5 } as const

/** The factor from which a slower median is reported by default. */
const MAX_REPORTED = 2

/** Below this median, a ratio says nothing: responses on one machine take about a millisecond. */
const LEAST_MILLISECONDS = 20

/** @param timed whether slower responses count; the latency of one gateway also varies by chance */
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
  assertApart([out], [before, after])
  const slowness = { times: slower ?? MAX_REPORTED, milliseconds: LEAST_MILLISECONDS }
  const difference = differenceOf(readReport(before), readReport(after), slowness)
  const text = renderings[format](difference)
  if (out === undefined) print(text)
  else writeNamed(out, text)
  return diffCodeOf(difference, slower !== undefined)
}
