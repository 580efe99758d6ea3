/** An exchange as it was on the wire: the request and its response. */
import type { ReportedExchange } from '../../../../suites/harness/report/exchange.ts'
import type { ReportedFinding } from '../../../../suites/harness/report/requirement.ts'
import { bodyBytes, visible } from '../../bytes/bytes.ts'
import { html, type Markup, type Piece } from '../markup.ts'
import { bytes, counted, duration } from '../quantities.ts'
import { byteOf, difference, spanOf } from './location.ts'

type ReportedResponse = NonNullable<ReportedExchange['answer']>
type Header = ReportedExchange['request']['headers'][number]

const DIFFERS = 'not so in the other request'
const MARKED = 'here'

/** The members of a finding that give the location in the response. */
type Marked = Pick<ReportedFinding, 'at' | 'expected' | 'actual'>

/** @param why returns the reason to mark a header, or undefined */
const headerLines = (headers: readonly Header[], why: (header: Header) => string | undefined): Piece =>
  headers.map((header) => {
    const [name, value] = header
    const line = html`${visible(name)}: ${visible(value)}`
    const reason = why(header)
    return reason === undefined ? html`${line}\n` : html`<mark title="${reason}">${line}</mark>\n`
  })

const lineOf = ([name, value]: Header): string => `${name.toLowerCase()}: ${value}`

/** The request, with its differences from the request of `control` marked. */
function requestBytes({ request }: ReportedExchange, control: ReportedExchange | undefined): Markup {
  const { method, path, headers, body } = request
  const other = control?.request.body?.text
  const known = control && new Set(control.request.headers.map(lineOf))
  const why = (header: Header): string | undefined => (!known || known.has(lineOf(header)) ? undefined : DIFFERS)
  const span = other === undefined || body?.text === undefined ? undefined : difference(body.text, other)
  return html`<pre>${method} ${visible(path)}
${headerLines(headers, why)}${body && html`\n${bodyBytes(body, { span, byte: undefined, why: DIFFERS })}`}</pre>`
}

function responseBytes(response: ReportedResponse, finding: Marked): Markup {
  const { status, headers, body } = response
  const { at, expected, actual } = finding
  const span = at === undefined || body.text === undefined ? undefined : spanOf(body.text, at)
  const byte = at === undefined ? undefined : byteOf(at)
  const lost = at !== undefined && body.text !== undefined && span === undefined
  // A finding without a location in the body is about the head: the status, or the header with the quoted value.
  const ofStatus = at === undefined && /^\d{3}\b/.test(expected ?? '')
  const why = ([, value]: Header): string | undefined =>
    at === undefined && value !== '' && value === actual ? MARKED : undefined
  return html`<pre>${ofStatus ? html`<mark title="${MARKED}">${status}</mark>` : status}
${headerLines(headers, why)}
${bodyBytes(body, { span, byte, why: MARKED })}</pre>${lost ? html`<p class="note">The report does not keep the part of the body with ${at}.</p>` : undefined}`
}

const responseFacts = ({ answer: response, duration: took, first_byte: first }: ReportedExchange): string =>
  [
    `took ${duration(took)}`,
    ...(first === undefined ? [] : [`first byte after ${duration(first)}`]),
    ...(response ? [bytes(response.body.bytes), counted(response.packets, 'piece')] : []),
    ...(response && response.interim.length > 0 ? [`after ${response.interim.join(', ')}`] : []),
    ...(response && !response.complete ? ['cut off before its end'] : []),
  ].join(' · ')

export interface Shown {
  readonly title: string
  readonly exchange: ReportedExchange
  /** The control; differences between the two requests are marked. */
  readonly control?: ReportedExchange | undefined
  /** Set if the finding is about this response, to mark its location. */
  readonly finding?: Marked
}

export function exchangeView({ title, exchange, control, finding = {} }: Shown): Markup {
  const { id, answer: response, failure } = exchange
  return html`<div class="exchange"><h5>${title}</h5>
<p class="note"><code>${id}</code></p>
<div class="sides"><div><p class="note">Request</p>
${requestBytes(exchange, control)}</div>
<div><p class="note">${response ? 'Response' : 'No response'}: ${responseFacts(exchange)}</p>
${response && responseBytes(response, finding)}${failure && html`<p class="failure">${failure.stage}: ${failure.message} (${failure.code})</p>`}</div></div></div>`
}
