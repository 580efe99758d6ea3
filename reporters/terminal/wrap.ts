/** Breaks lines at blanks, so that no terminal cuts a word. */
import { stripVTControlCharacters } from 'node:util'

/** On a terminal narrower than this, lines are not broken. */
const LEAST = 40

const widthOf = (text: string): number => [...stripVTControlCharacters(text)].length

/** A word in pieces that fit; coloured text stays whole. */
function piecesOf(word: string, width: number): string[] {
  const characters = [...word]
  if (characters.length <= width || stripVTControlCharacters(word) !== word) return [word]
  const count = Math.ceil(characters.length / width)
  return Array.from({ length: count }, (_, at) => characters.slice(at * width, (at + 1) * width).join(''))
}

/**
 * A line as lines of n columns.
 * @param columns undefined if the output has no width, as a file
 * @param hang blanks before all lines but the first
 * @param lead text that stays at the beginning of the first line
 */
export function wrapped(
  line: string,
  columns: number | undefined,
  hang: number,
  lead = /^ */.exec(line)?.[0] ?? '',
): string[] {
  if (columns === undefined || columns < LEAST || widthOf(line) <= columns) return [line]
  const words = line
    .slice(lead.length)
    .split(' ')
    .flatMap((word) => piecesOf(word, columns - hang))
  const lines: string[] = []
  let current = lead
  let isEmpty = true
  for (const word of words) {
    if (isEmpty || widthOf(current) + 1 + widthOf(word) <= columns) current += isEmpty ? word : ` ${word}`
    else {
      lines.push(current)
      current = `${' '.repeat(hang)}${word}`
    }
    isEmpty = false
  }
  return [...lines, current]
}
