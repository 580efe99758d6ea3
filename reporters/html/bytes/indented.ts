/** JSON on several lines, so that people can read it. Every token stays as it was received. */
import { endOf, endOfString, type Span } from './json-span.ts'

/** A value without nested values is on one line, up to this length. */
const ONE_LINE = 90

/** Deeper JSON would be mostly white space. */
const MAX = 6

/** The text on several lines; undefined where it is not JSON, or gains nothing. */
export function indented(text: string) {
  if (!/^\s*[{[]/.test(text) || !isJson(text)) return undefined
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
  /** The position of a span of the received text in this one. */
  const spanOf = ({ start, end }: Span): Span => {
    const from = places[start] ?? 0
    return { start: from, end: end > start ? (places[end - 1] ?? 0) + 1 : from }
  }
  return { text: out, spanOf }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function isOneLine(text: string, start: number): boolean {
  const end = endOf(text, start)
  const inner = text.slice(start + 1, end - 1)
  return inner.trim() === '' || (end - start <= ONE_LINE && !/[{[]/.test(inner))
}
