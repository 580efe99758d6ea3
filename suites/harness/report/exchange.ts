/** Exchanges as a report shows them: cut to size, and text wherever the bytes are text. */
import { compact } from '../http/compact.ts'
import type { Exchange, Header, HttpResponse, SentRequest } from '../http/exchange.ts'

/** A body, or its beginning. */
export interface ReportedBody {
  /** Length of the whole body. */
  readonly bytes: number
  readonly text?: string
  /** Replaces `text` if the bytes are not UTF-8. */
  readonly base64?: string
  /** Only the beginning is shown. */
  readonly cut?: true
}

export interface ReportedExchange extends Pick<Exchange, 'id' | 'failure' | 'duration'> {
  readonly request: Pick<SentRequest, 'method' | 'path' | 'headers' | 'framing'> & { readonly body?: ReportedBody }
  readonly answer?: Pick<HttpResponse, 'status' | 'headers' | 'interim' | 'complete'> & {
    readonly body: ReportedBody
    /** The number of pieces in which the body was received; of very many, adjacent pieces count as one. */
    readonly packets: number
    /** The offset of each piece, and its arrival in milliseconds; absent for a single piece, shortened for many. */
    readonly arrivals?: HttpResponse['packets']
  }
  readonly first_byte?: number
}

const REQUEST_BYTES = 2048
const RESPONSE_BYTES = 4096
/** The maximum number of characters to show: header names and values may have any length. */
const HEADER_LENGTH = 1024
const HEADERS = 64
const ARRIVALS = 200

/** The text of bytes; undefined if they are not UTF-8. A character that was cut in two is left out. */
function textOf(bytes: Uint8Array, cut: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: cut })
  } catch {
    return undefined
  }
}

function bodyOf(body: Uint8Array, limit: number): ReportedBody {
  const cut = body.length > limit
  const shown = cut ? body.subarray(0, limit) : body
  const text = textOf(shown, cut)
  return compact({
    bytes: body.length,
    text,
    base64: text === undefined ? Buffer.from(shown).toString('base64') : undefined,
    cut: cut || undefined,
  })
}

function headersOf(headers: readonly Header[]): Header[] {
  return headers.slice(0, HEADERS).map(([name, value]) => [name.slice(0, HEADER_LENGTH), value.slice(0, HEADER_LENGTH)])
}

function responseOf(response: HttpResponse): NonNullable<ReportedExchange['answer']> {
  const { status, headers, body, packets, interim, complete } = response
  const arrivals = packets.slice(0, ARRIVALS).map(([offset, at]) => [offset, rounded(at)] as const)
  return compact({
    status,
    headers: headersOf(headers),
    body: bodyOf(body, RESPONSE_BYTES),
    packets: packets.length,
    arrivals: packets.length > 1 ? arrivals : undefined,
    interim,
    complete,
  })
}

const rounded = (milliseconds: number): number => Math.round(milliseconds * 100) / 100

/** An exchange as a report shows it. */
export function reportExchange({ id, request, response, failure, duration, firstByte }: Exchange): ReportedExchange {
  const { method, path, headers, framing, body } = request
  return compact({
    id,
    request: compact({ method, path, headers: headersOf(headers), framing, body: body && bodyOf(body, REQUEST_BYTES) }),
    answer: response && responseOf(response),
    failure,
    duration: rounded(duration),
    first_byte: firstByte === undefined ? undefined : rounded(firstByte),
  })
}
