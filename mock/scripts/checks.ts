import { INT64_MAX } from '../core/request/exact-integers.ts'

/** An integer of the contract, 0 to 2^63 - 1: a number if that is exact, otherwise a bigint. */
export type Integer = number | bigint

/** @throws RangeError when a value is not an integer from `least` to 2^63 - 1 */
export function integer(value: Integer, what: string, least: Integer = 0): void {
  const exact = typeof value === 'bigint' || Number.isSafeInteger(value)
  if (exact && value >= least && value <= INT64_MAX) return
  // Only code can contain a rounded number; a file is read exactly.
  const rounded = typeof value === 'number' && Number.isInteger(value) && value >= least && value < 2 ** 63
  const how = rounded ? ', above 2^53 - 1 as a bigint such as 9223372036854775807n' : ''
  throw new RangeError(`${what} is ${shown(value)}; write a whole number from ${least} to 2^63 - 1${how}.`)
}

/** @throws RangeError when a value is not one of those allowed */
export function oneOf(value: unknown, what: string, allowed: readonly unknown[]): void {
  if (allowed.includes(value)) return
  throw new RangeError(`${what} is ${shown(value)}; write one of ${allowed.join(', ')}.`)
}

/** @throws RangeError when a value is not text that JSON can represent unchanged. The error does not quote the text. */
export function text(value: unknown, what: string): asserts value is string {
  if (typeof value !== 'string') throw new RangeError(`${what} is of type ${typeof value}; write a text.`)
  if (!value.isWellFormed())
    throw new RangeError(`${what} holds half a character (a lone surrogate); cut texts between characters.`)
}

/** @throws RangeError when a value is not text, or is empty */
export function filled(value: unknown, what: string): asserts value is string {
  text(value, what)
  if (value === '') throw new RangeError(`${what} is empty; write some text or leave it out.`)
}

/** @throws RangeError when options have an unknown member, which is probably misspelt */
export function members<T extends object>(options: T, what: string, known: readonly string[]): T {
  if (typeof options !== 'object' || options === null)
    throw new RangeError(`${what} takes an object with ${known.join(', ')}, and got ${shown(options)}.`)
  for (const name of Object.keys(options))
    if (!known.includes(name)) throw new RangeError(`${what} knows no ${name}; it takes ${known.join(', ')}.`)
  return options
}

/** Formats a value for a message. Only numbers and short words are shown; longer values could be a user's text. */
function shown(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`
  const words = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return words.length <= 24 ? words : `a ${typeof value} of another kind`
}
