/** What sets a text apart from its twin: everything between what they begin and end with alike. */
import type { Span } from '../bytes/json-span.ts'

/** The part of `text` that `twin` has otherwise; undefined where they are equal. */
export function difference(text: string, twin: string): Span | undefined {
  if (text === twin) return undefined
  const shorter = Math.min(text.length, twin.length)
  let start = 0
  while (start < shorter && text[start] === twin[start]) start += 1
  let tail = 0
  while (tail < shorter - start && text.at(-1 - tail) === twin.at(-1 - tail)) tail += 1
  return { start, end: text.length - tail }
}
