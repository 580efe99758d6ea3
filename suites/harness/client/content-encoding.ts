/** Content encodings: a server may compress an answer although no client asked for it. */
import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, constants, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'

/** No server compresses an answer more often than this; each time costs memory and time. */
const MOST_ENCODINGS = 3

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
}

function encodingsIn(header: string): string[] {
  return header
    .toLowerCase()
    .split(',')
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== '' && encoding !== 'identity')
}

/**
 * The bytes behind a Content-Encoding, or the bytes as received where it is unknown, broken or
 * absurd: then the judge sees the same bytes as a client.
 */
export function decodeContent(bytes: Uint8Array, header: string, maxBytes: number): Decoded {
  const encodings = encodingsIn(header)
  if (encodings.length > MOST_ENCODINGS) return { bytes, unpacked: false }
  try {
    const content = encodings.reduceRight<Uint8Array>((content, encoding) => {
      const [decode] = decoders[encoding] ?? []
      return decode ? decode(content, { maxOutputLength: maxBytes }) : content
    }, bytes)
    return { bytes: content, unpacked: encodings.every((encoding) => encoding in decoders) }
  } catch {
    return { bytes, unpacked: false }
  }
}

/** What a client gets of a compressed body that breaks off; undefined where there is nothing to get. */
export function decodeBeginning(bytes: Uint8Array, header: string, maxBytes: number): Uint8Array | undefined {
  const encodings = encodingsIn(header)
  if (encodings.length > MOST_ENCODINGS) return undefined
  try {
    return encodings.reduceRight<Uint8Array>((content, encoding) => {
      const [decode, finishFlush] = decoders[encoding] ?? []
      if (!decode || finishFlush === undefined) throw new Error('an unknown encoding')
      return decode(content, { maxOutputLength: maxBytes, finishFlush })
    }, bytes)
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
  for (const encoding of encodingsIn(header).toReversed()) {
    const [decode, finishFlush] = decoders[encoding] ?? []
    try {
      if (!decode || finishFlush === undefined) throw new Error('an unknown encoding')
      content = decode(content, { maxOutputLength: maxBytes, finishFlush })
    } catch {
      // Text with a wrong label hides nothing. Bytes that are not text may be unpacked by somebody else.
      return !isUtf8(content)
    }
    if (shows(content)) return true
  }
  return false
}
