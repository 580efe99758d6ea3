/** How a text differs from its twin: everything between their common beginning and their common end. */
import type { Span } from '../../bytes/json-span.ts'

/** The part of `text` that differs from `twin`; undefined where they are equal. */
export function difference(text: string, twin: string): Span | undefined {
  if (text === twin) return undefined
  const shorter = Math.min(text.length, twin.length)
  let start = 0
  while (start < shorter && text[start] === twin[start]) start += 1
  let tail = 0
  while (tail < shorter - start && text.at(-1 - tail) === twin.at(-1 - tail)) tail += 1
  return { start, end: text.length - tail }
}
