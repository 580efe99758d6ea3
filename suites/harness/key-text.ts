/** The text of keys, as far as anything may be said about it: never what it is. */
import { redactor } from './redact.ts'

/** What keeps a header from carrying a key; undefined where nothing does. */
export function faultOfKey(key: string): string | undefined {
  if (key === '') return 'is empty'
  if (/^[\x21-\x7e]+$/.test(key)) return undefined
  return 'holds a space, a line break or another character that no header can carry; copy the key alone and whole'
}

/** Secrets of every target that this process has read; whatever breaks and wherever, no error may tell them. */
const known = new Set<string>()

/** From now on `hideKeys` hides these as well, with their usual encodings. */
export function rememberSecrets(secrets: Iterable<string>): void {
  for (const secret of secrets) known.add(secret)
}

/** Hides in a text what looks like a key, and what is known to be secret. */
export function hideKeys(text: string): string {
  return redactor([...known]).text(text.replaceAll(/svc_[A-Za-z0-9-]+_[\x21-\x7e]+/g, 'svc_…'))
}
