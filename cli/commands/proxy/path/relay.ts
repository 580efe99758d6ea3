/**
 * Forwards one request: sends each part on when it arrives, and never waits for the judge. If a response is truncated,
 * the client's connection is ended in such a way that no client takes the response for complete.
 */
import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type InformationEvent, type ServerResponse, request as sendRequest } from 'node:http'
import { constants, type Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { Header } from '../../../../suites/harness/http/exchange.ts'
import { grouped, headersOf, requestHeaders, responseHeaders, valuesOf } from './headers.ts'
import type { Upstream } from './upstream.ts'

export type InboundRequest = IncomingMessage | Http2ServerRequest
export type InboundResponse = ServerResponse | Http2ServerResponse

export type Ending = 'complete' | 'client-aborted' | 'upstream-aborted' | 'unreachable'

/** Observes an exchange. It must not throw, and must copy whatever it keeps. */
export interface Tap {
  requestBody(chunk: Buffer): void
  head(status: number, headers: readonly Header[]): void
  responseBody(chunk: Buffer): void
  end(ending: Ending): void
}

/** The head of a request, which decides whether it is observed. */
export interface Passing {
  readonly method: string
  /** Path and query, as received. */
  readonly url: string
  readonly headers: readonly Header[]
}

export interface Hop {
  readonly upstream: Upstream
  /** Requests are mirrored copies: receive the whole response even if the client disconnects early. */
  readonly isMirrored?: boolean | undefined
  /** Begins to observe an exchange; undefined if it is not judged. */
  tap(passing: Passing): Tap | undefined
  /** Reports a request that could not be forwarded. */
  failed(error: Error): void
}

const isHttp2 = (response: InboundResponse): response is Http2ServerResponse => response instanceof Http2ServerResponse

/** Ends the response so that the client sees the truncation; with a reset if the protocol has no other way. */
function breakOff(response: InboundResponse): void {
  if (isHttp2(response)) {
    response.stream.close(constants.NGHTTP2_INTERNAL_ERROR)
    return
  }
  const { socket, req } = response
  if (req.httpVersion !== '1.0') socket?.destroySoon()
  else if (socket && 'encrypted' in socket) socket.destroy()
  else socket?.resetAndDestroy()
}

/** Forwards an interim response. HTTP/1.0 has none. */
function passInterim(response: InboundResponse, { statusCode, statusMessage, rawHeaders }: InformationEvent): void {
  const headers = responseHeaders(headersOf(rawHeaders as unknown as string[]))
  if (isHttp2(response)) {
    if (!response.headersSent) response.stream.additionalHeaders({ ':status': statusCode, ...grouped(headers) })
    return
  }
  if (response.req.httpVersion === '1.0') return
  if (statusCode === 100) {
    response.writeContinue()
    return
  }
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  const raw = response as ServerResponse & { _writeRaw(text: string, encoding: 'latin1'): boolean }
  raw._writeRaw(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

function passHead(response: InboundResponse, incoming: IncomingMessage): void {
  const headers = responseHeaders(headersOf(incoming.rawHeaders))
  const status = incoming.statusCode ?? 0
  response.sendDate = false
  if (isHttp2(response)) {
    response.writeHead(status, grouped(headers))
    return
  }
  if (valuesOf(headersOf(incoming.rawHeaders), 'connection').some((value) => /\bclose\b/i.test(value)))
    response.shouldKeepAlive = false
  response.writeHead(status, incoming.statusMessage ?? '', headers.flat())
  response.flushHeaders()
}

export function relay(request: InboundRequest, response: InboundResponse, hop: Hop): void {
  const { upstream, isMirrored = false } = hop
  const { method = 'GET', url = '/' } = request
  const headers = headersOf(request.rawHeaders)
  const http2 = isHttp2(response)
  const hasLength = valuesOf(headers, 'content-length').length > 0
  const isChunked = http2
    ? !hasLength && !response.stream.endAfterHeaders
    : valuesOf(headers, 'transfer-encoding').length > 0
  const tap = hop.tap({ method, url, headers })
  const lane = upstream.laneOf(
    isMirrored ? undefined : ((http2 ? response.stream.session : undefined) ?? request.socket),
  )
  const ended = lane.begin()
  let connected = false
  let ending: Ending | undefined

  const end = (how: Ending): void => {
    if (ending !== undefined) return
    ending = how
    tap?.end(how)
  }

  const onward = sendRequest({
    agent: lane,
    method,
    path: `${upstream.before}${url}`,
    headers: [
      ...requestHeaders({ method, headers, isChunked, isHttp2: http2 }, upstream.host),
      ...upstream.headers,
    ].flat(),
    setDefaultHeaders: false,
    maxHeaderSize: 256 * 1024,
  })
  onward.on('socket', () => {
    connected = true
  })
  onward.on('information', (event: InformationEvent) => passInterim(response, event))
  onward.on('response', (incoming) => {
    tap?.head(incoming.statusCode ?? 0, headersOf(incoming.rawHeaders))
    try {
      passHead(response, incoming)
    } catch (error) {
      // The response cannot be forwarded, for example because it repeats a header that HTTP/2 allows only once.
      hop.failed(error as Error)
      onward.destroy()
      breakOff(response)
      return end('upstream-aborted')
    }
    incoming.on('data', (chunk: Buffer) => tap?.responseBody(chunk))
    if (!response.closed) incoming.pipe(response as ServerResponse, { end: false })
    if (response.closed) incoming.resume()
    else if (isMirrored) response.once('close', () => incoming.resume())
    incoming.on('error', () => undefined)
    incoming.on('close', () => {
      if (!incoming.complete) {
        end('upstream-aborted')
        return breakOff(response)
      }
      const trailers = headersOf(incoming.rawTrailers)
      if (isHttp2(response)) response.addTrailers(grouped(trailers))
      else response.addTrailers(trailers as [string, string][])
      end('complete')
      response.end()
    })
  })
  onward.on('error', (error) => {
    if (ending !== undefined || response.headersSent) return
    end(connected ? 'upstream-aborted' : 'unreachable')
    if (connected) return breakOff(response)
    hop.failed(error)
    respondAsProxy(response as ServerResponse, error)
  })

  request.on('data', (chunk: Buffer) => tap?.requestBody(chunk))
  request.pipe(onward, { end: false })
  request.on('end', () => {
    if (request.rawTrailers.length > 0) onward.addTrailers(headersOf(request.rawTrailers) as [string, string][])
    onward.end()
  })
  request.on('error', () => undefined)
  response.on('error', () => undefined)
  response.on('close', () => {
    ended()
    if (isMirrored && onward.writableEnded) return
    if (!response.writableFinished) end('client-aborted')
    onward.destroy()
  })
}

/** The error type of RFC 9209 for an error code of Node. */
function proxyErrorOf({ code = '' }: NodeJS.ErrnoException): string {
  if (/ENOTFOUND|EAI_/.test(code)) return 'dns_error'
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code)) return 'tls_certificate_error'
  if (/SSL|TLS|EPROTO/.test(code)) return 'tls_protocol_error'
  if (/TIMEOUT|TIMEDOUT/.test(code)) return 'connection_timeout'
  return 'connection_refused'
}

/** The contract requires 503 (7.5); `Proxy-Status` shows that the gateway did not send it. */
function respondAsProxy(response: ServerResponse, error: Error): void {
  const message = 'svc-conformance proxy could not reach the gateway. Its log says why.'
  response.writeHead(503, {
    'content-type': 'application/json',
    'x-svc-request-id': `proxy-${randomUUID()}`,
    'proxy-status': `svc-conformance; error=${proxyErrorOf(error)}`,
  })
  const body = { error: { message, type: 'server_error', param: null, code: 'upstream_unreachable' } }
  response.end(JSON.stringify(body))
}
