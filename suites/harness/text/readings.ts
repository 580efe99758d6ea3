/** A text with its escapes undone: those of JSON and programming languages, of URLs and of HTML, also inside each other. */
import { formAt } from './other-forms.ts'
import { type Reading, spelledOut } from './spelled-out.ts'

/** The most levels of escapes: more than any chain of frameworks makes. */
export const DEEPEST = 4

/** One escape, or a mark where a line may break. Every part has a limit, so that time stays linear. */
const ESCAPE =
  /\\(?:u([\da-f]{4})|u\{([\da-f]{1,6})\}|x([\da-f]{2})|([\x21-\x7e]))|%([\da-f]{2})|&(?:#x([\da-f]{1,6});?|#(\d{1,7});?|([a-z]{2,15});)|<\/?w?br ?\/?>/iy

/** HTML names of the characters that a key may have, and of invisible ones. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", num: '#', sol: '/', bsol: '\\', plus: '+', equals: '=' },
  ...{ lowbar: '_', hyphen: '-', dash: '-', period: '.', colon: ':', semi: ';', comma: ',', excl: '!', quest: '?' },
  ...{ dollar: '$', percnt: '%', ast: '*', commat: '@', lpar: '(', rpar: ')', lsqb: '[', rsqb: ']', lcub: '{' },
  ...{ rcub: '}', verbar: '|', vert: '|', grave: '`', hat: '^', shy: '', zwj: '', zwnj: '', nbsp: '', tab: '' },
  ...{ newline: '', nobreak: '', zerowidthspace: '' },
}

/** Escapes of a letter that represent no visible character: a line feed, a tab and so on. */
const CONTROLS = 'nrtbfv'

const [BACKSLASH, PERCENT, AMPERSAND, LESS] = [0x5c, 0x25, 0x26, 0x3c]
const isVisible = (code: number): boolean => code > 0x20 && code < 0x7f

/** An escape: where it ends, and the code of the visible character that it represents, or 0. */
interface Escape {
  readonly end: number
  readonly code: number
}

/** The escape that begins at a place; undefined where there is none. */
function escapeAt(text: string, at: number): Escape | undefined {
  const first = text.charCodeAt(at)
  if (first !== BACKSLASH && first !== PERCENT && first !== AMPERSAND && first !== LESS) return undefined
  ESCAPE.lastIndex = at
  const match = ESCAPE.exec(text)
  if (match === null) return undefined
  const [whole, unit, braces, hex, sign, percent, entityHex, entityDecimal, name] = match
  const end = at + whole.length
  if (sign !== undefined) return { end, code: CONTROLS.includes(sign) ? 0 : sign.charCodeAt(0) }
  if (name !== undefined) {
    const named = NAMED[name.toLowerCase()]
    return named === undefined ? undefined : { end, code: named === '' ? 0 : named.charCodeAt(0) }
  }
  const written = unit ?? braces ?? hex ?? percent ?? entityHex
  const code = written === undefined ? Number(entityDecimal ?? 0) : Number.parseInt(written, 16)
  return { end, code: isVisible(code) ? code : 0 }
}

/** The received text, followed by the text with its escapes undone, once, twice and so on. */
export function* readingsOf(text: string, levels = DEEPEST): Generator<Reading> {
  let reading: Reading = { text }
  yield reading
  yield* spelledOut(reading)
  for (let level = 0; level < levels; level += 1) {
    const next = undone(reading)
    if (next === undefined) return
    reading = next
    yield reading
    yield* spelledOut(reading)
  }
}

/** Characters that begin an escape, or are invisible. */
const CHANGING = /[\\%&<]|[^!-~]/

/** A text with its outermost escapes undone, without characters that no key has; undefined if there are neither. */
function undone({ text, places }: Reading): Reading | undefined {
  if (!CHANGING.test(text)) return undefined
  const codes = Buffer.allocUnsafe(text.length)
  const starts = new Uint32Array(text.length)
  const ends = new Uint32Array(text.length)
  let size = 0
  let hasForms = false
  for (let at = 0; at < text.length; ) {
    const found = escapeAt(text, at) ?? formAt(text, at)
    const code = found?.code ?? text.charCodeAt(at)
    hasForms ||= found !== undefined
    const end = found?.end ?? at + 1
    if (isVisible(code)) {
      codes[size] = code
      starts[size] = places?.starts[at] ?? at
      ends[size] = places?.ends[end - 1] ?? end
      size += 1
    }
    at = end
  }
  return size === text.length && !hasForms
    ? undefined
    : { text: codes.toString('latin1', 0, size), places: { starts, ends } }
}

/** Begins at the first of several backslashes in a row, so that they are read in the right pairs. */
const QUOTED = /\\(?:u[\da-f]{4}|u\{[\da-f]{1,6}\}|x[\da-f]{2}|[\s\S])/gi

/** Longer than one escape of a character. */
const MAX_ESCAPE_LENGTH = 12

/** A part of a text, extended if it would cut through an escape with a backslash, which would leave broken JSON. */
export function wholeEscapes(text: string, start: number, end: number): readonly [start: number, end: number] {
  let from = Math.max(0, start - MAX_ESCAPE_LENGTH)
  if (!text.slice(from, end + MAX_ESCAPE_LENGTH).includes('\\')) return [start, end]
  while (from > 0 && text[from - 1] === '\\') from -= 1
  const around = text.slice(from, end + MAX_ESCAPE_LENGTH)
  let [first, last] = [start, end]
  for (const { 0: whole, index } of around.matchAll(QUOTED)) {
    const at = from + index
    const after = at + whole.length
    if (at < start && after > start) first = at
    if (at < end && after > end) last = after
  }
  return [first, last]
}
