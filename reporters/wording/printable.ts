/** Makes text of a target safe for a terminal and a log: no control characters, no commands, no very long texts. */

const LONGEST = 300

/** Control characters, marks that turn or hide text, and code points without a character. */
const HARMFUL = /[\p{C}\p{Zl}\p{Zp}]/gu

const SHORTHAND: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escaped(character: string): string {
  const short = SHORTHAND[character]
  if (short) return short
  const code = character.codePointAt(0) ?? 0
  return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`
}

/** Text without invisible characters: they become escapes. */
export function harmless(text: string): string {
  return text.replaceAll(HARMFUL, escaped)
}

/** One line of text that a terminal shows as it is, and that a CI log does not take for a command. */
export function printable(text: string, longest = LONGEST): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text
  return harmless(cut)
    .replaceAll(/##(?=\w*\[)/g, '#\\#')
    .replace(/^(\s*):(?=:)/, '$1\\:')
}
