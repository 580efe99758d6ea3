import { isObject } from '../../core/request/body.ts'
import { asNumber, exactInteger, type Literal, parseKeepingLongNumbers } from '../../core/request/exact-integers.ts'
import { AdminError } from './admin-error.ts'

/** TypeScript does not declare `rawJSON` yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

/** Writes JSON, with bigints as exact integers. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'bigint' ? rawJSON(String(member)) : member,
  )
}

/** Parses an object. Integers that a double cannot represent become bigints; empty text is `{}`. @throws AdminError */
export function readObject(text: string): Record<string, unknown> {
  if (text.trim() === '') return {}
  let value: unknown
  try {
    value = parseKeepingLongNumbers(text, exact)
  } catch {
    throw new AdminError('not_json', 'The body is not JSON; check its quotes, commas and brackets.')
  }
  if (isObject(value)) return value
  throw new AdminError('invalid_request', 'The body is not a JSON object; put it into braces.')
}

function exact(long: Literal): bigint | number | undefined {
  const whole = exactInteger(long)
  return whole !== undefined && !Number.isSafeInteger(Number(whole)) ? whole : asNumber(long)
}
