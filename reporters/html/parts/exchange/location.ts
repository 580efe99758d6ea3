/** Finds the location that a finding names in the text of a response. */
import { jsonSpan, type Span } from '../../bytes/json-span.ts'

const LOCATION = /^(?:byte (?<byte>\d+))?(?:, )?(?<pointer>\/.*)?$/s

/** Converts a byte offset in UTF-8 to a character offset; undefined beyond the end of the text. */
function characterAt(text: string, byte: number): number | undefined {
  const all = Buffer.from(text)
  return byte > all.length ? undefined : all.subarray(0, byte).toString().length
}

/** The byte that a location names. */
export function byteOf(at: string): number | undefined {
  const { byte } = LOCATION.exec(at)?.groups ?? {}
  return byte === undefined ? undefined : Number(byte)
}

/** The span of a location such as `/usage`, `byte 17` or `byte 17, /usage`; undefined if it is beyond the text. */
export function spanOf(text: string, at: string): Span | undefined {
  const { pointer } = LOCATION.exec(at)?.groups ?? {}
  const byte = byteOf(at)
  if (byte === undefined) return pointer === undefined ? undefined : jsonSpan(text, pointer)
  const start = characterAt(text, byte)
  if (start === undefined) return undefined
  if (pointer !== undefined) {
    const data = /data: ?/g
    data.lastIndex = start
    return data.test(text) ? jsonSpan(text, pointer, data.lastIndex) : undefined
  }
  const lineEnd = text.slice(start).search(/[\r\n]/)
  const end = lineEnd < 0 ? text.length : start + lineEnd
  // If the location is a line end, mark the line end itself.
  return { start, end: Math.max(end, Math.min(start + 1, text.length)) }
}

/** The part of `text` that differs from `control`; undefined where they are equal. */
export function difference(text: string, control: string): Span | undefined {
  if (text === control) return undefined
  const shorter = Math.min(text.length, control.length)
  let start = 0
  while (start < shorter && text[start] === control[start]) start += 1
  let tail = 0
  while (tail < shorter - start && text.at(-1 - tail) === control.at(-1 - tail)) tail += 1
  const back = Math.min(start, wholeMember(text, control, start, tail))
  return { start: start - back, end: text.length - tail - back }
}

/** Characters with which a part of JSON begins. */
const BEGINS = ',{["'

/**
 * How far to move the difference back so that it begins at a part of JSON. Between `"messages":[],"max"` and `"max"`,
 * the common prefix `"m` may belong to either name.
 */
function wholeMember(text: string, control: string, start: number, tail: number): number {
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
