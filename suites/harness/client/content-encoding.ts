/** Content encodings: a server may compress a response although no client asked for it. */
import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, constants, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'

/** No server applies more encodings to one response; each costs memory and time. */
const MAX_ENCODINGS = 3

type Decoder = (bytes: Uint8Array, options: { maxOutputLength: number; finishFlush?: number }) => Buffer

const { BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH, ZSTD_e_flush } = constants

/** How each encoding is unpacked, and the flag with which its decoder accepts a body that breaks off. */
const decoders: Record<string, readonly [decode: Decoder, finishFlush: number]> = {
  gzip: [gunzipSync, Z_SYNC_FLUSH],
  'x-gzip': [gunzipSync, Z_SYNC_FLUSH],
  deflate: [inflateSync, Z_SYNC_FLUSH],
  br: [brotliDecompressSync, BROTLI_OPERATION_FLUSH],
  zstd: [zstdDecompressSync, ZSTD_e_flush],
}

export interface Decoded {
  readonly bytes: Uint8Array
  /** Whether these are the bytes behind the encodings; otherwise they are as received. */
  readonly unpacked: boolean
  /** The encoding that cannot be decoded: the bytes are malformed, or it is unknown. */
  readonly stuck?: string
  /** The bytes behind the encodings are more than we take. */
  readonly tooLarge?: true
}

/** Thrown for an encoding that cannot be decoded. */
class Stuck extends Error {
  readonly encoding: string
  readonly tooLarge: boolean

  constructor(encoding: string, cause?: unknown) {
    super(`the content-encoding ${encoding} cannot be undone`)
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
 * The bytes behind each encoding, from the outermost one on.
 *
 * @param isWhole otherwise a body that breaks off is unpacked as far as it goes
 * @throws Stuck at the first one that cannot be decoded
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

/** The bytes behind all encodings. @throws Stuck */
function innermost(bytes: Uint8Array, encodings: readonly string[], maxBytes: number, isWhole: boolean): Uint8Array {
  let content = bytes
  for (const layer of layers(bytes, encodings, maxBytes, isWhole)) content = layer
  return content
}

/**
 * The decoded bytes of a body, or the bytes as received if an encoding is broken or absurd. An unknown label is ignored, as
 * clients do, if the body is text.
 */
export function decodeContent(bytes: Uint8Array, header: string, maxBytes: number): Decoded {
  // A response without content, such as one to HEAD, names the encoding that its content would have.
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

/** Whether bytes that are kept as received, whole or not, hold something that is visible only after unpacking. */
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
    // Text with a wrong label hides nothing. Other bytes may be readable to another client.
    return !isUtf8(content)
  }
}
