/** Disruptions of a run that are not findings, in words. */
import type { ReportedLosses } from '../../suites/harness/report/counts/disruptions.ts'
import type { Report } from '../../suites/harness/report/report.ts'
import { counted } from './counted.ts'
import { MAX_CURL_LENGTH } from './details.ts'

type Row = readonly [name: string, text: string]

const rowsOf = (sentence: string, { exchange, curl }: { readonly exchange: string; readonly curl: string }): Row[] => [
  ['', sentence],
  curl.length > MAX_CURL_LENGTH ? ['exchange', exchange] : ['curl', curl],
]

function errorRows({ errors_of_valid: errors }: Report): Row[] {
  if (!errors) return []
  const { only_with: shared, without_request_id: lacking } = errors
  const statuses = Object.entries(errors.statuses).map(([status, count]) => `${count} with ${status}`)
  const common = shared ? [`each with ${shared.join(' and ')}, which no accepted request has`] : []
  const what = [...statuses, ...common, ...(lacking > 0 ? [`${lacking} without a request id`] : [])].join(', ')
  return rowsOf(`of ${counted(errors.responses, 'response')} to valid requests: ${what}; the first:`, errors.first)
}

const LOSSES = {
  connections_ended: ['connection', 'ended without a response'],
  responses_cut: ['response', 'ended in the middle, with the connection'],
  timed_out: ['request', 'got no complete response in time'],
} as const satisfies { readonly [Loss in keyof ReportedLosses]-?: readonly [noun: string, what: string] }

const lossRows = (report: Report): Row[] =>
  Object.entries(LOSSES).flatMap(([name, [noun, what]]) => {
    const loss = report[name as keyof ReportedLosses]
    if (!loss) return []
    const { count, first } = loss
    return rowsOf(`${counted(count, noun)} ${what}; the first is ${first.exchange}:`, first)
  })

function deathRows({ died }: Report): Row[] {
  if (!died) return []
  if (died.ended_by) return rowsOf('this request stopped the target each time it was sent alone:', died.ended_by)
  const { in_flight: lost } = died
  const [first, ...others] = lost
  if (!first) return []
  const hint = 'with --wait and a restarted target, the run finds the request that stopped it'
  return [
    ...rowsOf(`in flight when the target stopped answering (${hint}):`, first),
    ...others.flatMap((each) => rowsOf('', each)),
  ].filter(([, text]) => text !== '')
}

/** Each disruption as a sentence and a command. */
export const disruptionRows = (report: Report): readonly Row[] => [
  ...errorRows(report),
  ...lossRows(report),
  ...deathRows(report),
]
