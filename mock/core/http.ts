/**
 * What passes between a transport and the core. The core knows neither sockets nor fetch: a
 * transport hands it a head and a body, and gets back an answer that is plain data.
 */

const encoder = new TextEncoder()

/** How many bytes a text has in UTF-8. Node's own count makes no copy. */
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
  /** Identifies the connection, where the transport has one: the same object as long as the connection lasts. */
  readonly connection?: object | undefined
}

/** One step of a body that is not sent in one go. */
export type Part =
  | string
  | Uint8Array
  /** Milliseconds of silence, on the gateway's clock. */
  | { readonly wait: number }
  /** What follows leaves in a separate packet, as far as the transport can. */
  | { readonly apart: true }
  /** `cut` closes the connection in the middle, `reset` with an RST, `hang` sends nothing more and keeps it open. */
  | { readonly act: 'cut' | 'reset' | 'hang' }

/** A whole body, or the parts of one; parts are pulled one by one, so that they may be endless. */
export type Body = string | Uint8Array | Iterable<Part>

/** An answer: what it says, how it is delivered, and callbacks for the transport. */
export interface Answer {
  status: number
  headers: HeaderList
  body: Body
  /** The row of the error table, when it is a refusal, and its `error.code`. */
  error?: string
  code?: string
  /** Size of a whole body in bytes; a cache of `sizeOf`. */
  size?: number
  /** The answer that comes instead of this one, which has no result yet: others are being asked. */
  later?: Promise<Answer>
  /** Left out when nothing about the delivery is unusual. */
  delivery?: Delivery
  /** The transport passes the bytes of a request body that the gateway does not read, and undefined at its end. */
  onUnreadBytes?: (part: Uint8Array | undefined) => void
  /** Called once by the transport when the response is over. */
  onDelivered?: OnDelivered
}

/** How an answer is sent, where that is unusual. */
export interface Delivery {
  /** How the end of the body is marked: a length (default of whole bodies), chunks, or the end of the connection. */
  readonly framing?: 'length' | 'chunked' | 'close'
  /** The connection ends after this answer. */
  readonly close?: boolean
  /** Sent while the body of the request still comes, and the connection ends with it. */
  readonly early?: boolean
  /** Interim answers sent ahead of this one. */
  readonly interim?: readonly { readonly status: number; readonly headers: HeaderList }[]
  /** Silence or a connection act before the head is sent. */
  readonly before?: Iterable<Part>
  /** Bytes that go on the wire instead of an HTTP answer. */
  readonly raw?: Iterable<Part>
  /** The faults and variants that it comes from, for a transport that cannot carry it. */
  readonly deviations?: readonly string[]
}

/**
 * Called with the number of body bytes sent, and whether that was before its end. Bytes and not parts, so that it stays
 * true when a disturbance splits the body otherwise. Where a disturbance changed the bytes, the contents that its
 * chunks really carried come along.
 */
export type OnDelivered = (bytes: number, aborted: boolean, content?: string) => void

/** Represents an answer that is not there yet. */
export function answerLater(later: Promise<Answer>): Answer {
  return { status: 0, headers: [], body: '', later }
}

/** The same answer, delivered in another way. */
export function deliveredAs(answer: Answer, way: Delivery): Answer {
  return { ...answer, delivery: { ...answer.delivery, ...way } }
}

/** The core has refused or served without a body, or it wants the body first. */
export type Opening = Answer | Upload

/** A request whose head was accepted and whose body is awaited. */
export interface Upload {
  readonly upload: true
  /** Most bytes that the body may have. */
  readonly limit: number
  /** The body is whole. `text` is undefined when the bytes were not valid UTF-8. */
  finish(text: string | undefined, bytes: number): Answer
  /** The body has outgrown the limit. */
  overflow(): Answer
}

/** Whether a body goes in one go. */
export function isWhole(body: Body): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array
}

/** Bytes of a body that goes in one go and changes no more. Counted once, since several ask on its way out. */
export function sizeOf(answer: Answer): number {
  const { body } = answer
  answer.size ??= typeof body === 'string' ? byteLength(body) : (body as Uint8Array).length
  return answer.size
}

/** Whether a part of a body is bytes. */
export function isBytes(part: Part): part is string | Uint8Array {
  return typeof part === 'string' || part instanceof Uint8Array
}

/** Parts one list after the other. */
export function* joined(...lists: Iterable<Part>[]): Generator<Part> {
  for (const list of lists) yield* list
}

/**
 * Distinguishes the two openings.
 * @example
 * const opening = createGateway().begin({ method: 'GET', target: '/v1/models', header: () => undefined })
 * if (!wantsBody(opening)) assert.equal(opening.status, 401)
 */
export function wantsBody(opening: Opening): opening is Upload {
  return 'upload' in opening
}

/** An answer with a whole JSON document. */
// keeps: models-media-type, completion-media-type, error-media-type, json-read-alike
export function jsonAnswer(status: number, body: string): Answer {
  return { status, headers: ['content-type', 'application/json'], body }
}

/** The value of a header in a list, by its lower-case name. */
export function headerOf(headers: HeaderList, name: string): string | undefined {
  for (let i = 0; i < headers.length; i += 2) if (headers[i]?.toLowerCase() === name) return headers[i + 1]
  return undefined
}
