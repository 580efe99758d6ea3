/**
 * Integers beyond 2^53. JSON.parse rounds them, so 9223372036854775807, the upper bound of max_tokens (contract 4.2),
 * and the next integer become equal. Where that could matter, the raw text is kept and decides.
 */

/** The largest integer of the contract, 2^63 - 1. */
export const INT64_MAX = 9223372036854775807n

/** Represents a number that is too long to compute; it exceeds every bound. */
const BEYOND = 10n ** 40n

/** A JSON number as it was written, if a double may have changed it. */
export class Literal {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

/** The length in characters from which a number counts as long. */
const LONG = 16

// Fifteen significant digits always survive a double; sixteen characters leave room for a point.
const LONG_NUMBER = /[\d.]{16}/

/** Whether a JSON text may contain a long number. Checks only every 16th character, since a long number covers one. */
export function mayHoldLongNumbers(text: string): boolean {
  for (let at = LONG - 1; at < text.length; at += LONG) {
    // A single full stop, as in prose, is not part of a number.
    const isInRow = isOfNumber(text, at) && (isOfNumber(text, at - 1) || isOfNumber(text, at + 1))
    if (isInRow && LONG_NUMBER.test(text.slice(at + 1 - LONG, at + LONG))) return true
  }
  return false
}

function isOfNumber(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return (unit >= 0x30 && unit <= 0x39) || unit === 0x2e
}

/** Like JSON.parse, but keeps every long number, by default as a Literal. */
export function parseKeepingLongNumbers(text: string, keep: (long: Literal) => unknown = (long) => long): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && context?.source !== undefined && isLong(value, context.source)
      ? keep(new Literal(context.source))
      : value,
  )
}

function isLong(value: number, source: string): boolean {
  return LONG_NUMBER.test(source) || Math.abs(value) > Number.MAX_SAFE_INTEGER
}

/** The value as an exact integer, including `1.0` and `1e0` as in JSON Schema; undefined for other values. */
export function exactInteger(value: unknown): bigint | number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? value : undefined
  return value instanceof Literal ? integerOf(value.source) : undefined
}

/** The value as a double; undefined if it is not a number. */
export function asNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return value instanceof Literal ? Number(value.source) : undefined
}

function integerOf(source: string): bigint | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? []
  const all = whole + fraction
  const significant = withoutZerosAtEnd(all)
  const digits = significant.replace(/^0+/, '')
  if (digits === '') return 0n
  const dropped = all.length - significant.length
  const power = Number(exponent) - fraction.length + dropped
  if (power < 0) return undefined
  const size = digits.length + power > 40 ? BEYOND : BigInt(digits) * 10n ** BigInt(power)
  return sign === '-' ? -size : size
}

// Not /0+$/, which takes quadratic time on a long run of zeros, and the caller controls its length.
function withoutZerosAtEnd(digits: string): string {
  let end = digits.length
  while (digits.charCodeAt(end - 1) === 0x30) end -= 1
  return digits.slice(0, end)
}
