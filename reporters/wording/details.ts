/** What a finding says, as rows of a name and a text. The texts are the target's: each format escapes them its own way. */
import type { ReportedFinding } from '../../suites/harness/report/requirement.ts'

export type Detail = readonly [name: string, text: string]

export function detailsOf(finding: ReportedFinding): Detail[] {
  const { message, expected, actual, at, exchanges, curl, replay, generated } = finding
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['found', message],
    ['expected', expected],
    ['came', actual],
    ['where', at],
    ['exchange', exchanges[0]],
    ['curl', curl],
    ['replay', replay],
    ['generated', generated],
  ]
  return rows.flatMap(([name, text]) => (text === undefined || text === '' ? [] : [[name, text] as const]))
}
