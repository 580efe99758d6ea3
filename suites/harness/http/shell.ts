/** Texts and bodies in shell syntax. A command generates a long body, so that a megabyte still fits into a line. */
import { gzipSync } from 'node:zlib'
import { printable } from '../text/printable.ts'
import { decode } from './exact-json.ts'

/** A literal that the shell does not change. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** The same, quoted only if necessary. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text)
}

/** Whether a text fits unchanged into one line of a terminal, a page or a CI log. */
const isShown = (text: string): boolean => printable(text, Number.POSITIVE_INFINITY) === text

const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' }

/** Text for `printf %b`: escapes characters that a line cannot show, and in headers each byte beyond ASCII. */
function printfEscaped(text: string, encoding: 'utf8' | 'latin1'): string {
  const isKept = (character: string): boolean =>
    character !== '#' && isShown(character) && (encoding === 'utf8' || isAscii(character))
  const octal = (byte: number): string => `\\0${byte.toString(8).padStart(3, '0')}`
  const characters = [...text].map((character) => {
    const short = SHORT_ESCAPES[character]
    if (short !== undefined || isKept(character)) return short ?? character
    return [...Buffer.from(character, encoding)].map(octal).join('')
  })
  return quoted(characters.join(''))
}

const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length

/** A header as a word of the shell; each character of the header is one byte. */
export function shellHeader(text: string): string {
  return isShown(text) && isAscii(text) ? quoted(text) : `"$(printf %b ${printfEscaped(text, 'latin1')})"`
}

/** How a curl line gets a body. */
export interface ShellBody {
  /** A command whose output is the body; absent if `argument` contains the body. */
  readonly command?: string
  /** The argument of curl. */
  readonly argument: string
}

/** Bodies up to this length are written out. */
const SHORT = 2048
/** A character repeated this often is generated. */
const RUN = 256
/** The maximum total length of the pieces between repeated characters. */
const LITERAL = 4096

interface Piece {
  readonly text: string
  readonly times: number
}

/** A text as literals and long runs of one character. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let literal = 0
  for (const { at, end, character } of longRunsIn(text)) {
    if (at > literal) pieces.push({ text: text.slice(literal, at), times: 1 })
    pieces.push({ text: character, times: (end - at) / character.length })
    literal = end
  }
  if (literal < text.length) pieces.push({ text: text.slice(literal), times: 1 })
  return pieces
}

/** Without a regular expression, which would take 90 MB to find repeated characters in a body of a megabyte. */
function* longRunsIn(text: string): Generator<{ at: number; end: number; character: string }> {
  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    let end = at + character.length
    while (text.startsWith(character, end)) end += character.length
    if (end - at >= RUN * character.length) yield { at, end, character }
    at = end
  }
}

/** A command that prints a text once. */
const printingOnce = (text: string): string =>
  isShown(text) ? `printf %s ${quoted(text)}` : `printf %b ${printfEscaped(text, 'utf8')}`

/** A command that prints a piece. */
function printing({ text, times }: Piece): string {
  if (times === 1) return printingOnce(text)
  const spaces = `printf %${times}s ''`
  if (text === ' ') return spaces
  const [byte = 0, ...others] = Buffer.from(text)
  if (others.length === 0) return `${spaces} | tr ' ' '\\${byte.toString(8).padStart(3, '0')}'`
  return `${spaces} | sed ${quoted(`s/ /${text}/g`)}`
}

/** Whether a command can print a piece: a repeated character has to be printable, or one byte. */
const canPrint = ({ text, times }: Piece): boolean => times === 1 || Buffer.byteLength(text) === 1 || isShown(text)

/** How a shell supplies a body. */
export function shellBody(body: Uint8Array): ShellBody {
  const { text: withoutMark, utf8, bom } = decode(body)
  const text = bom ? `\ufeff${withoutMark}` : withoutMark
  if (utf8 && body.length <= SHORT && isShown(text)) return { argument: `--data-raw ${quoted(text)}` }
  const argument = '--data-binary @-'
  const pieces = utf8 ? piecesOf(text) : []
  const written = pieces.reduce((sum, piece) => sum + (piece.times === 1 ? piece.text.length : 0), 0)
  if (utf8 && written <= LITERAL && pieces.every(canPrint)) {
    const commands = pieces.map(printing)
    return { command: commands.length === 1 ? `${commands[0]}` : `{ ${commands.join('; ')}; }`, argument }
  }
  const packed = gzipSync(body, { level: 9 })
  const raw = Buffer.from(body)
  if (raw.length <= packed.length) return { command: `printf %s '${raw.toString('base64')}' | base64 -d`, argument }
  return { command: `printf %s '${packed.toString('base64')}' | base64 -d | gzip -dc`, argument }
}
