/** A finding as rows of a name and a text, without repeating facts. Formats must escape the texts. */
import type { ReportedFinding, ReportedRequirement } from '../../suites/harness/report/requirement.ts'

export type Detail = readonly [name: string, text: string]

/** Rows with a shell command, which every format must show whole and unchanged. */
export const COMMANDS: readonly string[] = ['curl', 'replay', 'more']

/** A longer curl line is only in report.json, because the replay line sends the same request. */
export const MAX_CURL_LENGTH = 2000

/** What is wrong, without the request. */
export function briefOf({ message, asked, exchanges }: ReportedFinding): string {
  if (asked === undefined) return message
  const leads = [`${asked} (${exchanges[0]}): `, `${asked}: `]
  const lead = leads.find((each) => message.startsWith(each))
  return lead === undefined ? message : message.slice(lead.length)
}

/** The request: its difference from a valid request, or else the description by its check. */
export const requestLine = ({ request, asked }: ReportedFinding): string | undefined => request ?? asked

/** Why a requirement has no verdict, without the request, so that equal reasons can share a line. */
export const whyOpen = ({ findings: [finding] }: ReportedRequirement): string =>
  finding ? briefOf(finding) : 'no response in the run showed it'

/** Verdicts of requirements that a run selected, but did not show. */
export const openVerdicts = ['not-evidenced', 'inconclusive', 'error'] as const

/** Requirements of level `must` that score and have one of these verdicts. */
export const openRequirements = (
  requirements: readonly ReportedRequirement[],
  ...verdicts: readonly ReportedRequirement['verdict'][]
): ReportedRequirement[] =>
  requirements.filter(({ level, verdict, not_scored }) => level === 'must' && !not_scored && verdicts.includes(verdict))

/** Whether the received value, its location, and the expected value say everything. */
const isPlaced = ({ expected, actual, at }: ReportedFinding): boolean =>
  expected !== undefined && actual !== undefined && at !== undefined

type Row = readonly [name: string, text: string | undefined]

/** The exchange and its curl line. A long curl line is replaced by the name of the file that has it. */
function curlRows(exchange: string | undefined, curl: string | undefined): readonly Row[] {
  if (curl === undefined || curl.length <= MAX_CURL_LENGTH)
    return [
      ['exchange', exchange],
      ['curl', curl],
    ]
  return [['exchange', `${exchange}; its curl line (${curl.length} characters) is in report.json`]]
}

const percent = (share: number): string => `${Math.round(share * (share < 0.1 ? 1000 : 100)) / (share < 0.1 ? 10 : 1)}`

/** The rate of an intermittent failure, and what distinguishes its responses from the others. */
export function rateOf({ intermittent }: ReportedFinding): string | undefined {
  if (!intermittent) return undefined
  const { failed, of, low, high, by = [] } = intermittent
  const rate = `${failed} of ${of} comparable responses failed in this way (${percent(low)}–${percent(high)} %)`
  return ['intermittent: the same request also got the expected response', rate, ...by].join('; ')
}

/** The previous request on the connection of a failure, if the failure depends on it. */
export function beforeOf({ connection }: ReportedFinding): string | undefined {
  if (!connection) return undefined
  const { after, status } = connection
  const got = status === undefined ? 'got no response' : `got ${status}`
  return `${after} was sent before it on this connection and ${got}; on a new connection the failure does not repeat`
}

export function detailsOf(finding: ReportedFinding): Detail[] {
  const { expected, actual, at, exchanges, curl, replay, generated } = finding
  const only = /\(only with .*\)$/s.exec(finding.message)?.[0].slice(1, -1)
  const rows: readonly Row[] = [
    ['request', requestLine(finding)],
    ['found', isPlaced(finding) ? only : briefOf(finding)],
    ['received', actual],
    ['expected', expected],
    ['where', at],
    ['rate', rateOf(finding)],
    ['before', beforeOf(finding)],
    ...curlRows(exchanges[0], curl),
    ['replay', replay],
    ['generated', generated],
  ]
  return rows.flatMap(([name, text]) => (text === undefined || text === '' ? [] : [[name, text] as const]))
}
