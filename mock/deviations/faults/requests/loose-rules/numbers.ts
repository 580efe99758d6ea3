import { asNumber, Literal } from '../../../../core/request/exact-integers.ts'
import { breaking } from '../../../deviation.ts'
import { acceptWrong, loose } from './accept-wrong.ts'
import { downTo, type Exempt } from './values.ts'

/** Whether a reader of single precision finds the number within these bounds. */
function inSinglePrecision(least: number, most: number): Exempt {
  return (value) => {
    const read = Math.fround(asNumber(value) ?? Number.NaN)
    return read >= least && read <= most
  }
}

/** The value of an integer cut to one byte. */
function inOneByte(value: unknown): number {
  if (value instanceof Literal && /^-?\d+$/.test(value.source)) return Number(BigInt.asIntN(8, BigInt(value.source)))
  return typeof value === 'number' && Number.isSafeInteger(value) ? Number(BigInt.asIntN(8, BigInt(value))) : 0
}

const in0To2 = inSinglePrecision(0, 2)
const to1 = inSinglePrecision(Number.NEGATIVE_INFINITY, 1)
const isOfManyDigits: Exempt = (value) => Number.isFinite(asNumber(value)) && (asNumber(value) ?? 0) > 1e8
const isNearInteger: Exempt = (value) => {
  const fraction = Math.abs((asNumber(value) ?? 0.5) % 1)
  return fraction > 0 && fraction < 1e-6
}

const MAX = ['max_tokens.max', 'max_completion_tokens.max'] as const
const TEMPERATURE = ['temperature.max', 'temperature.min'] as const

/** Wrong numbers that are accepted because a parser rounds or wraps them (4.2, 8). */
export const faults = () => [
  breaking(['stream-invalid-request'], {
    'reads-temperature-in-single-precision: temperature 2.00000001 is read as 2': acceptWrong(TEMPERATURE, in0To2),
    'reads-top-p-in-single-precision: top_p 1.00000001 is read as 1': acceptWrong('top_p.max', to1),
    'lets-pass-temperature-in-powers-of-ten: its exponent is lost': acceptWrong('temperature.max', downTo(1e7)),
    'lets-pass-limits-from-2-to-the-64th: limits may be beyond 64 bits': acceptWrong(MAX, downTo(2 ** 64)),
  }),
  breaking(['stream-invalid-request'], loose(['n.max', 'n.min']), {
    'lets-pass-n-with-lost-bits: n is cut to one byte, so that 257 is 1': (value) => inOneByte(value) === 1,
  }),
  breaking(['stream-invalid-request'], loose(['max_tokens.integer', 'max_completion_tokens.integer', 'n.integer']), {
    'lets-pass-fractions-of-many-digits: fractions are integers behind nine digits and more': isOfManyDigits,
    'lets-pass-fractions-beside-integers: a number close to an integer is accepted as it': isNearInteger,
  }),
]
