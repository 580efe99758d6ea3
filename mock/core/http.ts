/**
 * The interface between a transport and the core. The core knows neither sockets nor fetch: a transport passes it a
 * head and a body, and gets a response as plain data.
 */

const encoder = new TextEncoder()

/** The size of a text in UTF-8 in bytes. Uses `Buffer` where available, because it makes no copy. */
export const byteLength: (text: string) => number =
  typeof Buffer === 'undefined' ? (text) => encoder.encode(text).length : (text) => Buffer.byteLength(text)

/** Alternating header names and values, in the order and spelling of the wire. */
export type HeaderList = string[]

/** The part of a request that arrives before its body. */
export interface RequestHead {
  readonly method: string
  /** The request target, without the base path under which the gateway is mounted. */
  readonly target: string
  /** The value of a header by its lower-case name. */
  header(name: string): string | undefined
  /** Identifies the connection, if the transport has one: the same object for the lifetime of the connection. */
  readonly connection?: object | undefined
  /** The version of HTTP, such as `1.1`, if the transport knows it. */
  readonly version?: string | undefined
}

/** `cut` closes the connection early, `reset` does so with an RST, and `hang` stops sending but keeps it open. */
export type Act = 'cut' | 'reset' | 'hang'

/** One step of a body that is not sent all at once. */
export type Part =
  | string
  | Uint8Array
  /** Milliseconds of silence, on the gateway's clock. */
  | { readonly wait: number }
  /** Sends the next part in a separate packet, if the transport supports that. */
  | { readonly apart: true }
  | { readonly act: Act }

/** A whole body, or its parts. Parts are pulled one by one, so they may be endless. */
export type Body = string | Uint8Array | Iterable<Part>

/** A response: its content, its delivery, and callbacks for the transport. */
export interface HttpResponse {
  status: number
  headers: HeaderList
  body: Body
  /** For a refusal: its row of the error table, and its `error.code`. */
  error?: string
  code?: string
  /** Size of a whole body in bytes; a cache of `sizeOf`. */
  size?: number
  /** The final response, if other mocks must decide first; then the other members are placeholders. */
  later?: Promise<HttpResponse>
  /** Absent for an ordinary delivery. */
  delivery?: Delivery
  /** The transport passes the bytes of a request body that the gateway ignores, and undefined at its end. */
  onUnreadBytes?: (part: Uint8Array | undefined) => void
  /** Called once by the transport when the response is over. */
  onDelivered?: OnDelivered
}

/** How an unusual response is sent. */
export interface Delivery {
  /** How the end of the body is marked: by a length (default for whole bodies), chunks, or closing the connection. */
  readonly framing?: 'length' | 'chunked' | 'close'
  /** Whether the connection ends after this response. */
  readonly close?: boolean
  /** Whether the response is sent while the request body is still arriving; the connection ends with it. */
  readonly early?: boolean
  /** Interim (1xx) responses to send before this one. */
  readonly interim?: readonly { readonly status: number; readonly headers: HeaderList }[]
  /** Silence or a connection act before the head is sent. */
  readonly before?: Iterable<Part>
  /** Bytes to send instead of an HTTP response. */
  readonly raw?: Iterable<Part>
  /** The faults and variants that caused it, for the error of a transport that cannot carry it. */
  readonly deviations?: readonly string[]
}

/**
 * Called with the number of body bytes sent, and whether the body was cut short. It counts bytes, not parts, because a
 * disturbance may split the body differently. If a disturbance changed the bytes, `content` is the text that was sent.
 */
export type OnDelivered = (bytes: number, aborted: boolean, content?: string) => void

/** Calls a listener when a response is over, before its other listeners. Returns the response. */
export function whenOver(response: HttpResponse, listen: OnDelivered): HttpResponse {
  const { onDelivered } = response
  response.onDelivered = (...sent) => {
    listen(...sent)
    onDelivered?.(...sent)
  }
  return response
}

/** Calls back with the final response: at once, unless other mocks decide first. */
export function onceDecided(response: HttpResponse, callback: (decided: HttpResponse) => void): void {
  if (response.later) void response.later.then(callback)
  else callback(response)
}

/** The same response, delivered in another way. */
export function deliveredAs(response: HttpResponse, way: Delivery): HttpResponse {
  return { ...response, delivery: { ...response.delivery, ...way } }
}

/** The result of a request head: the core has responded already, or waits for the body. */
export type Opening = HttpResponse | Upload

/** A request whose head was accepted and whose body is awaited. */
export interface Upload {
  readonly upload: true
  /** The maximum size of the body in bytes. */
  readonly limit: number
  /** Called with the whole body. `text` is undefined if the bytes are not valid UTF-8. */
  finish(text: string | undefined, bytes: number): HttpResponse
  /** Called when the body exceeds the limit. */
  overflow(): HttpResponse
}

/** The size in bytes of a whole body that no longer changes. Cached, because several callers need it. */
export function sizeOf(response: HttpResponse): number {
  const { body } = response
  response.size ??= typeof body === 'string' ? byteLength(body) : (body as Uint8Array).length
  return response.size
}

/** Whether a part is content rather than a wait or an act, or whether a body is whole. */
export function isBytes(part: Part | Body): part is string | Uint8Array {
  return typeof part === 'string' || part instanceof Uint8Array
}

/** Returns the same parts, and calls a listener with their bytes when they are pulled. */
export function* heard(parts: Iterable<Part>, listen: (part: string | Uint8Array) => void): Generator<Part> {
  for (const part of parts) {
    if (isBytes(part)) listen(part)
    yield part
  }
}

/** Concatenates lists of parts. */
export function* joined(...lists: Iterable<Part>[]): Generator<Part> {
  for (const list of lists) yield* list
}

/**
 * Distinguishes a response from an upload.
 * @example
 * const opening = createGateway().begin({ method: 'GET', target: '/v1/models', header: () => undefined })
 * if (!wantsBody(opening)) assert.equal(opening.status, 401)
 */
export function wantsBody(opening: Opening): opening is Upload {
  return 'upload' in opening
}

/** A response with a whole JSON document. */
// keeps: models-media-type, completion-media-type, error-media-type, json-read-alike, content-coding-accepted
export function jsonResponse(status: number, body: string): HttpResponse {
  return { status, headers: ['content-type', 'application/json'], body }
}

/** The value of a header in a list, by its lower-case name. */
export function headerOf(headers: HeaderList, name: string): string | undefined {
  for (let i = 0; i < headers.length; i += 2) if (headers[i]?.toLowerCase() === name) return headers[i + 1]
  return undefined
}
