/** Content codings: HTTP lets a server compress what nobody asked it to compress. */
import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib'

/** Nobody packs an answer more often than this; each time costs memory and time. */
const MOST_CODINGS = 3

type Decoder = (bytes: Uint8Array, options: { maxOutputLength: number; finishFlush?: number }) => Buffer

const { BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH } = constants

/** How each coding is unpacked, and what lets its decoder bear a body that breaks off. */
const decoders: Record<string, readonly [decode: Decoder, bearing: number]> = {
  gzip: [gunzipSync, Z_SYNC_FLUSH],
  'x-gzip': [gunzipSync, Z_SYNC_FLUSH],
  deflate: [inflateSync, Z_SYNC_FLUSH],
  br: [brotliDecompressSync, BROTLI_OPERATION_FLUSH],
}

export interface Decoded {
  readonly bytes: Uint8Array
  /** Whether these are the bytes behind the codings; otherwise they are as they came. */
  readonly unpacked: boolean
}

function codingsIn(encoding: string): string[] {
  return encoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
}

/**
 * The bytes behind a Content-Encoding, or the bytes as they came where it is unknown, broken or
 * absurd: then the judge sees what a client would have to make sense of.
 */
export function decodeContent(bytes: Uint8Array, encoding: string, maxBytes: number): Decoded {
  const codings = codingsIn(encoding)
  if (codings.length > MOST_CODINGS) return { bytes, unpacked: false }
  try {
    const content = codings.reduceRight<Uint8Array>((content, coding) => {
      const [decode] = decoders[coding] ?? []
      return decode ? decode(content, { maxOutputLength: maxBytes }) : content
    }, bytes)
    return { bytes: content, unpacked: codings.every((coding) => coding in decoders) }
  } catch {
    return { bytes, unpacked: false }
  }
}

/** Whether bytes that are kept as they came, whole or not, hold something that shows only to those who unpack them. */
export function mayHide(
  bytes: Uint8Array,
  encoding: string,
  maxBytes: number,
  shows: (bytes: Uint8Array) => boolean,
): boolean {
  let content = bytes
  for (const coding of codingsIn(encoding).toReversed()) {
    const [decode, finishFlush] = decoders[coding] ?? []
    try {
      if (!decode || finishFlush === undefined) throw new Error('an unknown coding')
      content = decode(content, { maxOutputLength: maxBytes, finishFlush })
    } catch {
      // Text under a false label hides nothing; what is no text, somebody else may be able to unpack.
      return !isUtf8(content)
    }
    if (shows(content)) return true
  }
  return false
}
