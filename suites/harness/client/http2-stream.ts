/** One request on an HTTP/2 connection. Calls its handler in the same way as undici for HTTP/1.1. */
import {
  type ClientHttp2Stream,
  constants,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
  type OutgoingHttpHeaders,
} from 'node:http2'
import type { Dispatcher } from 'undici'
import { pairsOf } from '../http/exchange.ts'

type Controller = Dispatcher.DispatchController

export class Http2Stream implements Controller {
  readonly #handler: Dispatcher.DispatchHandler
  #stream: ClientHttp2Stream | undefined
  #over = false
  reason: Error | null = null
  rawHeaders: string[] | null = null
  readonly rawTrailers = null
  readonly paused = false

  constructor(handler: Dispatcher.DispatchHandler) {
    this.#handler = handler
  }

  /** Part of undici's interface; a stream is never paused. */
  pause(): void {}

  resume(): void {}

  get aborted(): boolean {
    return this.reason !== null
  }

  abort(reason: Error): void {
    this.reason ??= reason
    this.#stream?.close(constants.NGHTTP2_CANCEL)
    this.fail(reason)
  }

  fail(error: Error): void {
    if (this.#over) return
    this.#over = true
    this.#handler.onResponseError?.(this, error)
  }

  /** Whether to send the request: the handler may have aborted it. */
  begin(): boolean {
    this.#handler.onRequestStart?.(this, {})
    return !this.#over
  }

  watch(stream: ClientHttp2Stream): void {
    this.#stream = stream
    stream.on('error', (error) => this.fail(error))
    stream.on('headers', (headers, _flags, raw) => this.#head(headers, raw))
    stream.on('response', (headers, _flags, raw) => this.#head(headers, raw))
    stream.on('data', (chunk: Buffer) => {
      if (!this.#over) this.#handler.onResponseData?.(this, chunk)
    })
    // A response may end while the request is still being sent: the rest of the request is dropped.
    stream.on('end', () => {
      if (!stream.closed && !stream.writableFinished) stream.close(constants.NGHTTP2_NO_ERROR)
    })
    stream.on('close', () => this.#closed(stream))
  }

  #head(headers: IncomingHttpHeaders & IncomingHttpStatusHeader, raw: readonly string[]): void {
    if (this.#over) return
    // Without the pseudo header of the status.
    this.rawHeaders = pairsOf(raw).flatMap(([name, value]) => (name.startsWith(':') ? [] : [name, value]))
    this.#handler.onResponseStart?.(this, Number(headers[':status']), {})
  }

  /** Only the reset code shows whether the stream was complete, because a reset also ends the reading of a stream. */
  #closed({ rstCode }: ClientHttp2Stream): void {
    if (this.#over) return
    if (rstCode !== constants.NGHTTP2_NO_ERROR || this.rawHeaders === null) {
      const error = new Error(`the stream was reset with the code ${rstCode}`)
      this.fail(Object.assign(error, { code: 'ERR_HTTP2_STREAM_ERROR' }))
      return
    }
    this.#over = true
    this.#handler.onResponseEnd?.(this, {})
  }
}

/** Headers about an HTTP/1.1 connection, which HTTP/2 does not allow. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'])

/** @param list names and values in turn; values of a repeated name are joined, as HTTP allows (RFC 9110, 5.3) */
export function headersOf(list: readonly string[]): OutgoingHttpHeaders & Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [written, value] of pairsOf(list)) {
    const name = written.toLowerCase()
    if (OF_CONNECTION.has(name)) continue
    const key = name === 'host' ? ':authority' : name
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value
  }
  return headers
}
