import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { bodyIsUnread, type Exchange } from '../http/exchange.ts'
import { type Written, writeJson } from '../json/json-writer.ts'
import type { Refusal } from '../refusal.ts'
import { errorBody } from './error-body.ts'
import { sendEvents, shred } from './event-stream.ts'
import { responseHeaders } from './response-headers.ts'

const deflate = promisify(gzip)

// How long, and how much, a client may continue to send after its response was sent.
const lingerMilliseconds = 2000
const lingerBytes = 64 * 1024 * 1024

export async function sendJson(
  exchange: Exchange,
  status: number,
  body: Written,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { request, response, freedoms } = exchange
  const text = Buffer.from(writeJson(body, freedoms))
  const offered = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  const zipped = offered && freedoms.compression === 'when-offered'
  const bytes = zipped ? await deflate(text) : text
  const lingers = bodyIsUnread(exchange)
  const counted = lingers || freedoms.framing === 'length' || request.method === 'HEAD'

  sendInterim(exchange)
  sendHead(exchange, status, 'application/json', {
    ...headers,
    ...(zipped ? { 'content-encoding': 'gzip', vary: 'accept-encoding' } : {}),
    ...(counted ? { 'content-length': String(bytes.length) } : {}),
    ...(lingers ? { connection: 'close' } : {}),
  })
  if (lingers) {
    response.write(bytes)
    await linger(exchange)
  } else if (freedoms.framing === 'dribble') {
    for (const piece of shred(bytes)) {
      response.write(piece)
      await nextTurn()
    }
  } else {
    response.write(bytes)
  }
  response.end()
}

export async function sendRefusal(exchange: Exchange, refusal: Refusal): Promise<void> {
  const { unavailableRetryAfter } = exchange.freedoms
  const wait =
    refusal.status === 503 && unavailableRetryAfter !== 'absent' ? { 'retry-after': unavailableRetryAfter } : {}
  const body = errorBody(refusal, exchange.freedoms)
  await sendJson(exchange, refusal.status, body, { ...refusal.headers, ...wait })
}

export async function sendStream(exchange: Exchange, events: readonly string[]): Promise<void> {
  const { response, freedoms } = exchange
  const counted = freedoms.pacing === 'counted'
  sendInterim(exchange)
  const length = String(Buffer.byteLength(events.join('')))
  sendHead(exchange, 200, 'text/event-stream', counted ? { 'content-length': length } : {})
  await sendEvents(response, events, freedoms)
}

function sendHead(
  exchange: Exchange,
  status: number,
  mediaType: 'application/json' | 'text/event-stream',
  more: Record<string, string>,
): void {
  const { response, freedoms } = exchange
  const headers = responseHeaders(exchange, mediaType, more)
  if (freedoms.reasonPhrase === 'standard') response.writeHead(status, headers)
  else response.writeHead(status, status < 300 ? 'As You Wish' : 'Rather Not', headers)
}

function sendInterim({ request, response, freedoms }: Exchange): void {
  // HTTP/1.0 has no interim responses.
  if (request.httpVersion === '1.0') return
  if (freedoms.interim === 'processing') response.writeProcessing()
  if (freedoms.interim === 'early-hints') {
    response.writeEarlyHints({ link: '</v1/models>; rel=preload; as=fetch' })
  }
}

/**
 * Reads on after an early response. Closing with unread bytes in the socket would reset the
 * connection, and a reset can take the response away from a client that is still sending. The response
 * has a Content-Length, so it is whole before this is over.
 */
async function linger({ request, response }: Exchange): Promise<void> {
  const enough = new AbortController()
  const timer = setTimeout(() => enough.abort(), lingerMilliseconds)
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > lingerBytes) enough.abort()
  })
  request.resume()
  const { signal } = enough
  const ended = (source: NodeJS.EventEmitter, name: string): Promise<unknown> =>
    once(source, name, { signal }).catch(() => undefined)
  await Promise.race([ended(request, 'end'), ended(request, 'close'), ended(response, 'close')])
  clearTimeout(timer)
  enough.abort()
}
