/**
 * Decodes the escapes of a text: those of JSON, programming languages, URLs and HTML, also inside each other. It also
 * reads other forms of visible ASCII, and texts written as character codes.
 */

/** The maximum number of levels of escapes: more than any chain of frameworks makes. */
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

/** The escape that begins at a position; undefined if there is none. */
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

/** An escape. Search from the first of several backslashes in a row, so that they are paired correctly. */
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

/** Ranges of other forms of visible ASCII (NFKC): signs, circled, small, full-width, mathematical or boxed forms. */
const RANGES = [
  [0x2070, 0x218f],
  [0x2460, 0x24ff],
  [0xfe50, 0xff5e],
  [0x1d400, 0x1d7ff],
  [0x1f100, 0x1f1ff],
] as const

/** The visible character of each form by its code point; made on first use. */
let forms: ReadonlyMap<number, number> | undefined

function allForms(): ReadonlyMap<number, number> {
  const all = new Map<number, number>()
  for (const [first, last] of RANGES)
    for (let point = first; point <= last; point += 1) {
      const plain = String.fromCodePoint(point).normalize('NFKC')
      if (/^[!-~]$/.test(plain)) all.set(point, plain.charCodeAt(0))
    }
  return all
}

/** The form at a position, as itself or as the bytes of its UTF-8; undefined where there is none. */
export function formAt(text: string, at: number): { readonly end: number; readonly code: number } | undefined {
  const first = text.charCodeAt(at)
  if (first < 0xe2) return undefined
  const [point, size] = first > 0xff ? [text.codePointAt(at) ?? 0, 0] : pointOfBytes(text, at, first)
  forms ??= allForms()
  const code = forms.get(point)
  return code === undefined ? undefined : { end: at + (size || (point > 0xffff ? 2 : 1)), code }
}

function pointOfBytes(text: string, at: number, first: number): readonly [point: number, size: number] {
  const size = first >= 0xf0 ? 4 : 3
  let point = first & (size === 4 ? 0x07 : 0x0f)
  for (let next = at + 1; next < at + size; next += 1) {
    const code = text.charCodeAt(next)
    if ((code & 0xffc0) !== 0x80) return [0, 1]
    point = (point << 6) | (code & 0x3f)
  }
  return [point, size]
}

/** A text as a reader sees it, without invisible characters. Each character keeps its position in the received text. */
export interface Reading {
  readonly text: string
  /** Where each character begins and ends in the received text; absent if that is the text itself. */
  readonly places?: { readonly starts: Uint32Array; readonly ends: Uint32Array }
}

/** Eight or more numbers in a row: no shorter part of a secret counts. Every part has a limit, so time stays linear. */
const RUNS = [
  [
    /(?<![\da-z])(?:(?:0x|\\x|%)?[\da-f]{2}[^\da-z]{1,3}){7,4096}(?:0x|\\x|%)?[\da-f]{2}(?![\da-z])/gi,
    /(?<!\d)[\da-f]{2}(?![\da-z])/gi,
    16,
  ],
  [/(?<!\d)(?:\d{2,3}[^\da-z]{1,3}){7,4096}\d{2,3}(?!\d)/gi, /\d{2,3}/g, 10],
] as const

/** The text that the numbers in a text spell, with a line feed after each run. */
export function* spelledOut({ text, places }: Reading): Generator<Reading> {
  for (const [runs, numbers, base] of RUNS) {
    const found: { readonly code: number; readonly start: number; readonly end: number }[] = []
    for (const { 0: run, index } of text.matchAll(runs)) {
      for (const { 0: digits, index: inside } of run.matchAll(numbers)) {
        const start = index + inside
        found.push({ code: Number.parseInt(digits, base), start, end: start + digits.length })
      }
      found.push({ code: 0x0a, start: index, end: index })
    }
    if (found.length === 0) continue
    const starts = Uint32Array.from(found, ({ start }) => places?.starts[start] ?? start)
    const ends = Uint32Array.from(found, ({ end }) => (end === 0 ? 0 : (places?.ends[end - 1] ?? end)))
    yield { text: found.map(({ code }) => String.fromCharCode(code)).join(''), places: { starts, ends } }
  }
}
