import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import {
  type Answer,
  type HeaderList,
  headerOf,
  isWhole,
  joined,
  type OnDelivered,
  type Part,
  sizeOf,
} from '../../core/http.ts'
import type { Clock } from '../../core/time/clock.ts'
import { type Outlet, Playback } from '../../gateway/playback.ts'

/** Milliseconds that a connection stays open for a caller that is still sending after the response. */
export const LINGER = 1_000

/** Sends an answer through node:http: in one write when the body is whole. */
export function send(response: ServerResponse, answer: Answer, clock: Clock): void {
  if (comesOtherwise(answer)) sendUnusual(response, answer, clock)
  else sendAnswer(response, answer, clock)
}

/** Whether something precedes the head, or replaces the answer. */
function comesOtherwise({ delivery }: Answer): boolean {
  return delivery !== undefined && (delivery.before ?? delivery.raw ?? delivery.interim) !== undefined
}

/** Sends a response while the request body is still arriving, and keeps the connection open until it can be read. */
export function sendEarly(response: ServerResponse, answer: Answer, clock: Clock): void {
  response.shouldKeepAlive = false
  const { status, body } = answer
  if (!isWhole(body) || comesOtherwise(answer)) {
    send(response, answer, clock)
    return
  }
  if (answer.onDelivered) whenDelivered(response, answer, answer.onDelivered)
  response.writeHead(status, withLength(answer))
  response.write(body)
  const timer = setTimeout(() => response.end(), LINGER)
  response.req.once('end', () => response.end())
  response.req.resume()
  response.once('close', () => clearTimeout(timer))
}

function sendAnswer(response: ServerResponse, answer: Answer, clock: Clock): void {
  const { status, headers, body } = answer
  const { framing, close } = answer.delivery ?? {}
  if (close) response.shouldKeepAlive = false
  if (framing === 'close') {
    response.shouldKeepAlive = false
    response.useChunkedEncodingByDefault = false
  }
  if (isWhole(body)) {
    if (answer.onDelivered) whenDelivered(response, answer, answer.onDelivered)
    response.writeHead(status, framing === undefined || framing === 'length' ? withLength(answer) : headers)
    // ASCII is sent as Latin-1 with the same bytes, in about nine tenths of the time.
    if (typeof body === 'string' && sizeOf(answer) === body.length) response.end(body, 'latin1')
    else response.end(body)
    return
  }
  response.writeHead(status, headers)
  // The caller learns at once that a stream has begun, even before a long pause.
  response.flushHeaders()
  play(body, new ResponseOutlet(response), response, answer.onDelivered, clock)
}

/** Sends parts through a response. A class, because ten thousand slow streams have one each. */
class ResponseOutlet implements Outlet {
  readonly #response: ServerResponse

  constructor(response: ServerResponse) {
    this.#response = response
  }

  write(part: string | Uint8Array): boolean {
    return this.#response.write(part)
  }

  onceReady(callback: () => void): void {
    this.#response.once('drain', callback)
  }

  act(act: 'cut' | 'reset' | 'hang'): void {
    // Node 26 keeps the parts of a turn in the response, where the end of the connection would not wait for them.
    if (this.#response.writableCorked > 0) this.#response.uncork()
    actOn(this.#response.socket, act)
  }

  end(): void {
    this.#response.end()
  }
}

/** Silence ahead of the head, interim answers, and bytes that are not an HTTP answer at all. */
function sendUnusual(response: ServerResponse, answer: Answer, clock: Clock): void {
  const { socket } = response
  if (!socket) {
    answer.onDelivered?.(0, true)
    return
  }
  const { before = [], interim = [], raw } = answer.delivery ?? {}
  const lines = interim.map(({ status, headers }) => `HTTP/1.1 ${status} Interim\r\n${headerLines(headers)}\r\n`)
  const outlet: Outlet = {
    write: (part) => socket.write(part),
    onceReady: (callback) => void socket.once('drain', callback),
    act: (act) => actOn(socket, act),
    end: () => void (raw ? socket.destroySoon() : sendAnswer(response, answer, clock)),
  }
  const onDelivered: OnDelivered = (sent, aborted) => {
    // If the response follows, its own end is reported.
    if (raw || aborted) answer.onDelivered?.(raw ? sent : 0, aborted)
  }
  play(joined(before, lines, raw ?? []), outlet, response, onDelivered, clock)
}

/** A whole body is out when the system has taken all of it. */
function whenDelivered(response: ServerResponse, answer: Answer, onDelivered: OnDelivered): void {
  const deliver = (): void => {
    const out = response.writableFinished
    onDelivered(out ? sizeOf(answer) : 0, !out)
  }
  if (response.destroyed) deliver()
  else response.once('close', deliver)
}

function play(
  parts: Iterable<Part>,
  outlet: Outlet,
  response: ServerResponse,
  onDelivered: OnDelivered | undefined,
  clock: Clock,
): void {
  if (response.destroyed) {
    onDelivered?.(0, true)
    return
  }
  const playback = new Playback(parts, outlet, clock)
  response.once('close', () => {
    playback.stop()
    onDelivered?.(playback.sent, !playback.complete)
  })
  playback.play()
}

function actOn(socket: Socket | null, act: 'cut' | 'reset' | 'hang'): void {
  if (act === 'cut') socket?.destroySoon()
  // The written bytes have to leave first: an RST would overtake them.
  if (act === 'reset') socket?.write('', () => setImmediate(() => bare(socket).resetAndDestroy()))
}

/** The connection that TLS runs on, as Node keeps it: TLS itself knows no reset. */
function bare(socket: Socket): Socket {
  return (socket as Socket & { readonly _parent?: Socket | null })._parent ?? socket
}

function withLength(answer: Answer): HeaderList {
  const { headers } = answer
  if (headerOf(headers, 'content-length') === undefined) headers.push('content-length', String(sizeOf(answer)))
  return headers
}

/** Header lines as they stand on the wire. */
export function headerLines(headers: readonly string[]): string {
  let lines = ''
  for (let i = 0; i < headers.length; i += 2) lines += `${headers[i]}: ${headers[i + 1]}\r\n`
  return lines
}
