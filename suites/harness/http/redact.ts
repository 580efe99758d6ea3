/**
 * Masks keys: what a target echoes is masked before anything is kept. A mask is as long
 * as what it hides, so that byte offsets and JSON do not change.
 */

export interface Redactor {
  text(value: string): string
  bytes(value: Uint8Array): Uint8Array
}

/** Masks every key, its secret, and their usual encodings, in any case. */
export function redactor(keys: readonly string[]): Redactor {
  const needles = [...new Set(keys.flatMap(traces))].sort((a, b) => b.length - a.length)
  if (needles.length === 0) return { text: (value) => value, bytes: (value) => value }
  const pattern = new RegExp(needles.map(escaped).join('|'), 'gi')
  return {
    text: (value) => value.replaceAll(pattern, (found) => '*'.repeat(found.length)),
    bytes(value) {
      // One character a byte, so that offsets in the text are offsets in the body.
      const text = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1')
      let masked: Buffer | undefined
      for (const { 0: found, index } of text.matchAll(pattern)) {
        masked ??= Buffer.from(value)
        masked.fill(42, index, index + found.length)
      }
      return masked ?? value
    },
  }
}

/** A key, its secret, and the secret as spoiled keys hold it: all but one character would be too much to show. */
function traces(key: string): string[] {
  const rest = key.startsWith('svc_') ? key.slice(4) : key
  const secret = rest.slice(rest.indexOf('_') + 1)
  return [key, secret, secret.slice(0, -1), secret.slice(1)]
    .flatMap(encodings)
    .filter((text) => text.length >= SHORTEST)
}

/** Parts shorter than this occur by chance in honest text. */
const SHORTEST = 8

function encodings(text: string): string[] {
  const base64 = insideBase64(text)
  const bytes = [...Buffer.from(text)].map((byte) => byte.toString(16).padStart(2, '0'))
  return [
    text,
    JSON.stringify(text).slice(1, -1),
    bytes.map((byte) => `\\u00${byte}`).join(''),
    bytes.map((byte) => `%${byte}`).join(''),
    ...base64,
    ...base64.map((part) => part.replaceAll('+', '-').replaceAll('/', '_')),
    bytes.join(''),
    encodeURIComponent(text),
    [...text].reverse().join(''),
  ]
}

/** Characters of base64 at its two ends that belong to neighbours as well, by how far the bytes before a text fill a group. */
const SHARED = [0, 2, 3] as const

/** The part of a text's base64 that is the same wherever in a longer text it stands. */
function insideBase64(text: string): string[] {
  return SHARED.map((shared, offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)])
    return bytes.toString('base64').slice(shared, Math.floor((bytes.length * 8) / 6))
  })
}

/** As a pattern. A text in JSON in JSON has its backslashes doubled; no end to them would make the search endless. */
function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, (sign) => (sign === '\\' ? '\\\\{1,8}' : `\\${sign}`))
}

/** Secrets of every target that this process has read: no error message may hold one. */
const known = new Set<string>()

/** From now on `hideKeys` masks these as well, in their usual encodings. */
export function rememberSecrets(secrets: Iterable<string>): void {
  for (const secret of secrets) known.add(secret)
}

/** Masks in a text what is known to be secret. */
export function hideSecrets(text: string): string {
  return redactor([...known]).text(text)
}

/** Masks in a text what looks like a key, and what is known to be secret. */
export function hideKeys(text: string): string {
  return hideSecrets(text.replaceAll(/svc_[A-Za-z0-9-]+_[\x21-\x7e]+/g, 'svc_…'))
}

/** Why a header cannot carry a key; undefined where it can. */
export function faultOfKey(key: string): string | undefined {
  if (key === '') return 'is empty'
  if (/^[\x21-\x7e]+$/.test(key)) return undefined
  return 'holds a space, a line break or another character that no header can carry; copy the key alone and whole'
}
