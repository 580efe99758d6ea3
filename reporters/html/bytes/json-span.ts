/** Finds the value of a JSON pointer in a text. The text may be truncated, or not be JSON. */
import { endOfString } from '../../../suites/harness/text/json-string.ts'
import { jsonIn } from '../../formats/json.ts'

/** A range of characters in a text; `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** If a member is missing, the value around it is marked: as a whole up to this length. */
const LONG = 60

const SCALAR = /[^\s,\]}]+/y
const GAP = /[\s,:]*/y

function match(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : from
}

/** The end of the value that begins here: the end of the text if it is truncated. */
function endOf(text: string, start: number): number {
  const first = text[start]
  if (first === '"') return endOfString(text, start)
  if (first !== '{' && first !== '[') return match(SCALAR, text, start)
  let depth = 0
  for (let index = start; index < text.length; index += 1) {
    const character = text[index]
    if (character === '"') index = endOfString(text, index) - 1
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    if (depth === 0) return index + 1
  }
  return text.length
}

/** The members or items of the value that begins here. */
function* partsOf(text: string, start: number): Generator<Span & { readonly name: string }> {
  const members = text[start] === '{'
  if (!members && text[start] !== '[') return
  let index = match(GAP, text, start + 1)
  for (let count = 0; index < text.length && text[index] !== '}' && text[index] !== ']'; count += 1) {
    const from = index
    const keyEnd = members ? endOf(text, index) : index
    const value = members ? match(GAP, text, keyEnd) : index
    const end = endOf(text, value)
    yield { name: members ? ((jsonIn(text.slice(from, keyEnd)) ?? '') as string) : String(count), start: value, end }
    index = match(GAP, text, end)
    // No progress: this is not JSON.
    if (index === from) return
  }
}

/** The mark for a missing member: the enclosing value, or only its first character if it is long. */
const around = (text: string, { start, end }: Span): Span =>
  end - start > LONG && /[{[]/.test(text.charAt(start)) ? { start, end: start + 1 } : { start, end }

/**
 * The value at a JSON pointer, or the innermost one around it if it is missing.
 * @param pointer `/` is the whole value
 * @param from offset at which the JSON begins
 */
export function jsonSpan(text: string, pointer: string, from = 0): Span | undefined {
  const start = match(GAP, text, from)
  if (start >= text.length) return undefined
  // Not JSON, but for example an HTML page: mark all of it.
  if (!/[{["\-\dtfn]/.test(text.charAt(start))) return pointer === '/' ? { start, end: text.length } : undefined
  let span: Span = { start, end: endOf(text, start) }
  const steps = pointer === '/' ? [] : pointer.split('/').slice(1)
  for (const step of steps) {
    const wanted = step.replaceAll('~1', '/').replaceAll('~0', '~')
    // If a name occurs twice, JSON readers use the last value.
    const found = [...partsOf(text, span.start)].findLast(({ name }) => name === wanted)
    if (!found) return around(text, span)
    span = { start: found.start, end: found.end }
  }
  return span
}

/** A value without nested values stays on one line, up to this length. */
const ONE_LINE = 90

/** The maximum growth by indentation; deeply nested JSON would become mostly white space. */
const MAX = 6

/** JSON indented on several lines; undefined if the text is not JSON, fits on one line, or would grow too much. */
export function indented(text: string) {
  if (!/^\s*[{[]/.test(text) || jsonIn(text) === undefined) return undefined
  const places = new Uint32Array(text.length + 1)
  let out = ''
  let depth = 0
  let flatUntil = 0
  const newLine = (): void => {
    out += `\n${'  '.repeat(depth)}`
  }
  for (let at = 0; at < text.length; ) {
    const character = text.charAt(at)
    const isFlat = at < flatUntil
    const end = character === '"' ? endOfString(text, at) : at + 1
    if (character === '}' || character === ']') {
      depth -= isFlat ? 0 : 1
      if (!isFlat) newLine()
    }
    for (let each = at; each < end; each += 1) places[each] = out.length + each - at
    if (/\s/.test(character)) {
      at += 1
      continue
    }
    out += text.slice(at, end)
    if (character === '{' || character === '[') {
      if (!isFlat && isOneLine(text, at)) flatUntil = endOf(text, at)
      else if (!isFlat) {
        depth += 1
        newLine()
      }
    } else if (character === ',') {
      if (isFlat) out += ' '
      else newLine()
    } else if (character === ':') out += ' '
    at = end
  }
  places[text.length] = out.length
  if (!out.includes('\n') || out.length > text.length * MAX) return undefined
  /** Converts a span of the received text to the indented text. */
  const spanOf = ({ start, end }: Span): Span => {
    const from = places[start] ?? 0
    return { start: from, end: end > start ? (places[end - 1] ?? 0) + 1 : from }
  }
  return { text: out, spanOf }
}

function isOneLine(text: string, start: number): boolean {
  const end = endOf(text, start)
  const inner = text.slice(start + 1, end - 1)
  return inner.trim() === '' || (end - start <= ONE_LINE && !/[{[]/.test(inner))
}
