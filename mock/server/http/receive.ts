import { isAscii, isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { type HttpResponse, onceDecided, type Upload } from '../../core/http.ts'

/** The maximum number of bytes to read and discard from a caller that is still sending after the decision. */
const MAX_DRAINED = 16 * 1_048_576

/** Milliseconds without a byte after which such a caller is probably waiting for the response. */
const MAX_WAIT = 300

/** `early` means that the body was not read to its end, so that the connection must end with the response. */
type Deliver = (response: HttpResponse, early: boolean) => void

/** Whether a body follows the head (RFC 9112, 6.3). */
export function hasBody(request: IncomingMessage): boolean {
  const { headers } = request
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/** Reads a body up to its limit. Uses callbacks because `for await` would cost a fifth of the throughput. */
export function receive(request: IncomingMessage, upload: Upload, deliver: Deliver): void {
  let first: Buffer | undefined
  let rest: Buffer[] | undefined
  let bytes = 0
  // Release the body: the request stays in memory as long as its response, which may be a slow stream.
  const leave = (): void => {
    request.off('data', onData)
    request.off('end', onEnd)
  }
  const onData = (chunk: Buffer): void => {
    bytes += chunk.length
    if (bytes > upload.limit) {
      leave()
      const refuse = (response: HttpResponse): void => {
        request.resume()
        if (response.delivery?.early) deliver(response, true)
        else drain(request, response, deliver)
      }
      onceDecided(upload.overflow(), refuse)
    } else if (first === undefined) first = chunk
    else (rest ??= [first]).push(chunk)
  }
  const onEnd = (): void => {
    leave()
    const body = rest ? Buffer.concat(rest, bytes) : first
    onceDecided(upload.finish(body ? decode(body) : '', bytes), (response) => deliver(response, false))
  }
  request.on('data', onData)
  request.on('end', onEnd)
}

/** Passes the bytes of a discarded body to the listener of the response. */
export function passUnread(request: IncomingMessage, response: HttpResponse): void {
  const listener = response.onUnreadBytes
  if (!listener) return
  request.on('data', listener)
  request.once('end', () => listener(undefined))
}

/**
 * Holds a response back until the caller has sent its body, because many clients miss a response while they send. After
 * the limits for bytes and time, the response is sent early.
 */
export function drain(request: IncomingMessage, response: HttpResponse, deliver: Deliver): void {
  let bytes = 0
  let timer = setTimeout(() => finish(true), MAX_WAIT)
  const finish = (early: boolean): void => {
    clearTimeout(timer)
    request.off('data', onData)
    request.off('end', onEnd)
    request.off('close', onClose)
    request.resume()
    deliver(response, early)
  }
  const onData = (chunk: Buffer): void => {
    bytes += chunk.length
    clearTimeout(timer)
    if (bytes > MAX_DRAINED) finish(true)
    else timer = setTimeout(() => finish(true), MAX_WAIT)
  }
  const onEnd = (): void => finish(false)
  const onClose = (): void => clearTimeout(timer)
  request.on('data', onData)
  request.on('end', onEnd)
  request.on('close', onClose)
}

/** Decodes UTF-8; undefined if it is invalid, because replacement characters would hide invalid bytes. */
function decode(body: Buffer): string | undefined {
  if (isAscii(body)) return body.toString('latin1')
  return isUtf8(body) ? body.toString('utf8') : undefined
}
