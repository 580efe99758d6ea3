/** Arbitraries of single JSON values: valid ones for a subschema, and ones that break one keyword of it. */
import fc from 'fast-check'
import { RawJson } from '../http/request.ts'
import { propertiesOf, resolve, type Schema } from '../judge/schema.ts'
import {
  aboveInt64,
  aboveNumber,
  belowOne,
  belowZero,
  type Families,
  nearbyFractions,
  notOne,
  zeroOrBelow,
} from './number-edges.ts'

export type Value = unknown

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,7}$/)
/** Ranges of code points: many scripts, combining marks, emoji, and characters for private use. */
const SCRIPTS = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x300, 0x36f],
  [0x370, 0x52f],
  [0x5d0, 0x6d3],
  [0x904, 0xd7f],
  [0xe01, 0x10ff],
  [0x2010, 0x22ff],
  [0x3041, 0x30ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0xe000, 0xf8ff],
  [0xfe00, 0xfefc],
  [0x1f300, 0x1faff],
  [0x20000, 0x2a6df],
] as const

const character = fc
  .oneof(...SCRIPTS.map(([min, max]) => fc.integer({ min, max })))
  .map((point) => String.fromCodePoint(point))

const CONTROLS = /(?!\p{Co})\p{C}/gu

/** Text that every JSON library keeps as it is: no control characters, no lone surrogates, nothing unassigned. */
export const text = fc
  .array(character, { minLength: 1, maxLength: 24 })
  .map((characters) => characters.join('').replaceAll(CONTROLS, '').trim() || 'a')

/** Levels of nesting that most parsers accept, and some validators do not. */
const LEVELS = 200

const nested = (open: string, core: string, close: string): RawJson =>
  new RawJson(`${open.repeat(LEVELS)}${core}${close.repeat(LEVELS)}`)

export const DEEP = { object: nested('{"a":', '1', '}'), array: nested('[', '', ']') }

/** Values of each type: plain ones, empty ones, and what a lenient reader may take for a value of another type. */
const byType = {
  text: fc.oneof(word, fc.constantFrom('1', 'true', '0.5', 'null', '')),
  'a number': fc.constantFrom<Value>(0, 1, -1, 7, 0.25, 1.5),
  'true or false': fc.boolean(),
  'an object': fc.oneof(
    fc.constantFrom({}, { text: 'a' }, { value: 1 }),
    fc.constant(DEEP.object),
    fc.dictionary(word, fc.integer({ min: 0, max: 3 }), { minKeys: 1, maxKeys: 2, noNullPrototype: true }),
  ),
  'an array': fc.oneof(
    fc.constant([]),
    fc.constant(DEEP.array),
    fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 2 }),
    fc.constant(['a']),
  ),
} satisfies Record<string, fc.Arbitrary<Value>>

const familyOf: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a number',
  number: 'a number',
  bigint: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
}

function typesOf(schema: Schema): string[] {
  const { type } = schema
  return typeof type === 'string' ? [type] : Array.isArray(type) ? (type as string[]) : []
}

/** Arrays in place of another type, as a lenient reader may accept them. */
function arraysFor(schema: Schema): fc.Arbitrary<Value> {
  const known = schema.enum as readonly Value[] | undefined
  // As a key of a lookup, an array of one known word is that word.
  if (known) return fc.constantFrom(...known.map((word) => [word]))
  // Libraries such as serde of Rust read an array as the values of an object.
  const values = typesOf(schema).includes('object') ? [validObject(schema).map(Object.values)] : []
  return fc.oneof(byType['an array'], ...values)
}

/** Objects in place of another type. Libraries such as serde read a known word also as the only member of an object. */
function objectsFor(schema: Schema): fc.Arbitrary<Value> {
  const known = schema.enum as readonly string[] | undefined
  const wrapped = known?.map((word) => ({ [word]: null })) ?? []
  return known ? fc.constantFrom({}, DEEP.object, ...wrapped) : byType['an object']
}

/** Values of every type that the schema does not allow; null has its own rule. */
function ofOtherTypes(schema: Schema): Families {
  const allowed = typesOf(schema).map((type) => familyOf[type])
  const values = { ...byType, 'an array': arraysFor(schema), 'an object': objectsFor(schema) }
  return Object.fromEntries(Object.entries(values).filter(([family]) => !allowed.includes(family)))
}

/** Values that break a keyword and nothing else of the subschema. */
export function breaking(keyword: string, schema: Schema): Families | undefined {
  const limit = schema[keyword]
  const integer = typesOf(schema).includes('integer')
  switch (keyword) {
    case 'type':
      return integer ? { ...ofOtherTypes(schema), ...nearbyFractions(Number(schema.const ?? 4)) } : ofOtherTypes(schema)
    case 'minimum':
      return integer ? belowOne : belowZero
    case 'exclusiveMinimum':
      return zeroOrBelow
    case 'maximum':
      return integer ? aboveInt64 : aboveNumber(Number(limit))
    case 'const':
      return limit === 1 ? notOne : undefined
    case 'enum':
      return nearbyWords(limit as readonly string[])
    case 'minLength':
      return { 'an empty text': fc.constant('') }
    case 'minItems':
      return { 'an empty array': fc.constant([]) }
    case 'maxItems':
      return {
        'one item too many': fc.array(word, { minLength: Number(limit) + 1, maxLength: Number(limit) + 1 }),
        'many items too many': fc.array(word, { minLength: Number(limit) + 2, maxLength: 20 }),
      }
    case 'pattern':
      return oddModelNames
    default:
      return undefined
  }
}

/** Words that resemble the allowed ones, and others. */
function nearbyWords(words: readonly string[]): Families {
  const known = fc.constantFrom(...words)
  return {
    'of related interfaces': fc.constantFrom('tool', 'developer', 'function', 'model', 'bot', 'human'),
    'another word': word.filter((value) => !words.includes(value)),
    'a member of every object': fc.constantFrom('constructor', 'toString', '__proto__', 'hasOwnProperty'),
    'known in another case': known.chain((value) =>
      fc.constantFrom(value.toUpperCase(), `${value.slice(0, 1).toUpperCase()}${value.slice(1)}`),
    ),
    'known with blanks': known.chain((value) => fc.constantFrom(` ${value}`, `${value} `, `${value}\n`)),
    'known with something around': known.chain((value) => fc.constantFrom(`${value}s`, `${value}_1`, `"${value}"`)),
    'an empty text': fc.constant(''),
  }
}

/** Names of models outside the pattern. */
const oddModelNames: Families = {
  'another prefix': word.chain((name) => fc.constantFrom(`SVC/${name}`, `Svc/${name}`, `/svc/${name}`, `svc:${name}`)),
  'a second slash': word.chain((name) => fc.constantFrom(`svc/${name}/${name}`, `svc//${name}`, `svc/${name}/`)),
  'another sign': fc
    .tuple(word, fc.constantFrom('.', '_', ':', '@', '*', '%2f', '?', '+', 'é'))
    .map(([name, sign]) => `svc/${name}${sign}${name}`),
  'the prefix alone': fc.constantFrom('svc/', 'svc', '/', 'svc/*'),
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

/** A valid object: all required members, and some of the others. */
export function validObject(
  schema: Schema,
  given: Record<string, fc.Arbitrary<Value>> = {},
): fc.Arbitrary<Record<string, Value>> {
  const members = Object.fromEntries(
    Object.entries(propertiesOf(schema)).map(([name, member]) => [name, given[name] ?? valid(member)]),
  )
  return fc.record(members, { requiredKeys: schema.required as string[], noNullPrototype: true })
}
