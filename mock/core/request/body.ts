import { Refusal } from '../errors.ts'
import { exactInteger, mayHoldLongNumbers, parseKeepingLongNumbers } from './exact-integers.ts'

/** Rule 6 of 4.2: at most 1 MiB, counted in bytes. */
export const BODY_LIMIT = 1_048_576

/** A request body that is a JSON object, before its validation. */
export type JsonObject = Record<string, unknown>

/** Whether a value is an object, and not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Parses a request body. Content-Type is ignored, because the contract defines no status for a wrong one. If a key is
 * repeated, its last value counts, as in JSON.parse.
 */
// keeps: request-body-utf8, request-body-json, request-body-forms
export function parseBody(text: string | undefined): JsonObject | Refusal {
  if (text === undefined) return notJson('is not valid UTF-8; encode it as UTF-8')
  if (text === '') return notJson('is empty; send a JSON object')
  if (text.charCodeAt(0) === 0xfeff) return notJson('begins with a byte order mark; leave that out')
  let value: unknown
  try {
    value = mayHoldLongNumbers(text) ? parseKeepingLongNumbers(text) : JSON.parse(text)
  } catch {
    // Do not quote the parser's message or the body: both could contain part of the prompt.
    return notJson('cannot be parsed as JSON; check quotes, commas and brackets')
  }
  if (!isObject(value)) return notJson('is JSON but no object; wrap the fields in { }')
  // A short literal such as 9.2e18 can also exceed what a double represents exactly.
  const hasRoundedLimit = isRounded(value.max_tokens) || isRounded(value.max_completion_tokens)
  return hasRoundedLimit ? (parseKeepingLongNumbers(text) as JsonObject) : value
}

function isRounded(value: unknown): boolean {
  return typeof value === 'number' && exactInteger(value) !== undefined && !Number.isSafeInteger(value)
}

function notJson(problem: string): Refusal {
  return new Refusal('not_json', `The request body ${problem} (contract 4.2).`)
}

/** The refusal of a body over the limit. */
// keeps: request-size-refused, request-size-accepted
export function tooLarge(): Refusal {
  const message = 'The request body is over 1 MiB (1048576 bytes); shorten or split it (contract 4.2, rule 6).'
  return new Refusal('too_large', message)
}
