/** Unpacks data inside bytes: zip archives, zlib, gzip, and base64 in text. */
import { constants, gunzipSync, inflateSync } from 'node:zlib'
import { unzipSync } from 'fflate'

export interface Inner {
  readonly name: string
  readonly bytes: Buffer
}

/** The files of a zip archive; empty if the bytes are not an archive. */
export function filesIn(zip: Buffer): Inner[] {
  if (!zip.toString('latin1', 0, 4).startsWith('PK\x03\x04')) return []
  return Object.entries(unzipSync(zip)).map(([name, bytes]) => ({ name, bytes: Buffer.from(bytes) }))
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
