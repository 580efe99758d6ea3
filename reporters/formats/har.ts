/** HAR 1.2: the exchanges of the report for the network view of a browser. Keys appear only as `$SVC_…`. */
import type { ReportedBody, ReportedExchange } from '../../suites/harness/report/exchange.ts'
import type { Report } from '../../suites/harness/report/report.ts'
import { printableJson } from '../../suites/harness/text/printable.ts'
import { declaredLine } from '../wording/declared.ts'

type Headers = ReportedExchange['request']['headers']

const pairs = (headers: Headers): object[] => headers.map(([name, value]) => ({ name, value }))

const mediaType = (headers: Headers): string =>
  headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''

/** HAR has no member for a truncated body, so a comment says so. */
const contentOf = ({ bytes, text, base64, cut }: ReportedBody): object => ({
  size: bytes,
  ...(base64 === undefined ? { text: text ?? '' } : { text: base64, encoding: 'base64' }),
  comment: cut ? 'only the beginning is shown' : undefined,
})

/** HAR has a member for the encoding of a response body, but not for that of a request body. */
function postDataOf(headers: Headers, { text, base64, cut }: ReportedBody): object {
  const remarks = [...(base64 === undefined ? [] : ['base64']), ...(cut ? ['only the beginning is shown'] : [])]
  return {
    mimeType: mediaType(headers),
    params: [],
    text: text ?? base64 ?? '',
    comment: remarks.length > 0 ? remarks.join(', ') : undefined,
  }
}

function queryOf(path: string): object[] {
  const [, query = ''] = path.split(/\?(.*)/s)
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }))
}

function requestOf({ request }: ReportedExchange, baseUrl: string, httpVersion: string): object {
  const { method, path, headers, body } = request
  return {
    method,
    url: `${baseUrl}${path}`,
    httpVersion,
    cookies: [],
    headers: pairs(headers),
    queryString: queryOf(path),
    postData: body && postDataOf(headers, body),
    headersSize: -1,
    bodySize: body?.bytes ?? 0,
  }
}

/** An exchange without a response has the status 0, as browsers write it. */
function responseOf({ answer: response, failure }: ReportedExchange, httpVersion: string): object {
  const headers = response?.headers ?? []
  return {
    status: response?.status ?? 0,
    statusText: '',
    httpVersion,
    cookies: [],
    headers: pairs(headers),
    content: { mimeType: mediaType(headers), ...contentOf(response?.body ?? { bytes: 0 }) },
    redirectURL: '',
    headersSize: -1,
    bodySize: response?.body.bytes ?? -1,
    comment: failure && `${failure.stage}: ${failure.code}: ${failure.message}`,
  }
}

function entryOf(exchange: ReportedExchange, { started, target }: Report): object {
  const { id, duration, first_byte: wait = duration } = exchange
  const version = target.network?.http2 ? 'HTTP/2' : 'HTTP/1.1'
  return {
    // The report says when the run began, not when each request was sent.
    startedDateTime: started,
    time: duration,
    request: requestOf(exchange, target.base_url, version),
    response: responseOf(exchange, version),
    cache: {},
    timings: { send: 0, wait, receive: Math.max(0, Math.round((duration - wait) * 100) / 100) },
    comment: id,
  }
}

export function har(report: Report): string {
  const ids = (report.waivers ?? []).map(({ requirement }) => requirement)
  const waived = ids.length > 0 ? `; waived: ${ids.join(', ')}` : ''
  const line = declaredLine(report)
  const declared = line === undefined ? '' : `; ${line}`
  const log = {
    version: '1.2',
    creator: { name: 'svc-conformance', version: report.harness },
    entries: report.exchanges.map((exchange) => entryOf(exchange, report)),
    comment: `the exchanges that the findings refer to${waived}${declared}`,
  }
  return `${printableJson({ log })}\n`
}
