/**
 * Section 6, read byte by byte. A strict reading finds where the bytes differ from the literal framing of the contract.
 * A tolerant reading of the same lines, as by a lenient client, supplies the payloads. So a framing breach does not
 * hide the content of the events. Both work on the whole body, so the packets into which it was divided do not matter.
 */
import { decode } from './exact-json.ts'

export interface Breach {
  readonly at: number
  readonly message: string
}

export interface SseEvent {
  /** Byte offset of the event's first line. */
  readonly at: number
  /** The text after `data:` in the tolerant reading. */
  readonly payload: string
  /** The data lines, one by one; a client would join them. */
  readonly lines: readonly string[]
  readonly utf8: boolean
  /** A blank line follows it. */
  readonly ended: boolean
  /** Lines of the event that are not exactly one `data: ` line. */
  readonly breaches: readonly Breach[]
}

/** Framing that both the SSE standard and the contract leave open. */
export interface Freedoms {
  readonly bom: boolean
  readonly lineEnds: 'lf' | 'crlf' | 'cr' | 'mixed' | 'none'
  /** Offsets of comment lines. */
  readonly comments: readonly number[]
  /** Offsets of blank lines beyond the one that each event has. */
  readonly extraBlankLines: readonly number[]
}

export interface SseBody {
  readonly events: readonly SseEvent[]
  readonly freedoms: Freedoms
}

interface Line {
  readonly at: number
  readonly bytes: Uint8Array
  /** The line end, or empty at the end of the body. */
  readonly end: '' | '\n' | '\r\n' | '\r'
}

const LF = 10
const CR = 13

/** The maximum number of line ends of a stream: enough for 10,000 events. */
export const MAX_LINES = 20_000

/** Whether a stream has more lines than any gateway needs; once parsed, it would take too much memory. */
export function hasTooManyLines(body: Uint8Array): boolean {
  let lines = 0
  for (const byte of body) if (byte === LF || byte === CR) lines += 1
  return lines > MAX_LINES
}

function* linesOf(body: Uint8Array, from: number): Generator<Line> {
  let start = from
  for (let index = from; index < body.length; index += 1) {
    const byte = body[index]
    if (byte !== LF && byte !== CR) continue
    const pair = byte === CR && body[index + 1] === LF
    yield { at: start, bytes: body.subarray(start, index), end: byte === LF ? '\n' : pair ? '\r\n' : '\r' }
    if (pair) index += 1
    start = index + 1
  }
  if (start < body.length) yield { at: start, bytes: body.subarray(start), end: '' }
}

function lineEnds(seen: ReadonlySet<string>): Freedoms['lineEnds'] {
  if (seen.size > 1) return 'mixed'
  if (seen.has('\r\n')) return 'crlf'
  if (seen.has('\r')) return 'cr'
  return seen.has('\n') ? 'lf' : 'none'
}

interface Field {
  readonly payload?: string
  readonly utf8: boolean
  readonly breach?: string
}

/** A payload without its field name, or with a misspelt one. */
const UNFRAMED = /^\s*(?:data\s*(?::\s*)?)?([{[].*)$/i

/** One line of an event: its field, and how it differs from `data: <payload>`. */
function fieldOf(line: Line): Field {
  const { text: stripped, utf8, bom } = decode(line.bytes)
  // A byte order mark is allowed at the start of the body only.
  const text = bom ? `\uFEFF${stripped}` : stripped
  const colon = text.indexOf(':')
  const name = colon < 0 ? text : text.slice(0, colon)
  const value = colon < 0 ? '' : text.slice(colon + 1)
  if (name !== 'data') {
    const known = name === 'event' || name === 'id' || name === 'retry'
    const breach = known
      ? `a line with the field '${name}', where an event is one data line`
      : 'a line that does not begin with "data: "'
    // A line that is meant as a payload is still read as a payload, so that one breach does not look like several.
    const payload = known ? undefined : UNFRAMED.exec(text)?.[1]
    return payload === undefined ? { utf8, breach } : { payload, utf8, breach }
  }
  if (!value.startsWith(' ')) return { payload: value, utf8, breach: 'no space after "data:"' }
  // White space after that one space belongs to the JSON text.
  return { payload: value.slice(1), utf8 }
}

function eventOf(lines: readonly Line[], ended: boolean): SseEvent {
  const fields = lines.map((line) => ({ line, ...fieldOf(line) }))
  const data = fields.filter((field) => field.payload !== undefined)
  const breaches: Breach[] = fields.flatMap(({ line, breach }) => (breach ? [{ at: line.at, message: breach }] : []))
  const payloads = data.map((field) => field.payload ?? '')
  const second = data[1]
  if (second) breaches.push({ at: second.line.at, message: 'a second data line in one event' })
  return {
    at: lines[0]?.at ?? 0,
    payload: payloads.join('\n'),
    lines: payloads,
    utf8: fields.every((field) => field.utf8),
    ended,
    breaches,
  }
}

/** Reads a whole event-stream body. */
export function readSse(body: Uint8Array): SseBody {
  const bom = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf
  const events: SseEvent[] = []
  const ends = new Set<string>()
  const extraBlankLines: number[] = []
  const comments: number[] = []
  let open: Line[] = []
  // A comment may be a separate block, so the blank line after it is not extra.
  let afterComment = false
  for (const line of linesOf(body, bom ? 3 : 0)) {
    if (line.end) ends.add(line.end)
    if (line.bytes.length === 0) {
      if (open.length > 0) events.push(eventOf(open, true))
      else if (!afterComment) extraBlankLines.push(line.at)
      open = []
      afterComment = false
    } else if (line.bytes[0] === 58) {
      comments.push(line.at)
      afterComment = true
    } else {
      open.push(line)
      afterComment = false
    }
  }
  if (open.length > 0) events.push(eventOf(open, false))
  return { events, freedoms: { bom, lineEnds: lineEnds(ends), comments, extraBlankLines } }
}

const [BRACE, BRACKET] = [0x7b, 0x5b]

const FIELD = /^(?::|event:|id:|retry:)/

/** Whether a body has the lines of an event stream. One regular expression for all lines could backtrack forever. */
export function looksLikeSse(body: Uint8Array): boolean {
  const beginning = body.subarray(0, 4096)
  // Most bodies are JSON, and no JSON begins with a field of an event.
  const first = beginning.find((byte) => byte > 0x20)
  if (first === BRACE || first === BRACKET) return false
  const { text } = decode(beginning)
  for (const line of text.split(/[\r\n]+/)) {
    const field = line.trimStart()
    if (field.startsWith('data:')) return true
    if (field !== '' && !FIELD.test(field)) return false
  }
  return false
}
