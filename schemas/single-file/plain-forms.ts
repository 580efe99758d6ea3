/**
 * Other words for what a schema of `wire/` says, with the same valid values: those that generators of clients understand.
 * The harness judges by the words of `wire/`, since the place of each names a requirement.
 */

/** JSON, in which an integer may be exact. */
export type Json = string | number | bigint | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [name: string]: Json | undefined
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const INT64 = 2n ** 63n - 1n
const NULL: JsonObject = { type: 'null' }

/** A schema in plain words. Its subschemas stay as they are. @throws Error where there are no plain words for it yet */
export function plainly(schema: JsonObject): JsonObject {
  return [typed, nullable, oneOfTwo, atTheRoot, sized].reduce((form, step) => step(form), schema)
}

const TYPE: Readonly<Record<string, string>> = { string: 'string', number: 'integer', bigint: 'integer' }

/** Constants and lists of texts say their type. */
function typed(schema: JsonObject): JsonObject {
  const { const: constant, enum: words, type } = schema
  if (type !== undefined) return schema
  if (constant !== undefined) return { type: typeOf(constant), ...schema }
  if (Array.isArray(words) && words.every((word) => typeof word === 'string')) return { type: 'string', ...schema }
  return schema
}

function typeOf(constant: Json): string {
  const type = TYPE[typeof constant]
  if (type === undefined) throw new Error(`there is no type for the constant ${String(constant)}`)
  return type
}

/**
 * A value that may be null is a choice of two. Sources are a text or null, a list of words with null, and `if` it is not null,
 * `then` ….
 */
function nullable(schema: JsonObject): JsonObject {
  const { if: condition, then, enum: words, ...rest } = schema
  if (isSame(schema.type, ['string', 'null'])) return { ...schema, type: undefined, anyOf: [{ type: 'string' }, NULL] }
  if (Array.isArray(words) && words.includes(null))
    return { ...rest, anyOf: [{ type: 'string', enum: words.filter((word) => word !== null) }, NULL] }
  if (!isSame(condition, { not: NULL }) || !then) return schema
  return { ...rest, anyOf: [then, NULL] }
}

/** A text or a list is a choice of two, each with the limits of its type. */
function oneOfTwo(schema: JsonObject): JsonObject {
  const { type, minLength, minItems, maxItems, items, ...rest } = schema
  if (!isSame(type, ['string', 'array'])) return schema
  return {
    ...rest,
    anyOf: [
      { type: 'string', minLength },
      { type: 'array', minItems, maxItems, items },
    ],
  }
}

/** Conditions that hold a whole object are at its root, as `not` and `dependentRequired`. */
function atTheRoot(schema: JsonObject): JsonObject {
  const { allOf, ...rest } = schema
  if (!Array.isArray(allOf)) return schema
  const forbidden: JsonObject[] = []
  const needed: Record<string, Json> = {}
  for (const { not, if: condition, then } of allOf as readonly Record<string, JsonObject>[]) {
    if (not) forbidden.push(present(namesIn(not)))
    else if (condition && then) {
      const [given = ''] = namesIn(condition)
      needed[given] = namesIn(then)
      for (const [name, { const: only }] of Object.entries(then.properties as Record<string, JsonObject>)) {
        if (only !== true) throw new Error(`${name} needs another constant than true`)
        forbidden.push(present([given], { [name]: { const: false } }))
      }
    } else throw new Error('a member of allOf is neither not nor if and then')
  }
  return { ...rest, dependentRequired: needed, not: { anyOf: forbidden } }
}

const namesIn = ({ required }: JsonObject): string[] => [...(required as readonly string[])]

/** Objects with these members. Each has a definition, which linters ask for. */
const present = (names: readonly string[], others: JsonObject = {}): JsonObject => ({
  required: names,
  properties: { ...Object.fromEntries(names.map((name) => [name, {}])), ...others },
})

/** Integers up to 2^63 - 1 fit into 64 bits, which some languages ask for by name. */
function sized(schema: JsonObject): JsonObject {
  return schema.type === 'integer' && schema.maximum === INT64 ? { ...schema, format: 'int64' } : schema
}

/** Values of JSON without members that change their order. */
export const isSame = (one: Json | undefined, other: Json): boolean => written(one) === written(other)

const written = (value: Json | undefined): string =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? `${member}n` : member)) ?? ''
