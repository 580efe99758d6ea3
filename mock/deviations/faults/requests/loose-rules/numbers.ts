import { asNumber, Literal } from '../../../../core/request/exact-integers.ts'
import { breaking } from '../../../deviation.ts'
import { letPass } from './let-pass.ts'

/** A number as a reader of single precision has it. */
const single = (value: unknown): number => Math.fround(asNumber(value) ?? Number.NaN)

/** The value of an integer cut to n bits. */
function kept(value: unknown, bits: number): number {
  if (value instanceof Literal && /^-?\d+$/.test(value.source)) return Number(BigInt.asIntN(bits, BigInt(value.source)))
  return typeof value === 'number' && Number.isSafeInteger(value) ? Number(BigInt.asIntN(bits, BigInt(value))) : 0
}

/** Numbers that pass because a parser loses what is wrong about them (4.2, 8). */
export const faults = () => [
  breaking(['request-temperature', 'stream-invalid-request'], {
    'reads-temperature-in-single-precision': [
      'temperature is read in single precision, so that 2.00000001 is 2',
      letPass(['temperature.max', 'temperature.min'], (value) => single(value) >= 0 && single(value) <= 2),
    ],
    'lets-pass-temperature-in-powers-of-ten': [
      'temperature is accepted from ten million on, as if the exponent were lost',
      letPass('temperature.max', (value) => (asNumber(value) ?? 0) >= 1e7),
    ],
  }),
  breaking(['request-top-p', 'stream-invalid-request'], {
    'reads-top-p-in-single-precision': [
      'top_p is read in single precision, so that 1.00000001 is 1',
      letPass('top_p.max', (value) => single(value) <= 1),
    ],
  }),
  breaking(['request-max-tokens', 'request-max-completion-tokens', 'stream-invalid-request'], {
    'lets-pass-limits-from-2-to-the-64th': [
      'limits are accepted where they leave 64 bits',
      letPass(['max_tokens.max', 'max_completion_tokens.max'], (value) => (asNumber(value) ?? 0) >= 2 ** 64),
    ],
    'lets-pass-fractions-of-many-digits': [
      'fractions are accepted as integers, behind nine digits and more',
      letPass(
        ['max_tokens.integer', 'max_completion_tokens.integer', 'n.integer'],
        (value) => Number.isFinite(asNumber(value)) && (asNumber(value) ?? 0) > 1e8,
      ),
      'request-n',
    ],
    'lets-pass-fractions-beside-integers': [
      'a number close to an integer is accepted as it',
      letPass(['max_tokens.integer', 'max_completion_tokens.integer', 'n.integer'], (value) => {
        const fraction = Math.abs((asNumber(value) ?? 0.5) % 1)
        return fraction > 0 && fraction < 1e-6
      }),
      'request-n',
    ],
  }),
  breaking(['request-n', 'stream-invalid-request'], {
    'lets-pass-n-with-lost-bits': [
      'n is cut to one byte, so that 257 is 1',
      letPass(['n.max', 'n.min'], (value) => kept(value, 8) === 1),
    ],
  }),
]
