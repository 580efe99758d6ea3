/** Reads the `report.json` of an earlier run. */
import { readBytes } from '../suites/harness/catalogue/named-file.ts'
import { parseNamedJson } from '../suites/harness/catalogue/named-json.ts'
import { faultBySchema } from '../suites/harness/catalogue/published-schema.ts'
import { UsageError } from '../suites/harness/catalogue/usage-error.ts'
import type { Report } from '../suites/harness/report/report.ts'
import { printable } from '../suites/harness/text/printable.ts'

const HINT = 'name the report.json of a run'

/** @throws UsageError if the file is not a report of this format */
export const readReport = (path: string): Report => parseReport(readBytes(path, 'the report').toString('utf8'), path)

/** @param path of the file, for errors. @throws UsageError where it is not a report of this format */
export function parseReport(text: string, path: string): Report {
  const value = parseNamedJson({ text, name: path, hint: HINT })
  const fault = faultBySchema('report', value)
  if (fault === undefined && isConsistent(value as Report)) return value as Report
  if (fault === undefined)
    throw new UsageError(
      `${path}: its verdicts contradict its conclusion or each other, so the file was edited; ${HINT}`,
    )
  const { format } = (value ?? {}) as { readonly format?: unknown }
  if (typeof format === 'string' && /^svc-conformance-report\/(?!1$)/.test(format))
    throw new UsageError(
      `${path}: another version made this report (${printable(format, 60)}); read it with that version`,
    )
  throw new UsageError(`${path}: this version cannot read this report: ${fault}; ${HINT}`)
}

/** Whether each requirement has one verdict, and the conclusion follows from them or from a revisit. */
function isConsistent({ conclusion, strict, requirements, revisits = [] }: Report): boolean {
  if (new Set(requirements.map(({ id }) => id)).size < requirements.length) return false
  const isBroken = requirements.some(
    ({ verdict, not_scored: aside }) => !aside && (verdict === 'fail' || (strict && verdict === 'warn')),
  )
  return isBroken === (conclusion === 'nonconformant') || revisits.some((each) => each.conclusion === 'nonconformant')
}
