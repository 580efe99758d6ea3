/** What a JSON Schema requires, in words and without keywords: `an array of one item`. */
export type SchemaToRead = { readonly [keyword: string]: unknown }

/** Patterns of responses, by what they mean. */
const PATTERNS: Readonly<Record<string, string>> = {
  '^svc/[a-z0-9-]+$': 'svc/<name>, the name of a-z, 0-9 and -',
}

/** The greatest integer of the contract, as text because a double cannot hold it. */
const GREATEST = '9223372036854775807'

/** @param schema a resolved schema, without references and conditions */
export function inWords(schema: SchemaToRead): string {
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return listed(schema.enum.map((value) => JSON.stringify(value)))
  const types = Array.isArray(schema.type) ? (schema.type as unknown[]) : [schema.type]
  return listed(types.map((type) => typeInWords(String(type), schema)))
}

function typeInWords(type: string, schema: SchemaToRead): string {
  switch (type) {
    case 'null':
      return 'null'
    case 'string':
      if (typeof schema.pattern === 'string') return PATTERNS[schema.pattern] ?? `a string that fits ${schema.pattern}`
      return Number(schema.minLength) > 0 ? 'a string that is not empty' : 'a string'
    case 'array':
      return `an array${itemsOf(Number(schema.minItems ?? 0), Number(schema.maxItems ?? Number.POSITIVE_INFINITY))}`
    case 'integer':
    case 'number':
      return `${type === 'integer' ? 'an integer' : 'a number'}${rangeOf(schema)}`
    case 'boolean':
      return 'true or false'
    default:
      return type === 'object' ? 'an object' : 'a value'
  }
}

function rangeOf({ minimum, maximum, exclusiveMinimum }: SchemaToRead): string {
  const most = typeof maximum === 'number' && !Number.isSafeInteger(maximum) ? GREATEST : maximum
  if (exclusiveMinimum !== undefined && most !== undefined) return ` above ${exclusiveMinimum}, at most ${most}`
  if (minimum !== undefined && most !== undefined) return ` from ${minimum} to ${most}`
  if (minimum !== undefined) return ` of at least ${minimum}`
  return most === undefined ? '' : ` of at most ${most}`
}

function itemsOf(least: number, most: number): string {
  const counted = (count: number): string => (count === 1 ? 'one item' : `${count} items`)
  if (least === most) return ` of ${counted(least)}`
  if (Number.isFinite(most)) return least > 0 ? ` of ${least} to ${counted(most)}` : ` of at most ${counted(most)}`
  return least > 0 ? ` of at least ${counted(least)}` : ''
}

/** `a`, `a or b`, `a, b or c`. */
function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
