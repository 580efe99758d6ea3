/** Replaces keys in an exchange by pseudonyms before any other code sees it; the same key gets the same pseudonym. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Header } from '../../../../suites/harness/http/exchange.ts'

/** Random per process, so that a pseudonym reveals nothing about its key. */
const SALT = randomBytes(32)

/** Headers whose whole value is a secret. */
const SECRET = /^(?:authorization|proxy-authorization|cookie|set-cookie|(?:x-)?api-?key|x-auth-token|authentication)$/i

/** The scheme before a credential. Anything else, such as the first of several cookies, is a part of the secret. */
const SCHEME = /^\s*(?:bearer|basic)\s+(?=\S)/i

const digest = (text: string, length: number): string =>
  createHmac('sha256', SALT).update(text).digest('hex').slice(0, length)

/** A pseudonym for a key; it has the form of a key if the key does. */
export function nameOf(key: string): string {
  const isKey = /^svc_[A-Za-z0-9-]+_[\x21-\x7e]+$/.test(key)
  return isKey ? `svc_${digest(key, 12)}_${digest(`${key} `, 32)}` : `name-${digest(key, 32)}`
}

/** The secret texts of a request. */
export function secretsOf(headers: readonly Header[], url: string): string[] {
  const values = headers.flatMap(([name, value]) =>
    // A key after an unknown scheme is a secret as well.
    SECRET.test(name) ? [value.replace(SCHEME, ''), value.replace(/^\s*\S+\s+/, '')] : [],
  )
  const inUrl = /svc_[A-Za-z0-9-]+_[^&#]+/.exec(url)?.[0]
  const keys = [...values, ...(inUrl === undefined ? [] : [inUrl])].map((value) => value.trim())
  const parts = keys.map((key) => /^svc_[A-Za-z0-9-]+_(.+)$/.exec(key)?.[1] ?? '')
  return [...new Set([...keys, ...parts])].filter((text) => text.length >= 8)
}

/** Replaces secrets in headers by pseudonyms, and keeps the authentication scheme. */
export const namedHeaders = (headers: readonly Header[], secrets: readonly string[]): Header[] =>
  headers.map(([name, value]): Header => {
    if (!SECRET.test(name)) return [name, maskedText(value, secrets)]
    const [scheme = ''] = SCHEME.exec(value) ?? []
    const rest = value.slice(scheme.length).trim()
    const isWithoutSecret = rest === '' || (scheme === '' && /^(?:bearer|basic)$/i.test(rest))
    return [name, isWithoutSecret ? value : `${scheme}${nameOf(rest)}`]
  })

export const maskedText = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((masked, secret) => masked.replaceAll(secret, '*'.repeat(secret.length)), text)

/** Masks in place, so that lengths and offsets do not change. */
export function maskBytes(bytes: Uint8Array, secrets: readonly string[]): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const secret of secrets) {
    const { length } = secret
    // The search goes on after the masked text, since a secret may itself consist of asterisks.
    for (let at = buffer.indexOf(secret, 0, 'latin1'); at >= 0; at = buffer.indexOf(secret, at + length, 'latin1'))
      buffer.fill(42, at, at + length)
  }
}
