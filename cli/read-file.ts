/** Reads what an earlier run wrote. Every mistake names the file and the mend. */
import { readFileSync } from 'node:fs'
import { faultBySchema } from '../suites/harness/published-schema.ts'
import type { Report } from '../suites/harness/report.ts'
import { UsageError } from '../suites/harness/usage-error.ts'

/** @param what the file should hold: `the report`. @throws UsageError */
export function readBytes(path: string, what: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error'
    const why = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : code
    throw new UsageError(`${path}: ${what} cannot be read: ${why}`)
  }
}

/** @throws UsageError */
export function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${path}: this is no JSON`)
  }
}

/** Reads `report.json`. @throws UsageError where it is no report of this format */
export function readReport(path: string): Report {
  const value = parseJson(readBytes(path, 'the report').toString('utf8'), path)
  const fault = faultBySchema('report', value)
  if (fault === undefined) return value as Report
  throw new UsageError(`${path}: this is no report that this version can read: ${fault}; name the report.json of a run`)
}
