/**
 * JSON whose integers are compared exactly.
 *
 * A double cannot tell 9223372036854775807, the largest value that the contract allows, from the
 * forbidden 9223372036854775808. So each number is read from its literal, and where rounding would
 * carry it across that bound, or hide a fraction, it is moved to a double that a schema judges as
 * the literal deserves.
 */

export const INT64_MAX = 9223372036854775807n
const BOUND = 2 ** 63
const ABOVE_BOUND = BOUND + 2048
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
/** More digits than this are never needed to compare with the bound, and a hostile exponent stays cheap. */
const MAX_EXPONENT = 400

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

export type Parsed =
  | { readonly ok: true; readonly value: Json; readonly literals: ReadonlyMap<number, string> }
  | { readonly ok: false; readonly reason: string; readonly at?: number }

/** Exact value of a literal as digits times a power of ten, or undefined where it is no integer. */
function exactInteger(literal: string): bigint | undefined {
  const match = NUMBER.exec(literal)
  if (!match) return undefined
  const [, sign, whole = '', fraction = '', exponentText = '0'] = match
  const exponent = Number(exponentText)
  if (Math.abs(exponent) > MAX_EXPONENT) return undefined
  const trimmed = fraction.replace(/0+$/, '')
  const shift = exponent - trimmed.length
  const digits = BigInt(whole + trimmed)
  let value: bigint
  if (shift >= 0) value = digits * 10n ** BigInt(shift)
  else {
    const divisor = 10n ** BigInt(-shift)
    if (digits % divisor !== 0n) return undefined
    value = digits / divisor
  }
  return sign ? -value : value
}

/** The double that a schema judges as it would judge the literal. */
export function exactNumber(literal: string): number {
  const value = Number(literal)
  if (!Number.isInteger(value)) return value
  const exact = exactInteger(literal)
  if (exact === undefined) return Math.abs(value) > BOUND ? value : Number.NaN
  if (exact > INT64_MAX && value <= BOUND) return ABOVE_BOUND
  if (exact < -INT64_MAX - 1n && value >= -BOUND) return -ABOVE_BOUND
  return value
}

/** Parses `text` with exact numbers; never throws, also not on nesting that exhausts the stack. */
export function parseJson(text: string): Parsed {
  const literals = new Map<number, string>()
  const revive = (_name: string, value: unknown, context?: { source?: string }): unknown => {
    if (typeof value !== 'number' || context?.source === undefined) return value
    const exact = exactNumber(context.source)
    if (String(exact) !== context.source) literals.set(exact, context.source)
    return exact
  }
  try {
    return { ok: true, value: JSON.parse(text, revive as (name: string, value: unknown) => unknown) as Json, literals }
  } catch (cause) {
    const reason = cause instanceof RangeError ? 'nested too deeply' : cause instanceof Error ? cause.message : String(cause)
    return { ok: false, reason }
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lossy = new TextDecoder('utf-8', { ignoreBOM: true })

export interface Decoded {
  readonly text: string
  /** False where the bytes are not UTF-8, as JSON has to be. */
  readonly utf8: boolean
  readonly bom: boolean
}

/** Decodes bytes without losing the fact that they were malformed. */
export function decode(bytes: Uint8Array): Decoded {
  let text: string
  let valid = true
  try {
    text = utf8.decode(bytes)
  } catch {
    text = lossy.decode(bytes)
    valid = false
  }
  const bom = text.startsWith('\uFEFF')
  return { text: bom ? text.slice(1) : text, utf8: valid, bom }
}

/** Parses the bytes of a body or of an event. */
export function parseBytes(bytes: Uint8Array): Parsed {
  const { text, utf8: valid } = decode(bytes)
  if (!valid) return { ok: false, reason: 'the bytes are not UTF-8' }
  return parseJson(text)
}

/** A JSON object, as opposed to an array, null or a scalar. */
export function isObject(value: unknown): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
