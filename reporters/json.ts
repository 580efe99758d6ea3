/** Writes the report itself, from which every other format derives. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../suites/harness/report.ts'

export const REPORT_FILE = 'report.json'

/** Writes `report.json` into a folder and tells its path. */
export function writeJson(report: Report, folder: string): string {
  const path = join(folder, REPORT_FILE)
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`)
  return path
}
