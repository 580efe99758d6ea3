/** Wraps lines at blanks, so that the terminal does not break words. */
import { stripVTControlCharacters } from 'node:util'
import { printable } from '../../suites/harness/text/printable.ts'
import { COMMANDS } from '../wording/details.ts'

/** Lines are not wrapped on a terminal narrower than this. */
const LEAST = 40

/** A character with two columns: of an East Asian script, full-width, or an emoji. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3ffff}\p{Emoji_Presentation}]|\ufe0f/u

/** A character with its marks and its skin tone, or a flag, which is a pair of letters. */
const CHARACTER = /\p{RI}{2}|.[\p{M}\p{Emoji_Modifier}]*/gsu

/** The characters of a text and their columns. `Intl.Segmenter` finds them too, but is slow to load. */
const measured = (text: string) =>
  Array.from(text.matchAll(CHARACTER), ([character]) => ({ character, columns: WIDE.test(character) ? 2 : 1 }))

const widthOf = (text: string): number =>
  measured(stripVTControlCharacters(text)).reduce((sum, { columns }) => sum + columns, 0)

/** Splits a long word into pieces that fit; coloured text stays whole. */
function piecesOf(word: string, width: number): string[] {
  if (widthOf(word) <= width || stripVTControlCharacters(word) !== word) return [word]
  const pieces: string[] = []
  let free = 0
  for (const { character, columns } of measured(word)) {
    if (columns > free) {
      pieces.push('')
      free = width
    }
    pieces[pieces.length - 1] += character
    free -= columns
  }
  return pieces
}

/**
 * Wraps a line.
 * @param columns the maximum width; undefined if the output has no width, such as a file
 * @param hang blanks before all lines but the first, if a narrow terminal has room for them
 * @param lead text before the first line that is never wrapped
 */
export function wrapped(
  line: string,
  columns: number | undefined,
  hang: number,
  lead = /^ */.exec(line)?.[0] ?? '',
): string[] {
  if (columns === undefined || columns < LEAST || widthOf(line) <= columns) return [line]
  const blanks = Math.min(hang, Math.floor(columns / 2))
  const words = line
    .slice(lead.length)
    .split(' ')
    .flatMap((word) => piecesOf(word, columns - blanks))
  const lines: string[] = []
  let current = lead
  let isEmpty = true
  for (const word of words) {
    if (isEmpty || widthOf(current) + 1 + widthOf(word) <= columns) current += isEmpty ? word : ` ${word}`
    else {
      lines.push(current)
      current = `${' '.repeat(blanks)}${word}`
    }
    isEmpty = false
  }
  return [...lines, current]
}

/** The indentation of rows below the head of a card. */
const INDENT = 4
const NAMES = 10

/** Rows with ids of requirements, which are never shortened. */
const IDS: readonly string[] = ['breaks', 'also']

/** The maximum characters of a text in a card; the report has more. */
const MAX_LENGTH = 300
const MAX_OWN_LENGTH = 20_000

/** A row with a name and a text; empty without a text. */
export function row(name: string, text: string | undefined, columns: number | undefined): string[] {
  if (text === undefined || text === '') return []
  const isCommand = COMMANDS.includes(name)
  const lead = `${' '.repeat(INDENT)}${name.padEnd(NAMES)}`
  const line = `${lead}${printable(text, isCommand || IDS.includes(name) ? MAX_OWN_LENGTH : MAX_LENGTH)}`
  return isCommand ? [line] : wrapped(line, columns, INDENT + NAMES, lead)
}
