/** How JSON writes strings. */

/** The end of the string that begins here. Without a regular expression, because backtracking could take forever. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at + 1
  }
  return text.length
}

/** The escape of a UTF-16 code unit, such as `\u00e9`. */
export const unicodeEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
