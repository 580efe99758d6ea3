/** What a finding says, as rows of a name and a text, each fact once. The texts are the target's: each format escapes them its own way. */
import type { ReportedFinding, ReportedRequirement } from '../../suites/harness/report/requirement.ts'

export type Detail = readonly [name: string, text: string]

/** What is wrong, without the request that it is about. */
export function briefOf({ message, asked, exchanges }: ReportedFinding): string {
  if (asked === undefined) return message
  const leads = [`${asked} (${exchanges[0]}): `, `${asked}: `]
  const lead = leads.find((each) => message.startsWith(each))
  return lead === undefined ? message : message.slice(lead.length)
}

/** Why a requirement has no verdict, without the request that lacked: reasons repeat, and equal ones make one line. */
export function whyOpen({ findings: [finding] }: ReportedRequirement): string {
  return finding ? briefOf(finding) : 'nothing in the run spoke of it'
}

/** Whether what was received, where, and what was expected there says everything. */
function isPlaced({ expected, actual, at }: ReportedFinding): boolean {
  return expected !== undefined && actual !== undefined && at !== undefined
}

export function detailsOf(finding: ReportedFinding): Detail[] {
  const { asked, expected, actual, at, exchanges, curl, replay, generated } = finding
  const only = /\(only with .*\)$/s.exec(finding.message)?.[0].slice(1, -1)
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['asked', asked],
    ['found', isPlaced(finding) ? only : briefOf(finding)],
    ['received', actual],
    ['expected', expected],
    ['where', at],
    ['exchange', exchanges[0]],
    ['curl', curl],
    ['replay', replay],
    ['generated', generated],
  ]
  return rows.flatMap(([name, text]) => (text === undefined || text === '' ? [] : [[name, text] as const]))
}
