/**
 * Keys leave no trace: what a target echoes is masked before anything is kept. A mask is as long
 * as what it hides, so that byte offsets and JSON stay as they were.
 */

/** Parts shorter than this occur by chance in honest text. */
const SHORTEST = 8

function variants(key: string): string[] {
  const rest = key.startsWith('svc_') ? key.slice(4) : key
  const secret = rest.slice(rest.indexOf('_') + 1)
  const encode = (text: string): string[] => [
    text,
    Buffer.from(text).toString('base64').replace(/=+$/, ''),
    Buffer.from(text).toString('base64url'),
    Buffer.from(`${text}:`).toString('base64').replace(/=+$/, ''),
    Buffer.from(text).toString('hex'),
    encodeURIComponent(text),
    [...text].reverse().join(''),
  ]
  return [...encode(key), ...encode(secret)].filter((text) => text.length >= SHORTEST)
}

export interface Redactor {
  text(value: string): string
  bytes(value: Uint8Array): Uint8Array
}

/** Masks every key, its secret, and their usual encodings. */
export function redactor(keys: readonly string[]): Redactor {
  const needles = [...new Set(keys.flatMap(variants))].sort((a, b) => b.length - a.length)
  const patterns = needles.map((needle) => Buffer.from(needle))
  const lower = needles.map((needle) => needle.toLowerCase())
  return {
    text(value) {
      let masked = value
      for (const needle of needles) masked = masked.replaceAll(needle, '*'.repeat(needle.length))
      // Headers and hosts come back in another case now and then.
      const folded = masked.toLowerCase()
      for (const needle of lower) if (folded.includes(needle)) masked = maskFolded(masked, needle)
      return masked
    },
    bytes(value) {
      let masked: Buffer | undefined
      const view = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
      for (const pattern of patterns) {
        for (let at = view.indexOf(pattern); at >= 0; at = view.indexOf(pattern, at + pattern.length)) {
          masked ??= Buffer.from(view)
          masked.fill(42, at, at + pattern.length)
        }
      }
      return masked ?? value
    },
  }
}

function maskFolded(text: string, needle: string): string {
  let masked = text
  for (let at = masked.toLowerCase().indexOf(needle); at >= 0; at = masked.toLowerCase().indexOf(needle)) {
    masked = `${masked.slice(0, at)}${'*'.repeat(needle.length)}${masked.slice(at + needle.length)}`
  }
  return masked
}
