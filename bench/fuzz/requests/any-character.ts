/** Any character, half ones among them. */
import fc from 'fast-check'

function codeOf(character: unknown): number {
  if (typeof character !== 'string' || [...character].length !== 1) throw new Error('this is not one character')
  return character.codePointAt(0) ?? 0
}

/**
 * As the unit of a text. fast-check has one, `binary`, and keeps with it a map of all of Unicode, which takes a
 * second to make and slows every later collection of the process down. The way back lets it mix in words such as `__proto__`.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code), codeOf)
