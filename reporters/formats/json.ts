/** JSON: the report itself, from which every other format derives, and texts of others. */
import type { Report } from '../../suites/harness/report/report.ts'
import { printableJson } from '../../suites/harness/text/printable.ts'

export const REPORT_FILE = 'report.json'

/** The report as the text of a file; a certificate binds its exact bytes. */
export const reportText = (report: Report): string => `${printableJson(report)}\n`

/** The value of a text; undefined if it is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
