/** `--failed`: the options of a run that repeats only the failures of an earlier run. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { REPORT_FILE } from '../../../reporters/formats/json.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import { REPEATS } from '../../../suites/harness/report/again.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import { isLoopback } from '../../../suites/harness/target/base-url.ts'
import { printable } from '../../../suites/harness/text/printable.ts'
import { readReport } from '../../report-file.ts'
import type { ExtentOptions } from '../../target/named-target.ts'

export interface FailedOptions extends ExtentOptions {
  /** The path of a report; true if none is named. */
  readonly failed?: string | true
  readonly repeat?: number
  readonly out: string
  readonly strict: boolean
}

/** The folder for such runs, inside that of whole runs, so that they do not overwrite the earlier report. */
const FOLDER = 'failed'

/**
 * A run of the failures, which sends the same requests as the run of the report.
 *
 * @param named the base URL of the target that the command line names
 * @returns its options, the path of the report that it starts from, and the ids
 * @throws UsageError where there is no report, or nothing failed
 */
export function failedRun<T extends FailedOptions>(options: T, named: string | undefined) {
  const { failed, out, strict } = options
  const other = (['suite', 'requirement', 'check'] as const).find((name) => options[name] !== undefined)
  if (other !== undefined)
    throw new UsageError(`--failed and --${other} are mutually exclusive: each selects what to run`)
  const path = typeof failed === 'string' ? failed : lastReport(out)
  const report = readReport(path)
  const { target, profile, set, seed, runs, depth = 2 } = report
  const url = printable(target.base_url)
  if (named === undefined && !isLoopback(URL.parse(target.base_url)?.hostname ?? ''))
    throw new UsageError(`--failed: ${path} is about ${url}; name that target with --base-url or --target`)
  const ids = failures(report, strict)
  if (ids.length === 0) throw new UsageError(`--failed: nothing failed in ${path}; remove --failed to run everything`)
  // Inherited from the report, unless the command line says otherwise.
  const taken: ExtentOptions = { profile, ...compact({ set }), seed, runs, depth }
  const repeat = report.requirements.some(isIntermittent) ? REPEATS : undefined
  const own: T = { ...taken, ...compact({ repeat }), ...options, requirement: ids, out: join(out, FOLDER) }
  return { options: own, path, ids }
}

const isIntermittent = ({ findings }: Report['requirements'][number]): boolean =>
  findings.some(({ intermittent }) => intermittent !== undefined)

function failures({ requirements, strict: before }: Report, strict: boolean): string[] {
  const verdicts = ['fail', 'error', ...(strict || before ? ['warn'] : [])]
  return requirements.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id)
}

/** The newer of the two reports: that of the last whole run, and that of the last run of failures. */
function lastReport(out: string): string {
  const [whole, again] = [join(out, REPORT_FILE), join(out, FOLDER, REPORT_FILE)]
  if (!existsSync(whole))
    throw new UsageError(`--failed: there is no ${whole}; run everything first, or name a report: --failed report.json`)
  if (!existsSync(again)) return whole
  return readReport(again).started > readReport(whole).started ? again : whole
}
