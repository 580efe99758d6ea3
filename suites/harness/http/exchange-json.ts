/** Exchanges as JSON, without loss, for transcripts and for other processes. */
import { deflateSync, inflateSync } from 'node:zlib'
import { compact } from './compact.ts'
import { decode } from './exact-json.ts'
import { type Exchange, type HttpResponse, type Identity, identityOf, type SentRequest } from './exchange.ts'

/** Text if the bytes are UTF-8 and short; otherwise base64, compressed if they are long. */
type PackedBytes = string | { readonly base64: string } | { readonly deflated: string }

/** Bodies above this length are compressed: they are mostly padding. */
const LONG = 4096
/** The bytes to count for each packet of a response, besides its content. */
const PIECE = 100

/** Limits the bytes that a record may unpack to, in total and per body: a few bytes can unpack to a gigabyte. */
export class Room {
  #left: number
  readonly #body: number

  constructor(bytes: number, body = bytes) {
    this.#left = bytes
    this.#body = body
  }

  /** The maximum number of bytes for the next body. */
  get forBody(): number {
    return Math.min(this.#left, this.#body)
  }

  /** @throws RangeError if too few bytes are left */
  take(bytes: number): void {
    this.#left -= bytes
    if (this.#left < 0) throw new RangeError('there is no room')
  }
}

/** The bytes that a single exchange may unpack to: the default limit of a whole run. */
const ALONE = 64 * 1024 * 1024

function pack(bytes: Uint8Array): PackedBytes {
  if (bytes.length > LONG) return { deflated: deflateSync(bytes, { level: 1 }).toString('base64') }
  const { text, utf8, bom } = decode(bytes)
  return utf8 && !bom ? text : { base64: Buffer.from(bytes).toString('base64') }
}

function unpack(packed: PackedBytes, room: Room): Uint8Array {
  const most = room.forBody
  const bytes = bytesIn(packed, most)
  room.take(bytes.length > most ? Number.POSITIVE_INFINITY : bytes.length)
  return bytes
}

function bytesIn(packed: PackedBytes, most: number): Uint8Array {
  if (typeof packed === 'string') return Buffer.from(packed)
  if ('base64' in packed) return Buffer.from(packed.base64, 'base64')
  return inflateSync(Buffer.from(packed.deflated, 'base64'), { maxOutputLength: Math.max(1, most) })
}

type Packed<T extends { readonly body: unknown }> = Omit<T, 'body'> & { readonly body?: PackedBytes }

/** Of the identity, older transcripts have only the id. */
export type PackedExchange = Omit<Exchange, 'request' | 'response' | keyof Identity> & {
  readonly id: string
} & Partial<Identity> & {
    readonly request: Packed<SentRequest>
    readonly answer?: Packed<HttpResponse>
  }

/** An exchange that JSON can hold. */
export function packExchange({ request, response, ...rest }: Exchange): PackedExchange {
  const { body, ...plain } = request
  return {
    ...rest,
    request: { ...plain, ...compact({ body: body && pack(body) }) },
    ...compact({ answer: response && { ...response, body: pack(response.body) } }),
  }
}

/** The exchange that was packed. @throws Error if a body cannot be unpacked, or is too large */
export function unpackExchange(
  { request, answer: response, ...rest }: PackedExchange,
  room = new Room(ALONE),
): Exchange {
  room.take((response?.packets.length ?? 0) * PIECE)
  return {
    ...identityOf(rest.id),
    ...rest,
    // JSON omits undefined members, so they are restored here.
    request: {
      ...request,
      ownRequestId: request.ownRequestId,
      model: request.model,
      body: request.body === undefined ? undefined : unpack(request.body, room),
    },
    ...compact({ response: response && { ...response, body: unpack(response.body ?? '', room) } }),
  }
}
