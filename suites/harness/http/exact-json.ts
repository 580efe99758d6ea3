/**
 * JSON whose integers are compared exactly.
 *
 * A double cannot distinguish 9223372036854775807, the largest value that the contract allows, from the forbidden
 * 9223372036854775808. So each number is read from its literal. If rounding would move it across that bound, or hide a
 * fraction, it becomes another double, which a schema judges like the literal.
 */
import { isUtf8 } from 'node:buffer'
import { tooDeepAt } from '../text/nesting.ts'

export const INT64_MAX = 9223372036854775807n
const BOUND = 2 ** 63
const ABOVE_BOUND = BOUND + 2048
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
/**
 * A number that a double rounds or spells differently, or similar text in a string. Up to twelve decimals are usual in
 * options, if one of the first six and the last one are not zero.
 */
const UNUSUAL =
  /(?:^|[:,[\s])-?(?:(?<=-)0|\d{16}|\d+(?:\.\d+)?[eE]|\d{4,}\.\d|\d+\.(?=\d)(?!\d{0,5}[1-9](?:\d{0,5}[1-9])?(?!\d)))/
/** The maximum nesting of arrays and objects to read. No response of the contract has ten levels. */
const MAX_LEVELS = 500
/** The maximum number of digits to compare with the bound, so that a hostile literal stays cheap. */
const MAX_DIGITS = 40

export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [name: string]: Json }

export type Parsed =
  | { readonly ok: true; readonly value: Json; readonly literals: ReadonlyMap<number, string> }
  | { readonly ok: false; readonly reason: string; readonly at?: number }

interface Decimal {
  readonly negative: boolean
  /** The digits without zeros at either end; empty for zero. */
  readonly digits: string
  /** The power of ten of the last digit. */
  readonly power: number
}

// A regular expression would take quadratic time on a hostile literal.
function withoutZerosAtEnd(digits: string): string {
  let end = digits.length
  while (end > 0 && digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

function decimalOf(literal: string): Decimal | undefined {
  const match = NUMBER.exec(literal)
  if (!match) return undefined
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const all = `${whole}${fraction}`.replace(/^0+/, '')
  const digits = withoutZerosAtEnd(all)
  return { negative: sign === '-', digits, power: Number(exponent) - fraction.length + all.length - digits.length }
}

function isInteger({ digits, power }: Decimal): boolean {
  return digits === '' || power >= 0
}

/** The exact value of an integer, or a bound on it if it has too many digits. */
function integerOf({ negative, digits, power }: Decimal): bigint {
  if (digits === '') return 0n
  const value = digits.length + power > MAX_DIGITS ? 10n ** BigInt(MAX_DIGITS) : BigInt(digits) * 10n ** BigInt(power)
  return negative ? -value : value
}

/** A fraction that a double rounds to an integer: the double next to that integer, on the side of the fraction. */
function nearbyFraction(value: number, { negative, digits, power }: Decimal): number {
  const size = Math.abs(value)
  const wholeDigits = digits.length + power
  const whole = wholeDigits > 0 ? BigInt(digits.slice(0, wholeDigits)) : 0n
  const above = whole === BigInt(size)
  const near = size === 0 ? Number.MIN_VALUE : size * (above ? 1 + Number.EPSILON : 1 - Number.EPSILON / 2)
  // From 2 ** 52 on every double is an integer.
  if (Number.isInteger(near)) return Number.NaN
  return negative ? -near : near
}

/** The double that a schema judges like the literal. */
export function exactNumber(literal: string): number {
  const value = Number(literal)
  const decimal = decimalOf(literal)
  if (!Number.isInteger(value) || !decimal) return value
  if (!isInteger(decimal)) return nearbyFraction(value, decimal)
  const exact = integerOf(decimal)
  if (exact > INT64_MAX && value <= BOUND) return ABOVE_BOUND
  if (exact < -INT64_MAX - 1n && value >= -BOUND) return -ABOVE_BOUND
  return value
}

const NO_LITERALS: ReadonlyMap<number, string> = new Map()

export const TOO_DEEP = 'nested too deeply'

/** Parses `text` with exact numbers; never throws, not even on very deep nesting. */
export function parseJson(text: string): Parsed {
  // The judge is recursive, so deep nesting would overflow its stack.
  if (tooDeepAt(text, MAX_LEVELS) !== undefined) return { ok: false, reason: TOO_DEEP }
  try {
    // Checking each number takes ten times as long as parsing.
    return UNUSUAL.test(text) ? exactly(text) : { ok: true, value: JSON.parse(text) as Json, literals: NO_LITERALS }
  } catch (cause) {
    return { ok: false, reason: cause instanceof Error ? cause.message : String(cause) }
  }
}

/** @throws SyntaxError */
function exactly(text: string): Parsed {
  const literals = new Map<number, string>()
  const revive = (_name: string, value: unknown, context?: { source?: string }): unknown => {
    if (typeof value !== 'number' || context?.source === undefined) return value
    const exact = exactNumber(context.source)
    if (String(exact) !== context.source) literals.set(exact, context.source)
    return exact
  }
  return { ok: true, value: JSON.parse(text, revive as (name: string, value: unknown) => unknown) as Json, literals }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export interface Decoded {
  readonly text: string
  /** False if the bytes are not UTF-8, which JSON has to be. */
  readonly utf8: boolean
  readonly bom: boolean
}

/** Decodes bytes as UTF-8, and reports whether they were well-formed. */
export function decode(bytes: Uint8Array): Decoded {
  const text = decoder.decode(bytes)
  const bom = text.startsWith('\uFEFF')
  return { text: bom ? text.slice(1) : text, utf8: isUtf8(bytes), bom }
}

/** Parses the bytes of a body or of an event. */
export function parseBytes(bytes: Uint8Array): Parsed {
  // Test this before decoding, which takes a hundred times as long.
  return isUtf8(bytes) ? parseJson(decode(bytes).text) : { ok: false, reason: 'the bytes are not UTF-8' }
}

/** A JSON object, as opposed to an array, null or a scalar. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The JSON object that a parsed text is; undefined if it is not one. */
export const jsonObject = (parsed: Parsed | undefined): JsonObject | undefined =>
  parsed?.ok && isObject(parsed.value) ? parsed.value : undefined

/** The JSON object in the body of a request. */
export const objectSent = ({ body }: { readonly body: Uint8Array | undefined }): JsonObject | undefined =>
  body && jsonObject(parseJson(decode(body).text))

/** The steps of a JSON pointer. */
export const stepsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** The value at a JSON pointer. */
export function valueAt(value: Json, pointer: string): Json | undefined {
  let found: Json | undefined = value
  for (const name of stepsOf(pointer))
    found = Array.isArray(found) ? found[Number(name)] : isObject(found) ? found[name] : undefined
  return found
}
