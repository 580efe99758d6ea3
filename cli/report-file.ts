/** Reads the `report.json` of an earlier run. */
import { readBytes } from '../suites/harness/catalogue/named-file.ts'
import { parseNamedJson } from '../suites/harness/catalogue/named-json.ts'
import { faultBySchema } from '../suites/harness/catalogue/published-schema.ts'
import { UsageError } from '../suites/harness/catalogue/usage-error.ts'
import type { Report } from '../suites/harness/report/report.ts'

const HINT = 'name the report.json of a run'

/** @throws UsageError if the file is not a report of this format */
export const readReport = (path: string): Report => parseReport(readBytes(path, 'the report').toString('utf8'), path)

/** @param path of the file, for errors. @throws UsageError where it is not a report of this format */
export function parseReport(text: string, path: string): Report {
  const value = parseNamedJson({ text, name: path, hint: HINT })
  const fault = faultBySchema('report', value)
  if (fault === undefined) return value as Report
  throw new UsageError(`${path}: this version cannot read this report: ${fault}; ${HINT}`)
}
