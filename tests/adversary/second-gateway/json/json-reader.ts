import { isInteger as isDigits, isLosslessNumber, type LosslessNumber, parse, splitNumber } from 'lossless-json'
import type { Freedoms } from '../freedoms/index.ts'

/** Parsed JSON. Numbers keep their spelling; objects are Maps, so that a member named __proto__ is an ordinary member. */
export type Read = null | boolean | string | LosslessNumber | Read[] | Map<string, Read>

/** Thrown for a text that RFC 8259 does not allow, or that nests too deeply. */
export class JsonFault extends Error {}

/** Reads one JSON text. */
export function readJson(text: string, { duplicateKeys }: Pick<Freedoms, 'duplicateKeys'>): Read {
  try {
    // The library takes [] and {} as equal, so of these two the last one always stays.
    const value = parse(text, mapFromObject, {
      onDuplicateKey: ({ oldValue, newValue }) => (duplicateKeys === 'first' ? oldValue : newValue),
    })
    if (duplicateKeys !== 'refuse' || countStrings(text) === countStrings(JSON.stringify(JSON.parse(text)))) {
      return value as Read
    }
  } catch (error) {
    // A megabyte of brackets overflows the stack. It is a mistake of the client, so it must not become a 500.
    throw new JsonFault('not JSON', { cause: error })
  }
  throw new JsonFault('using one name twice')
}

const mapFromObject = (_name: string, value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value) || isLosslessNumber(value)
    ? value
    : new Map(Object.entries(value))

// The library reports a repeated name only if its values differ. JSON.parse drops the name, so it leaves fewer strings.
const countStrings = (json: string): number => json.match(/"[^"\\]*(?:\\.[^"\\]*)*"/g)?.length ?? 0

/** Whether the value is an integer; `notation` decides whether 1.0 and 1e0 count. */
export function isInteger(text: string, notation: Freedoms['integerNotation']): boolean {
  if (notation === 'digits') return isDigits(text)
  const { digits, exponent } = splitNumber(text)
  return digits === '0' || digits.length <= exponent + 1
}
