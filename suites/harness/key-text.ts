/** The text of keys, as far as anything may be said about it: never what it is. */

/** What keeps a header from carrying a key; undefined where nothing does. */
export function faultOfKey(key: string): string | undefined {
  if (key === '') return 'is empty'
  if (/^[\x21-\x7e]+$/.test(key)) return undefined
  return 'holds a space, a line break or another character that no header can carry; copy the key alone and whole'
}

/** Hides what looks like a key in a text that quotes the user. */
export function hideKeys(text: string): string {
  return text.replaceAll(/svc_[A-Za-z0-9-]+_[\x21-\x7e]+/g, 'svc_…')
}
