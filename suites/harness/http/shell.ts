/** Texts and bodies as a shell takes them. A long body is generated, so that a request of a megabyte still fits into a line. */
import { gzipSync } from 'node:zlib'
import { harmless } from '../text/printable.ts'
import { decode } from './exact-json.ts'

/** A literal that the shell does not change. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** The same, quoted only where that is needed. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text)
}

/** How a curl line gets a body. */
export interface ShellBody {
  /** A command whose output is the body; absent where `argument` holds it. */
  readonly command?: string
  /** The argument of curl. */
  readonly argument: string
}

/** Bodies up to this length are written out. */
const SHORT = 2048
/** A character repeated this often is generated. */
const RUN = 256
/** Written-out pieces between runs may be this long altogether. */
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

/** By hand, because a regular expression that looks for a repeated character takes 90 MB for a body of a megabyte. */
function* longRunsIn(text: string): Generator<{ at: number; end: number; character: string }> {
  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    let end = at + character.length
    while (text.startsWith(character, end)) end += character.length
    if (end - at >= RUN * character.length) yield { at, end, character }
    at = end
  }
}

function octal(character: string): string {
  return [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}

/** A command that prints a piece. */
function printing({ text, times }: Piece): string {
  if (times === 1) return `printf %s ${quoted(text)}`
  const spaces = `printf %${times}s ''`
  if (text === ' ') return spaces
  if (Buffer.byteLength(text) === 1) return `${spaces} | tr ' ' '${octal(text)}'`
  return `${spaces} | sed ${quoted(`s/ /${text}/g`)}`
}

/** Text that may stand in a line for copying: each of its characters shows, and none was lost. */
function isPlain(text: string): boolean {
  return !text.includes('\ufffd') && text.split(/[\t\n]/).every((part) => harmless(part) === part)
}

/** How a shell supplies a body. */
export function shellBody(body: Uint8Array): ShellBody {
  const { text, utf8, bom } = decode(body)
  const readable = utf8 && !bom && isPlain(text)
  if (readable && body.length <= SHORT) return { argument: `--data-raw ${quoted(text)}` }
  const pieces = readable ? piecesOf(text) : []
  const written = pieces.reduce((sum, piece) => sum + (piece.times === 1 ? piece.text.length : 0), 0)
  const argument = '--data-binary @-'
  if (readable && written <= LITERAL) {
    const commands = pieces.map(printing)
    return { command: commands.length === 1 ? `${commands[0]}` : `{ ${commands.join('; ')}; }`, argument }
  }
  const packed = gzipSync(body, { level: 9 })
  const raw = Buffer.from(body)
  if (raw.length <= packed.length) return { command: `printf %s '${raw.toString('base64')}' | base64 -d`, argument }
  return { command: `printf %s '${packed.toString('base64')}' | base64 -d | gzip -dc`, argument }
}
