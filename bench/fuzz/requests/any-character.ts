/** Any character, half ones among them. */
import fc from 'fast-check'

/**
 * As the unit of a text. fast-check has one of its own, `binary`, and keeps with it a map of all of Unicode, which takes a
 * second to make and slows every later collection of the process down.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))
