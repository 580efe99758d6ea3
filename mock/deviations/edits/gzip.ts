/** Writes gzip without zlib, because a mock also runs where there is no zlib. The bytes are stored uncompressed. */
import { bytesOf, glued } from '../../core/disturbances/events.ts'
import { type HttpResponse, isBytes, type Part } from '../../core/http.ts'
import type { Call } from '../../core/types.ts'
import { withHeader, withMore } from './responses.ts'

/** The maximum size of a stored block in bytes. */
const BLOCK = 65_535

/** A gzip header with the default method, without name and time. */
const HEAD = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]

/** Whether the caller accepts gzip. */
export const takesGzip = ({ head }: Call): boolean => /\bgzip\b/.test(head.header('accept-encoding') ?? '')

function checksumOf(bytes: Uint8Array, before: number): number {
  let sum = ~before
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}

function littleEndian(number: number, size: number): number[] {
  return Array.from({ length: size }, (_, at) => (number >>> (8 * at)) & 0xff)
}

/** Splits bytes into stored blocks. */
function* blocks(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += BLOCK) {
    const part = bytes.subarray(at, at + BLOCK)
    yield Uint8Array.from([0, ...littleEndian(part.length, 2), ...littleEndian(~part.length & 0xffff, 2), ...part])
  }
}

/** @param end if false, the body lacks its last block and its checksum */
function* packed(body: Iterable<Part>, end: boolean): Generator<Part> {
  let checksum = 0
  let size = 0
  yield Uint8Array.from(HEAD)
  for (const part of body) {
    if (!isBytes(part)) {
      yield part
      continue
    }
    const bytes = bytesOf(part)
    checksum = checksumOf(bytes, checksum)
    size += bytes.length
    yield* blocks(bytes)
  }
  if (end) yield Uint8Array.from([1, 0, 0, 0xff, 0xff, ...littleEndian(checksum, 4), ...littleEndian(size, 4)])
}

/** A response in gzip format. @param end if false, the body is truncated */
export function gzipped({ size: _, ...response }: HttpResponse, end = true): HttpResponse {
  const { body } = response
  return {
    ...withMore(withHeader(response, 'content-encoding', 'gzip'), 'vary', 'accept-encoding'),
    body: isBytes(body) ? glued([...packed([body], end)].filter(isBytes).map(bytesOf)) : packed(body, end),
  }
}
