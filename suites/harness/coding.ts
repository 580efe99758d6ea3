/** Content codings: HTTP lets a server compress what nobody asked it to compress. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

type Decoder = (bytes: Uint8Array, options: { maxOutputLength: number }) => Buffer

const decoders: Record<string, Decoder> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/**
 * The bytes behind a Content-Encoding, or the bytes as they came where it is unknown or broken:
 * then the judge sees what a client would have to make sense of.
 */
export function decodeContent(bytes: Uint8Array, encoding: string, maxBytes: number): Uint8Array {
  const codings = encoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
  try {
    return codings.reduceRight<Uint8Array>((content, coding) => {
      const decoder = decoders[coding]
      return decoder ? decoder(content, { maxOutputLength: maxBytes }) : content
    }, bytes)
  } catch {
    return bytes
  }
}
