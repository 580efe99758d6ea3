/** Writes the report itself, from which every other format derives. */

import { join } from 'node:path'
import type { Report } from '../../suites/harness/report/report.ts'
import { printableJson } from '../../suites/harness/text/printable.ts'
import { writeWhole } from './whole-file.ts'

export const REPORT_FILE = 'report.json'

/** The report as the text of a file; certificates bind it byte by byte. */
export function reportText(report: Report): string {
  return `${printableJson(report)}\n`
}

/** Writes `report.json` into a folder. @returns its path */
export function writeJson(report: Report, folder: string): string {
  const path = join(folder, REPORT_FILE)
  writeWhole(path, reportText(report))
  return path
}
