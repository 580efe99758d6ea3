/** JSON as text, including forms that JSON.stringify would never write. */
import fc from 'fast-check'
import { anyCharacter } from './any-character.ts'

/** Numbers where readers differ: around the bounds of the contract, beyond a double, and invalid spellings. */
const NUMBERS = [
  ...'0 -0 1 2 -1 1.0 1e0 10e-1 0.1 2.0000000000000001 2.0000001 1.0000000000000000001'.split(' '),
  ...'0.99999999999999999999 4096 4097 1e400 -1e400 1e-400 9007199254740993 9223372036854775807'.split(' '),
  ...'9223372036854775807.0 9223372036854775808 -9223372036854775809 9.223372036854775807e18 9.3e18'.split(' '),
  ...[`1${'0'.repeat(400)}1`, `0.${'0'.repeat(400)}1`, '1e99999999999999999999'],
  ...'1E+2 01 +1 .5 1. 0x10 NaN Infinity - 1_000'.split(' '),
]

/** Strings as they are spelt: escapes of every kind, lone surrogates, and invalid spellings. */
const STRINGS = [
  ...['""', '"svc/echo-1"', '"svc/none"', '"user"', '"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"'],
  ...['"\\u0073vc/echo-1"', '"\ud800"', '"\u2028"', '"\ufeff"', '"__proto__"'],
  ...['"\\x"', '"\\u12"', '"\n"', '"\u0001"', "'single'", '"open', '"\\'],
]

/** Names that every object inherits, and names that barely differ from a field. */
const NAMES = [
  ...['"__proto__"', '"constructor"', '"prototype"', '"toString"', '"hasOwnProperty"', '"then"', '""', '"\\u0000"'],
  ...['"Model"', '"model "', '"mod\\u0065l"', '"\\u006e"', '"0"', '"length"', '"tools"', '"user"', '"role"'],
  ...['"content"', '"include_usage"', '"\\ud800"', 'model', "'n'"],
]

const text = fc.string({ unit: anyCharacter, maxLength: 12 }).map((value) => JSON.stringify(value))

export const numbers = fc.constantFrom(...NUMBERS)
export const strings = fc.oneof(fc.constantFrom(...STRINGS), text)
export const names = fc.oneof(fc.constantFrom(...NAMES), text)

const literals = fc.constantFrom('true', 'false', 'null', 'True', 'undefined', 'nul', '')

/** Any JSON, and text that is nearly JSON; mostly shallow, sometimes nested. */
export const { value: values } = fc.letrec<{ value: string; array: string; object: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 5, depthSize: 'small' }, numbers, strings, literals, tie('array'), tie('object')),
  array: fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
  object: fc.array(fc.tuple(names, tie('value')), { maxLength: 4 }).map(objectText),
}))

/** Members as given, including repeated names. */
export function objectText(members: readonly (readonly [name: string, value: string])[]): string {
  return `{${members.map(([name, value]) => `${name}:${value}`).join(',')}}`
}
