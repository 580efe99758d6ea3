/** Content encodings: a server may compress a response even if the client did not request it. */
import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, constants, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'

/** The maximum number of encodings: no server applies more to a response, and each costs memory and time. */
const MAX_ENCODINGS = 3

type Decoder = (bytes: Uint8Array, options: { maxOutputLength: number; finishFlush?: number }) => Buffer

const { BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH, ZSTD_e_flush } = constants

/** The decoder of each encoding, and the flag with which it accepts a truncated body. */
const decoders: Record<string, readonly [decode: Decoder, finishFlush: number]> = {
  gzip: [gunzipSync, Z_SYNC_FLUSH],
  'x-gzip': [gunzipSync, Z_SYNC_FLUSH],
  deflate: [inflateSync, Z_SYNC_FLUSH],
  br: [brotliDecompressSync, BROTLI_OPERATION_FLUSH],
  zstd: [zstdDecompressSync, ZSTD_e_flush],
}

export interface Decoded {
  readonly bytes: Uint8Array
  /** Whether these are the decoded bytes; otherwise they are as received, or decoded only in part. */
  readonly unpacked: boolean
  /** The encoding that cannot be decoded: the bytes are malformed, or it is unknown. */
  readonly stuck?: string
  /** The decoded bytes exceed the maximum. */
  readonly tooLarge?: true
}

/** Thrown for an encoding that cannot be decoded. */
class Stuck extends Error {
  readonly encoding: string
  readonly tooLarge: boolean

  constructor(encoding: string, cause?: unknown) {
    super(`the content-encoding ${encoding} cannot be decoded`)
    this.encoding = encoding
    this.tooLarge = (cause as { code?: unknown } | undefined)?.code === 'ERR_BUFFER_TOO_LARGE'
  }
}

function encodingsIn(header: string): string[] {
  return header
    .toLowerCase()
    .split(',')
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== '' && encoding !== 'identity')
}

/**
 * The bytes after each decoding step, from the outermost encoding inwards.
 *
 * @param isWhole if false, a truncated body is decoded as far as possible
 * @throws Stuck at the first encoding that cannot be decoded
 */
function* layers(
  bytes: Uint8Array,
  encodings: readonly string[],
  maxOutputLength: number,
  isWhole: boolean,
): Generator<Uint8Array> {
  if (encodings.length > MAX_ENCODINGS) throw new Stuck(encodings.join(', '))
  let content = bytes
  for (const encoding of encodings.toReversed()) {
    const [decode, finishFlush] = decoders[encoding] ?? []
    if (!decode) throw new Stuck(encoding)
    try {
      content = decode(content, { maxOutputLength, ...(isWhole || finishFlush === undefined ? {} : { finishFlush }) })
    } catch (cause) {
      throw new Stuck(encoding, cause)
    }
    yield content
  }
}

/** The bytes after all decoding steps. @throws Stuck */
function innermost(bytes: Uint8Array, encodings: readonly string[], maxBytes: number, isWhole: boolean): Uint8Array {
  let content = bytes
  for (const layer of layers(bytes, encodings, maxBytes, isWhole)) content = layer
  return content
}

/**
 * The decoded bytes of a body, or the bytes as received if an encoding is malformed or there are too many. An unknown
 * encoding is ignored, as by clients, if the body is text.
 */
export function decodeContent(bytes: Uint8Array, header: string, maxBytes: number): Decoded {
  // A response without content, such as a response to HEAD, names the encoding that its content would have.
  if (bytes.length === 0) return { bytes, unpacked: true }
  const encodings = encodingsIn(header)
  const unknown = encodings.find((encoding) => !(encoding in decoders))
  try {
    const known = encodings.filter((encoding) => encoding in decoders)
    const content = innermost(bytes, known, maxBytes, true)
    if (unknown === undefined) return { bytes: content, unpacked: true }
    return { bytes: content, unpacked: false, ...(isUtf8(content) ? {} : { stuck: unknown }) }
  } catch (error) {
    if (!(error instanceof Stuck)) throw error
    return { bytes, unpacked: false, ...(error.tooLarge ? { tooLarge: true } : { stuck: error.encoding }) }
  }
}

/** The part of a truncated compressed body that a client can decode; undefined if there is none. */
export function decodeBeginning(bytes: Uint8Array, header: string, maxBytes: number): Uint8Array | undefined {
  try {
    return innermost(bytes, encodingsIn(header), maxBytes, false)
  } catch {
    return undefined
  }
}

/** Whether bytes that are stored as received, complete or not, contain something that shows only after decoding. */
export function mayHide(
  bytes: Uint8Array,
  header: string,
  maxBytes: number,
  shows: (bytes: Uint8Array) => boolean,
): boolean {
  let content = bytes
  try {
    for (const layer of layers(bytes, encodingsIn(header), maxBytes, false)) {
      if (shows(layer)) return true
      content = layer
    }
    return false
  } catch {
    // Text with a wrong encoding label hides nothing. Another client may be able to decode other bytes.
    return !isUtf8(content)
  }
}
