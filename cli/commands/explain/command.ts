/** `svc-conformance explain`: what a requirement demands, and how a gateway meets it. */
import { paintFor } from '../../../reporters/terminal/paint.ts'
import { forAssistant } from '../../../reporters/wording/assistant.ts'
import { causesIn, idsOf } from '../../../reporters/wording/causes.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { hideSecrets } from '../../../suites/harness/http/redact.ts'
import type { ReportedCause } from '../../../suites/harness/report/causes.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import { exitCodes } from '../../exit-codes.ts'
import { readReport } from '../../report-file.ts'
import { explained } from './explained.ts'
import { subjectsNamed } from './subjects.ts'
import { explanationLines } from './text.ts'

export interface ExplainOptions {
  readonly json: boolean
  /** The number or the id of a cause in the report. */
  readonly cause?: string
  readonly forAssistant?: true
  readonly report: string
}

/** @throws UsageError if the report has no such cause */
function causeNamed(name: string, report: Report, path: string): ReportedCause {
  const causes = causesIn(report)
  const cause = causes[Number(name) - 1] ?? causes.find(({ id }) => id === name)
  if (cause) return cause
  if (causes.length === 0) throw new UsageError(`${path} has no cause: nothing in it fails`)
  throw new UsageError(`--cause ${name}: ${path} has the causes 1 to ${causes.length}: ${idsOf(causes, 9)}`)
}

/** Prints the explanation and gives the exit code. @throws UsageError if no subject, or more than one, has this id */
export function explainCommand(word: string | undefined, options: ExplainOptions): number {
  const { json, cause: name, forAssistant: isForAssistant, report: path } = options
  if ((word === undefined) === (name === undefined))
    throw new UsageError('name either an id or --cause N, the number of a cause in the report')
  if (isForAssistant && name === undefined)
    throw new UsageError('--for-assistant needs --cause N, the number of a cause in the report')
  const report = name === undefined ? undefined : readReport(path)
  const cause = report && causeNamed(name ?? '', report, path)
  if (report && cause && isForAssistant) {
    process.stdout.write(hideSecrets(forAssistant(cause, report)))
    return exitCodes.conformant
  }
  const id = word ?? cause?.requirements[0] ?? ''
  const found = subjectsNamed(id).map(explained)
  const paint = paintFor(process.stdout, process.env)
  process.stdout.write(
    json
      ? `${JSON.stringify(found, null, 2)}\n`
      : `${found.map((about) => explanationLines(about, paint).join('\n')).join('\n\n')}\n`,
  )
  return exitCodes.conformant
}
