/**
 * The interface between a transport and the core. The core knows neither sockets nor fetch: a transport gives it a head and a
 * body, and gets a response that is plain data.
 */

const encoder = new TextEncoder()

/** The number of bytes of a text in UTF-8. Node's function makes no copy. */
export const byteLength: (text: string) => number =
  typeof Buffer === 'undefined' ? (text) => encoder.encode(text).length : (text) => Buffer.byteLength(text)

/** Header names and values in turn, in the order and the spelling that go on the wire. */
export type HeaderList = string[]

/** The part of a request that is known before its body has arrived. */
export interface RequestHead {
  readonly method: string
  /** The request target, without the base path under which the gateway is mounted. */
  readonly target: string
  /** The value of a header by its lower-case name. */
  header(name: string): string | undefined
  /** Identifies the connection, if the transport has one: the same object as long as the connection lasts. */
  readonly connection?: object | undefined
  /** The version of HTTP, such as `1.1`, if the transport knows it. */
  readonly version?: string | undefined
}

/** `cut` closes the connection in the middle, `reset` with an RST, `hang` sends nothing more and keeps it open. */
export type Act = 'cut' | 'reset' | 'hang'

/** One step of a body that is not sent in one go. */
export type Part =
  | string
  | Uint8Array
  /** Milliseconds of silence, on the gateway's clock. */
  | { readonly wait: number }
  /** The next part leaves in a separate packet, if the transport can do that. */
  | { readonly apart: true }
  | { readonly act: Act }

/** A whole body, or the parts of one; parts are pulled one by one, so that they may be endless. */
export type Body = string | Uint8Array | Iterable<Part>

/** A response: its content, its delivery, and callbacks for the transport. */
export interface HttpResponse {
  status: number
  headers: HeaderList
  body: Body
  /** The row of the error table, when it is a refusal, and its `error.code`. */
  error?: string
  code?: string
  /** Size of a whole body in bytes; a cache of `sizeOf`. */
  size?: number
  /** The final response, if other mocks still have to decide; then this one has no content. */
  later?: Promise<HttpResponse>
  /** Absent for an ordinary delivery. */
  delivery?: Delivery
  /** The transport passes the bytes of a request body that the gateway does not read, and undefined at its end. */
  onUnreadBytes?: (part: Uint8Array | undefined) => void
  /** Called once by the transport when the response is over. */
  onDelivered?: OnDelivered
}

/** How an unusual response is sent. */
export interface Delivery {
  /** How the end of the body is marked: a length (default of whole bodies), chunks, or the end of the connection. */
  readonly framing?: 'length' | 'chunked' | 'close'
  /** The connection ends after this response. */
  readonly close?: boolean
  /** Sent while the body of the request still comes, and the connection ends with it. */
  readonly early?: boolean
  /** Interim responses sent ahead of this one. */
  readonly interim?: readonly { readonly status: number; readonly headers: HeaderList }[]
  /** Silence or a connection act before the head is sent. */
  readonly before?: Iterable<Part>
  /** Bytes that go on the wire instead of an HTTP response. */
  readonly raw?: Iterable<Part>
  /** The faults and variants that cause it, for a transport that cannot carry it. */
  readonly deviations?: readonly string[]
}

/**
 * Called with the number of body bytes sent, and whether that was before its end. It counts bytes instead of parts, so that it
 * holds if a disturbance splits the body differently. If a disturbance changed the bytes, the contents that were really sent
 * are included.
 */
export type OnDelivered = (bytes: number, aborted: boolean, content?: string) => void

/** The same response, delivered in another way. */
export function deliveredAs(response: HttpResponse, way: Delivery): HttpResponse {
  return { ...response, delivery: { ...response.delivery, ...way } }
}

/** The core has responded without a body, or waits for the body. */
export type Opening = HttpResponse | Upload

/** A request whose head was accepted and whose body is awaited. */
export interface Upload {
  readonly upload: true
  /** The most bytes of the body. */
  readonly limit: number
  /** Called with the whole body. `text` is undefined if the bytes are not valid UTF-8. */
  finish(text: string | undefined, bytes: number): HttpResponse
  /** Called when the body exceeds the limit. */
  overflow(): HttpResponse
}

/** Bytes of a body in one piece that no longer changes. Cached, since several callers need it. */
export function sizeOf(response: HttpResponse): number {
  const { body } = response
  response.size ??= typeof body === 'string' ? byteLength(body) : (body as Uint8Array).length
  return response.size
}

/** Whether a part of a body is bytes, or a body is sent in one piece. */
export function isBytes(part: Part | Body): part is string | Uint8Array {
  return typeof part === 'string' || part instanceof Uint8Array
}

/** The same parts; a listener gets the bytes when they are pulled. */
export function* heard(parts: Iterable<Part>, listen: (part: string | Uint8Array) => void): Generator<Part> {
  for (const part of parts) {
    if (isBytes(part)) listen(part)
    yield part
  }
}

/** The parts of several lists, in sequence. */
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
// keeps: models-media-type, completion-media-type, error-media-type, json-read-alike
export function jsonResponse(status: number, body: string): HttpResponse {
  return { status, headers: ['content-type', 'application/json'], body }
}

/** The value of a header in a list, by its lower-case name. */
export function headerOf(headers: HeaderList, name: string): string | undefined {
  for (let i = 0; i < headers.length; i += 2) if (headers[i]?.toLowerCase() === name) return headers[i + 1]
  return undefined
}
