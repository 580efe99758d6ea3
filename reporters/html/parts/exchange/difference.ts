/** How a text differs from its control: everything between their common beginning and their common end. */
import type { Span } from '../../bytes/json-span.ts'

/** The part of `text` that differs from `control`; undefined where they are equal. */
export function difference(text: string, control: string): Span | undefined {
  if (text === control) return undefined
  const shorter = Math.min(text.length, control.length)
  let start = 0
  while (start < shorter && text[start] === control[start]) start += 1
  let tail = 0
  while (tail < shorter - start && text.at(-1 - tail) === control.at(-1 - tail)) tail += 1
  const back = Math.min(start, wholeMember(text, control, { start, tail }))
  return { start: start - back, end: text.length - tail - back }
}

/** Where a part of JSON may begin. */
const BEGINS = ',{["'

/**
 * How far to go back so that the difference begins at a part of JSON. In `"messages":[],"max"` next to `"max"`, the `"m` may
 * belong to either name.
 */
function wholeMember(
  text: string,
  control: string,
  { start, tail }: { readonly start: number; readonly tail: number },
): number {
  const longer = text.length > control.length ? text : control
  const isInsertion = Math.min(text.length, control.length) === start + tail
  if (!isInsertion) return 0
  const end = longer.length - tail
  for (let back = 0; start - back >= 0; back += 1) {
    if (BEGINS.includes(longer.charAt(start - back))) return back
    if (start === back || longer[start - back - 1] !== longer[end - back - 1]) return 0
  }
  return 0
}
