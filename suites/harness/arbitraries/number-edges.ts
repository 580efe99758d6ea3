/**
 * Numbers as text, near the bounds of the contract and where parsers lose digits or wrap. A gateway must refuse the
 * invalid ones, read exactly or as doubles (RFC 8259). It must read only integers from 2^63 on exactly.
 */
import fc from 'fast-check'
import { RawJson } from '../http/request.ts'

/** Invalid values, by the reason why a gateway may accept them. */
export type Families = Readonly<Record<string, fc.Arbitrary<unknown>>>

export const raw = (texts: fc.Arbitrary<string>): fc.Arbitrary<RawJson> => texts.map((text) => new RawJson(text))
export const oneOf = (...texts: readonly string[]): fc.Arbitrary<RawJson> => raw(fc.constantFrom(...texts))
const within = (min: number, max: number): fc.Arbitrary<RawJson> => raw(fc.integer({ min, max }).map(String))
const powers = (min: number, max: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom('1', '1.5', '10', '9'), fc.constantFrom('e', 'E', 'e+'), fc.integer({ min, max }))
    .map((parts) => parts.join(''))

/** `2.0000003`: the whole number, and one digit between the decimal places `least` and `most`. */
const near = (whole: string, least: number, most: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.integer({ min: least - 1, max: most - 1 }), fc.integer({ min: 1, max: 4 }))
    .map(([zeros, digit]) => `${whole}.${'0'.repeat(zeros)}${digit}`)

/** Ranges of decimal places. Doubles keep both; single precision loses the second. */
const HAIR = [1, 7] as const
const LOST_IN_SINGLE = [8, 14] as const

/** Integers beyond the range of a double. Python reads them exactly, and fails to convert them. */
const LONG = ['9'.repeat(310), '7'.repeat(5000)] as const

/** Numbers beyond that range, most of which parsers read as infinity. */
const BEYOND = ['1e309', '1e400', '9E+999', ...LONG] as const

export const aboveNumber = (most: number): Families => ({
  'a hair above': raw(near(String(most), ...HAIR)),
  'above, lost in single precision': raw(near(String(most), ...LOST_IN_SINGLE)),
  above: raw(fc.oneof(fc.integer({ min: most + 1, max: most + 8 }), fc.integer({ min: 20, max: 100_000 })).map(String)),
  'as a power of ten': raw(fc.oneof(powers(7, 18), fc.constantFrom(...BEYOND))),
})

export const belowZero: Families = {
  'a hair below zero': raw(near('-0', ...HAIR)),
  'below zero, lost in single precision': raw(fc.integer({ min: 46, max: 300 }).map((power) => `-1e-${power}`)),
  'little below zero': within(-5, -1),
  'far below zero': raw(
    fc.oneof(fc.integer({ min: -100_000, max: -6 }).map(String), fc.constantFrom(...BEYOND.map((text) => `-${text}`))),
  ),
}

export const zeroOrBelow: Families = {
  'zero in some form': oneOf('0.0', '0e5', '0E-3', '-0', '-0.0', '-0e1'),
  ...belowZero,
}

export const aboveInt64: Families = {
  'above 2^63': raw(
    fc.oneof(
      fc.constantFrom('9223372036854775808', '9223372036854775809', '9223372036854777856'),
      // If a parser cuts off their upper bits, these are small and valid.
      fc.constantFrom('18446744073709551617', '18446744073709551632', '36893488147419103236'),
      fc.integer({ min: 21, max: 80 }).map((digits) => `4${'0'.repeat(digits - 1)}`),
      powers(19, 40),
      fc.constantFrom('1e309', '9E+999'),
    ),
  ),
  'hundreds of digits': oneOf(...LONG),
}

export const belowOne: Families = {
  zero: oneOf('-0', '0.0', '0e0', '0'),
  'below zero': raw(fc.oneof(fc.constant('-1'), fc.integer({ min: -1_000_000, max: -2 }).map(String))),
  // If a parser cuts off their upper bits, these are small and valid.
  'far below zero': oneOf('-252', '-65532', '-4294967292', '-4294967295', '-2147483648', '-9223372036854775808'),
  'below -2^63': oneOf('-9223372036854775809', '-10000000000000000000', '-18446744073709551612', '-1e19', '-1e400'),
}

export const notOne: Families = {
  'below zero': within(-1000, -1),
  'more than one': raw(fc.oneof(fc.integer({ min: 2, max: 100 }), fc.integer({ min: 101, max: 1000 })).map(String)),
  'wraps to one': oneOf('257', '65537', '4294967297', '18446744073709551617', '-255', '-4294967295'),
  'as a power of ten': raw(fc.oneof(powers(1, 18), fc.constantFrom(...BEYOND))),
}

/** Fractions for integer fields, all below 2^52: from there on doubles have no fractions. */
export const nearbyFractions = (integer: number): Families => ({
  'a fraction below one': raw(fc.integer({ min: 1, max: 99 }).map((percent) => `${percent / 100}`)),
  'a larger fraction': raw(fc.integer({ min: 6, max: 900 }).map((whole) => `${whole}.25`)),
  'a hair beside an integer': raw(near(String(integer), ...LOST_IN_SINGLE)),
  'many digits and a fraction': raw(fc.integer({ min: 1e8, max: 1e9 - 1 }).map((digits) => `${digits}123456.5`)),
})
