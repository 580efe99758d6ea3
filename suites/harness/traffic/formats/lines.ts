/** Our own records, one exchange a line: what docs/traffic.md describes, and the transcripts of runs. */
import { faultBySchema } from '../../catalogue/published-schema.ts'
import { compact } from '../../http/compact.ts'
import { decode, type Json } from '../../http/exact-json.ts'
import { ABORTED, type Exchange } from '../../http/exchange.ts'
import { type PackedExchange, unpackExchange } from '../../http/exchange-json.ts'
import type { SeenBody, SeenExchange, SeenRequest, SeenResponse } from '../seen.ts'
import { timeIn } from './har.ts'

/** A text that a tool has decoded, the text of bytes that are UTF-8, or bytes. */
type WrittenBody = string | { readonly utf8: string } | { readonly base64: string }

/** A line, as exchange.schema.json describes it. */
interface WrittenExchange extends Pick<SeenExchange, 'duration'> {
  readonly at?: number | string
  readonly request: Omit<SeenRequest, 'body'> & { readonly body?: WrittenBody }
  readonly response?: WrittenResponse
  readonly ended_by?: SeenExchange['endedBy']
}

interface WrittenResponse extends Omit<SeenResponse, 'body' | 'mediaType' | 'requestId'> {
  readonly media_type?: string
  readonly request_id?: string
  readonly body?: WrittenBody
}

function bodyOf(body: WrittenBody | undefined): SeenBody | undefined {
  if (body === undefined) return undefined
  if (typeof body === 'string') return { text: body }
  return { bytes: 'utf8' in body ? Buffer.from(body.utf8) : Buffer.from(body.base64, 'base64') }
}

/** Undefined where it is not a line of the documented form. */
export function seenInLine(record: Json, where: string): SeenExchange | undefined {
  if (faultBySchema('exchange', record) !== undefined) return undefined
  const { at, duration, request, response, ended_by: endedBy } = record as unknown as WrittenExchange
  const time = typeof at === 'string' ? timeIn(at) : at
  const { body: sent, ...asked } = request
  return {
    where,
    ...compact({ at: time, duration, endedBy, response: response && responseOf(response) }),
    request: { ...asked, ...compact({ body: bodyOf(sent) }) },
  }
}

function responseOf({ body, media_type: mediaType, request_id: requestId, ...rest }: WrittenResponse): SeenResponse {
  return { ...rest, ...compact({ body: bodyOf(body), mediaType, requestId }) }
}

function writtenBody(body: SeenBody | undefined): WrittenBody | undefined {
  if (!body || 'text' in body) return body?.text
  const { text, utf8, bom } = decode(body.bytes)
  return utf8 && !bom ? { utf8: text } : { base64: Buffer.from(body.bytes).toString('base64') }
}

/** An exchange, written so that it is read as it was. */
export function lineOf({ where: _, at, duration, request, response, endedBy }: SeenExchange): string {
  // JSON.stringify omits undefined members.
  const line = {
    ...{ at, duration, ended_by: endedBy },
    request: { ...request, body: writtenBody(request.body) },
    response: response && {
      status: response.status,
      headers: response.headers,
      media_type: response.mediaType,
      request_id: response.requestId,
      body: writtenBody(response.body),
      encoding: response.encoding,
      complete: response.complete,
      packets: response.packets,
    },
  }
  return `${JSON.stringify(line)}\n`
}

/** Undefined for the head of a transcript, and for what is not an exchange of one. */
export function seenInTranscript(record: Json, where: string): SeenExchange | undefined {
  if (faultBySchema('transcript#/$defs/exchange', record) !== undefined) return undefined
  const exchange = unpackExchange(record as unknown as PackedExchange)
  return seenExchange(exchange, `${where}: ${exchange.id}`)
}

/** The parts of a transcript's head that its exchanges do not repeat. */
interface TranscriptHead {
  readonly started?: string
  readonly target?: { readonly base_url?: string }
}

/** An exchange of a transcript with its whole URL and its time, which are relative to the head of the transcript. */
export function inRun(seen: SeenExchange, head: Json): SeenExchange {
  const { started = '', target } = head as TranscriptHead
  const at = Date.parse(started) + (seen.at ?? 0)
  const request = { ...seen.request, url: `${target?.base_url ?? ''}${seen.request.url}` }
  return { ...seen, ...(Number.isNaN(at) ? {} : { at }), request }
}

export function seenExchange(exchange: Exchange, where = exchange.id): SeenExchange {
  const { request, response, failure, startedAt, duration } = exchange
  const { method, path, headers, body } = request
  return {
    where,
    ...compact({ at: startedAt, endedBy: failure?.code === ABORTED ? ('client' as const) : undefined }),
    duration,
    request: { method, url: path, headers, ...compact({ body: body && { bytes: body } }) },
    ...compact({
      response: response && {
        status: response.status,
        headers: response.headers,
        // A body whose encoding cannot be decoded is left as it is.
        ...(response.encoded === undefined ? { body: { bytes: response.body } } : {}),
        complete: response.complete,
        packets: response.packets,
      },
    }),
  }
}
