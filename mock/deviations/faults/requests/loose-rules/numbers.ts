import { asNumber, Literal } from '../../../../core/request/exact-integers.ts'
import type { RuleName } from '../../../../core/request/rules.ts'
import { breaking } from '../../../deviation.ts'
import { acceptWrong, type Exempt, loose } from './accept-wrong.ts'

/** Whether a reader of single precision finds the number within these bounds. */
const inSinglePrecision =
  (least: number, most: number): Exempt =>
  (value) => {
    const read = Math.fround(asNumber(value) ?? Number.NaN)
    return read >= least && read <= most
  }
const isFrom =
  (least: number): Exempt =>
  (value) =>
    (asNumber(value) ?? 0) >= least

/** The value of an integer cut to one byte. */
function inOneByte(value: unknown): number {
  if (value instanceof Literal && /^-?\d+$/.test(value.source)) return Number(BigInt.asIntN(8, BigInt(value.source)))
  return typeof value === 'number' && Number.isSafeInteger(value) ? Number(BigInt.asIntN(8, BigInt(value))) : 0
}

const FRACTIONS: readonly RuleName[] = ['max_tokens.integer', 'max_completion_tokens.integer', 'n.integer']

/** Wrong numbers that are accepted because a parser rounds or wraps them (4.2, 8). */
export const faults = () => [
  breaking(['request-temperature', 'stream-invalid-request'], {
    'reads-temperature-in-single-precision: temperature is read in single precision, so that 2.00000001 is 2':
      acceptWrong(['temperature.max', 'temperature.min'], inSinglePrecision(0, 2)),
    'lets-pass-temperature-in-powers-of-ten: temperature is accepted from ten million on, as if the exponent were lost':
      acceptWrong('temperature.max', isFrom(1e7)),
  }),
  breaking(['request-top-p', 'stream-invalid-request'], {
    'reads-top-p-in-single-precision: top_p is read in single precision, so that 1.00000001 is 1': acceptWrong(
      'top_p.max',
      inSinglePrecision(Number.NEGATIVE_INFINITY, 1),
    ),
  }),
  breaking(['request-max-tokens', 'request-max-completion-tokens', 'stream-invalid-request'], {
    'lets-pass-limits-from-2-to-the-64th: limits are accepted where they leave 64 bits': acceptWrong(
      ['max_tokens.max', 'max_completion_tokens.max'],
      isFrom(2 ** 64),
    ),
  }),
  breaking(
    ['request-max-tokens', 'request-max-completion-tokens', 'request-n', 'stream-invalid-request'],
    loose(FRACTIONS),
    {
      'lets-pass-fractions-of-many-digits: fractions are accepted as integers, behind nine digits and more': (value) =>
        Number.isFinite(asNumber(value)) && (asNumber(value) ?? 0) > 1e8,
      'lets-pass-fractions-beside-integers: a number close to an integer is accepted as it': (value) => {
        const fraction = Math.abs((asNumber(value) ?? 0.5) % 1)
        return fraction > 0 && fraction < 1e-6
      },
    },
  ),
  breaking(['request-n', 'stream-invalid-request'], loose(['n.max', 'n.min']), {
    'lets-pass-n-with-lost-bits: n is cut to one byte, so that 257 is 1': (value) => inOneByte(value) === 1,
  }),
]
