/** Arbitraries of single JSON values: valid ones for a subschema, and ones that break one keyword of it. */
import fc from 'fast-check'
import { RawJson } from '../http/request.ts'
import { resolve, type Schema } from '../judge/schema.ts'

export type Value = unknown

/** 2^63: the first integer that the contract forbids, and far beyond it. */
const ABOVE_INT64 = [
  '9223372036854775808',
  '9223372036854775809',
  '9223372036854777856',
  '18446744073709551616',
  '100000000000000000000000',
].map((text) => new RawJson(text))

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,7}$/)
/** Text that every JSON library keeps as it is: no control characters and no lone surrogates. */
export const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 24 })
  .map((value) => value.replaceAll(/\p{C}/gu, '').trim() || 'a')

const byType: Record<string, fc.Arbitrary<Value>> = {
  string: fc.oneof(word, fc.constantFrom('1', 'true', '0.5', 'null')),
  integer: fc.integer({ min: 0, max: 9 }),
  number: fc.constantFrom(0.25, 0.5, 1.5),
  boolean: fc.boolean(),
  object: fc.oneof(
    fc.constant({}),
    fc.dictionary(word, fc.integer({ min: 0, max: 3 }), { maxKeys: 2, noNullPrototype: true }),
  ),
  array: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 2 }),
}

function typesOf(schema: Schema): string[] {
  const { type } = schema
  return typeof type === 'string' ? [type] : Array.isArray(type) ? (type as string[]) : []
}

/** Values of every type that the schema does not allow; null is left to its own rule. */
export function ofOtherTypes(schema: Schema): fc.Arbitrary<Value> {
  const allowed = typesOf(schema)
  const numeric = allowed.includes('number')
  const others = Object.entries(byType).filter(([type]) => !allowed.includes(type) && !(numeric && type === 'integer'))
  return fc.oneof(...others.map(([, values]) => values))
}

/** Values that break a keyword and nothing else of the subschema. */
export function breaking(keyword: string, schema: Schema): fc.Arbitrary<Value> | undefined {
  const limit = schema[keyword]
  const integer = typesOf(schema).includes('integer')
  switch (keyword) {
    case 'type':
      return ofOtherTypes(schema)
    case 'minimum':
      return integer
        ? fc.integer({ min: -1_000_000, max: Number(limit) - 1 })
        : fc.oneof(
            fc.constantFrom(Number(limit) - 0.000001, Number(limit) - 1),
            fc.double({ min: -1000, max: Number(limit) - 0.0001, noNaN: true }),
          )
    case 'exclusiveMinimum':
      return fc.oneof(fc.constant(Number(limit)), fc.double({ min: -1000, max: Number(limit) - 0.0001, noNaN: true }))
    case 'maximum':
      return integer
        ? fc.constantFrom(...ABOVE_INT64)
        : fc.oneof(
            fc.constantFrom(Number(limit) + 0.000001, Number(limit) + 1),
            fc.double({ min: Number(limit) + 0.0001, max: 1000, noNaN: true }),
          )
    case 'const':
      return typeof limit === 'number'
        ? fc.integer({ min: -5, max: 200 }).filter((value) => value !== limit)
        : undefined
    case 'enum':
      return fc
        .oneof(
          fc.constantFrom('tool', 'developer', 'function'),
          word,
          fc.constantFrom(...(limit as string[])).map((value) => value.toUpperCase()),
        )
        .filter((value) => !(limit as unknown[]).includes(value))
    case 'minLength':
      return fc.constant('')
    case 'minItems':
      return fc.constant([])
    case 'maxItems':
      return fc.array(word, { minLength: Number(limit) + 1, maxLength: Number(limit) + 3 })
    case 'pattern':
      return fc.oneof(
        word,
        word.map((name) => `svc/${name.toUpperCase()}_`),
        word.map((name) => `SVC/${name}`),
        word.map((name) => `svc/${name}/${name}`),
        word.map((name) => `svc/${name}.${name}`),
      )
    default:
      return undefined
  }
}

/** Valid values of a subschema, kept small so that they cost little. */
export function valid(schema: Schema): fc.Arbitrary<Value> {
  const target = resolve(schema)
  if (target.const !== undefined) return fc.constant(target.const)
  if (Array.isArray(target.enum)) return fc.constantFrom(...(target.enum as Value[]))
  const forms = typesOf(target).map((type): fc.Arbitrary<Value> => {
    switch (type) {
      case 'boolean':
        return fc.boolean()
      case 'integer':
        return fc.integer({ min: Number(target.minimum ?? 0), max: 16 })
      case 'number': {
        const low = Number(target.minimum ?? target.exclusiveMinimum ?? 0)
        const high = Number(target.maximum ?? 1)
        const excluded = target.exclusiveMinimum !== undefined
        return fc.oneof(
          fc.constantFrom(high, excluded ? (low + high) / 2 : low),
          fc.integer({ min: 1, max: 99 }).map((percent) => low + ((high - low) * percent) / 100),
        )
      }
      case 'array':
        return fc.array(valid(target.items as Schema), {
          minLength: Number(target.minItems ?? 0),
          maxLength: Math.min(Number(target.maxItems ?? 3), 4),
        })
      case 'object':
        return validObject(target)
      default:
        return text
    }
  })
  return fc.oneof(...forms)
}

/** A valid object: all that is required, and some of the rest. */
export function validObject(
  schema: Schema,
  given: Record<string, fc.Arbitrary<Value>> = {},
): fc.Arbitrary<Record<string, Value>> {
  const properties = schema.properties as Record<string, Schema>
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [name, given[name] ?? valid(member)]),
  )
  return fc.record(members, { requiredKeys: schema.required as string[], noNullPrototype: true })
}
