/** Valid numbers as text, in every form that the grammar of JSON (RFC 8259, section 6) has for them. */
import fc from 'fast-check'
import type { RawJson } from '../http/request.ts'
import { oneOf, raw } from './number-edges.ts'

/** `digits` divided by 10^`places`: at least one digit before the point. */
function decimal(digits: string, places: number, zeros: number): string {
  const whole = digits.padEnd(digits.length - Math.min(places, 0), '0').padStart(places + 1, '0')
  const at = whole.length - Math.max(places, 0)
  const fraction = whole.slice(at) + '0'.repeat(zeros)
  return whole.slice(0, at).replace(/^0+(?=\d)/, '') + (fraction && `.${fraction}`)
}

/** One number in the forms of the grammar of JSON: `2`, `2.00`, `0.02e2`, `20E-01`, `2e+0`. */
const formsOf = (digits: string, places: number): fc.Arbitrary<string> =>
  fc
    .record({
      zeros: fc.constantFrom(0, 1, 9, 40),
      exponent: fc.option(fc.integer({ min: -9, max: 9 })),
      letter: fc.constantFrom('e', 'E'),
      plus: fc.constantFrom('', '+'),
      zero: fc.constantFrom('', '0'),
    })
    .map(({ zeros, exponent, letter, plus, zero }) =>
      exponent === null
        ? decimal(digits, places, zeros)
        : `${decimal(digits, places + exponent, zeros)}${letter}${exponent < 0 ? '-' : plus}${zero}${Math.abs(exponent)}`,
    )

const ofManyDigits = raw(fc.integer({ min: 30, max: 90 }).map((zeros) => `0.7${'0'.repeat(zeros)}1`))
const ordinary = raw(fc.oneof(formsOf('7', 1), formsOf('1', 0), formsOf('25', 2)))

/** Valid numbers in unusual forms. A number that a double rounds to a bound is that bound, or equally valid. */
export const validNumbers = {
  temperature: {
    zero: raw(formsOf('0', 0)),
    'zero with a minus sign': raw(formsOf('0', 0).map((text) => `-${text}`)),
    'the bound in another form': raw(formsOf('2', 0)),
    'an ordinary number in another form': ordinary,
    'of many digits': ofManyDigits,
    'little below the bound': oneOf('1.9999999', '1.99999999999999', '1.99999999999999999999'),
    'a small number': raw(fc.integer({ min: 5, max: 300 }).map((power) => `1e-${power}`)),
  },
  top_p: {
    'the bound in another form': raw(formsOf('1', 0)),
    'an ordinary number in another form': ordinary,
    'of many digits': ofManyDigits,
    'little below the bound': oneOf('0.9999999', '0.99999999999999', '0.99999999999999999999'),
    'a small number': raw(fc.integer({ min: 5, max: 300 }).map((power) => `1e-${power}`)),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, fc.Arbitrary<RawJson>>>>>
