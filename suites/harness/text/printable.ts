/** Makes foreign text safe for a terminal, a log and a page: no harmful characters, commands or excessive length. */
import { unicodeEscape } from './json-string.ts'

const MAX_LENGTH = 300

/** Control characters, characters that reverse or hide text, code points without a character, and invisible ones. */
const HARMFUL = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** Selects the form of the character before it, such as an emoji; after any other character it is invisible. */
const CHOOSES_FORM = /[\uFE0E\uFE0F]/

/** The start of a command that Azure Pipelines finds anywhere in a line. */
export const COMMAND = /##(?=\w*\[)/g

const SHORTHAND: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escaped(character: string): string {
  const short = SHORTHAND[character]
  if (short) return short
  const code = character.codePointAt(0) ?? 0
  return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`
}

/** @param write returns the replacement for a harmful character */
function without(text: string, write: (character: string) => string): string {
  return text.replaceAll(HARMFUL, (character, at: number) =>
    CHOOSES_FORM.test(character) && /\p{Extended_Pictographic}$|[\d#*]$/u.test(text.slice(Math.max(0, at - 2), at))
      ? character
      : write(character),
  )
}

/** The beginning of a long text. */
export const shortened = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text)

/** Text without invisible characters: they become escapes. */
export function harmless(text: string): string {
  return without(text, escaped)
}

/** One line of text that a terminal shows as it is, and that a CI log does not read as a command. */
export function printable(text: string, longest = MAX_LENGTH): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text
  return harmless(cut)
    .replaceAll(COMMAND, '#\\#')
    .replace(/^(\s*):(?=:)/, '$1\\:')
}

/** Data as JSON, with harmful characters and commands for CI logs escaped: parsers read the same data from it. */
export function printableJson(value: unknown): string {
  // Between the values there are no harmful characters but line feeds.
  return without(JSON.stringify(value, null, 2), (character) =>
    character === '\n' ? character : character.replaceAll(/[\s\S]/g, unicodeEscape),
  ).replaceAll(COMMAND, '#\\u0023')
}

/** What our own output adds between texts: line feeds and colours. */
const OURS = /(\n|\u001b\[[\d;]*m)/

/** Escapes a whole output again, in case some text was not escaped where it was built. */
export function shown(text: string): string {
  return text
    .split(OURS)
    .map((part) => (OURS.test(part) ? part : harmless(part)))
    .join('')
}
