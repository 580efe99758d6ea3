/** Unpacks data inside bytes: zip archives, zlib, gzip, and base64 in text. */
import { constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'

export interface Inner {
  readonly name: string
  readonly bytes: Buffer
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const DEFLATED = 8

/** The files of a zip archive by its directory; empty if the bytes are not an archive. */
export function filesIn(zip: Buffer): Inner[] {
  if (zip.length < 22 || zip.readUInt32LE(0) !== LOCAL) return []
  const end = zip.lastIndexOf(Buffer.from(new Uint32Array([END]).buffer))
  if (end < 0) return []
  const files: Inner[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0 && zip.readUInt32LE(at) === CENTRAL; left -= 1) {
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(start, start + zip.readUInt32LE(at + 20))
    files.push({ name, bytes: zip.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(packed) : packed })
    at += 46 + nameLength + extraLength + noteLength
  }
  return files
}

function inflated(bytes: Buffer): Inner[] {
  for (const [name, first, inflate] of [
    ['gzip', 0x1f, gunzipSync],
    ['zlib', 0x78, inflateSync],
  ] as const) {
    if (bytes[0] !== first) continue
    try {
      // Truncated data is read as far as possible.
      return [{ name, bytes: inflate(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) }]
    } catch {
      return []
    }
  }
  return []
}

/** Base64 that is long enough to contain packed data. */
const BASE64 = /[A-Za-z0-9+/_-]{40,}={0,2}/g

/** Everything packed inside bytes, one level deep. Base64 counts only if it contains an archive or compressed data. */
export function innerOf(bytes: Buffer): Inner[] {
  const packed = (bytes.toString('latin1').match(BASE64) ?? []).flatMap((text): Inner[] => {
    const decoded = Buffer.from(text, 'base64')
    return [...filesIn(decoded), ...inflated(decoded)].map(({ name, bytes }) => ({ name: `base64/${name}`, bytes }))
  })
  return [...filesIn(bytes), ...inflated(bytes), ...packed]
}
