/**
 * Judges JSON against the wire schemas. Each subschema names its requirement under `x-requirement`, and `x-closed`
 * names the one that forbids other members. So an error counts against exactly the requirement that it breaks.
 */

import { readFileSync } from 'node:fs'
import type { ErrorObject } from 'ajv'
import { schemaFile } from '../../../schemas/index.ts'
import { inWords } from '../catalogue/in-words.ts'
import { closedAgainst } from '../catalogue/likely-names.ts'
import { isRequirement, type RequirementId } from '../catalogue/requirements.ts'
import { annotations, validator, wireNames } from '../catalogue/validators.ts'
import { kept } from '../http/compact.ts'
import { isObject, type Json, stepsOf } from '../http/exact-json.ts'

export { annotations, wireNames }
export type WireName = (typeof wireNames)[number]

export type Schema = { readonly [keyword: string]: unknown }

type Annotation = (typeof annotations)[number]

const isAnnotation = (keyword: string): keyword is Annotation => (annotations as readonly string[]).includes(keyword)

/** @throws if a schema names a requirement that does not exist: this is a bug of ours, never of a target */
function load(name: WireName): Schema {
  const text = readFileSync(schemaFile(`wire/${name}.schema.json`), 'utf8')
  return JSON.parse(text, (keyword, value: unknown) => {
    if (isAnnotation(keyword) && !isRequirement(String(value)))
      throw new Error(`the schema ${name} names '${String(value)}' under ${keyword}, which is not a requirement`)
    return value
  }) as Schema
}

const schemas = new Map<WireName, Schema>(wireNames.map((name) => [name, load(name)]))

/** A wire schema as data. */
export function wireSchema(name: WireName): Schema {
  const schema = schemas.get(name)
  if (!schema) throw new Error(`no schema ${name}`)
  return schema
}

/** The schema that a `$ref` represents, or the schema itself. */
export function resolve(schema: Schema): Schema {
  const reference = schema.$ref
  return typeof reference === 'string' ? wireSchema(reference.replace('.schema.json', '') as WireName) : schema
}

/** The expected value for a member that the contract does not have. */
export const NO_MEMBER = 'no such member'
/** The received value where a member is missing. */
export const ABSENT = '(absent)'

export interface SchemaBreach {
  readonly requirement: RequirementId
  /** JSON pointer to the judged value. */
  readonly at: string
  /** JSON pointer to the fault: below `at` for a missing member, or for a member that the contract does not have. */
  readonly place: string
  readonly keyword: string
  readonly message: string
  readonly expected: string
  /** Equal for the same breach at other locations, in other responses and under other requirements. */
  readonly rule: string
}

/** The requirement that a subschema names. `load` has checked that it exists. */
export function annotation(schema: Schema | undefined, name: Annotation): RequirementId | undefined {
  return schema?.[name] as RequirementId | undefined
}

/** The members that a schema describes, by name. */
export const propertiesOf = ({ properties = {} }: Schema): Readonly<Record<string, Schema>> =>
  properties as Readonly<Record<string, Schema>>

function child(schema: Schema, step: string): Schema | undefined {
  const properties = propertiesOf(schema)
  if (Object.hasOwn(properties, step)) return properties[step]
  return /^\d+$/.test(step) ? (schema.items as Schema | undefined) : undefined
}

/** `usage` of a chunk has an `if`; its `then` is the schema that describes a value. */
function described(schema: Schema): Schema {
  return resolve((schema.then as Schema | undefined) ?? schema)
}

/** The requirement that an error of the validator breaks. */
function blame(name: WireName, error: ErrorObject): RequirementId {
  let holder: Schema = wireSchema(name)
  let schema: Schema = holder
  let own: RequirementId | undefined
  for (const step of stepsOf(error.instancePath)) {
    const next = child(schema, step)
    if (!next) break
    holder = next
    schema = described(next)
    own = annotation(holder, 'x-requirement') ?? annotation(schema, 'x-requirement') ?? own
  }
  own ??= annotation(schema, 'x-requirement')
  const rule = error.parentSchema ? annotation(error.parentSchema as Schema, 'x-requirement') : undefined
  const named = (): RequirementId => {
    if (own) return own
    throw new Error(`the schema ${name} names no requirement at ${error.instancePath || 'its root'}`)
  }
  switch (error.keyword) {
    case 'required': {
      const property = child(schema, String(error.params.missingProperty))
      const nested =
        property && (annotation(property, 'x-requirement') ?? annotation(described(property), 'x-requirement'))
      return (error.schemaPath.includes('/then/') ? rule : nested) ?? named()
    }
    case 'additionalProperties':
      return closedAgainst(annotation(schema, 'x-closed') ?? named(), String(error.params.additionalProperty))
    case 'pattern':
      return annotation(schema, 'x-pattern') ?? named()
    default:
      return (error.schemaPath.includes('/allOf/') ? rule : undefined) ?? named()
  }
}

/** The location of an error and the expected value there, with a message about both. */
function expectation({
  keyword,
  params,
  instancePath,
  parentSchema = {},
}: ErrorObject): Pick<SchemaBreach, 'place' | 'expected' | 'message'> {
  const below = (name: unknown): string => `${instancePath}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`
  if (keyword === 'required') {
    const property = child(parentSchema as Schema, String(params.missingProperty))
    const expected = property ? inWords(described(property)) : 'a value'
    const place = below(params.missingProperty)
    return { place, expected, message: `${place} is missing` }
  }
  if (keyword === 'additionalProperties') {
    const place = below(params.additionalProperty)
    return { place, expected: NO_MEMBER, message: `${place} is not a member in the contract` }
  }
  const expected = inWords(described(parentSchema as Schema))
  return { place: instancePath || '/', expected, message: `${instancePath || 'the body'} is not ${expected}` }
}

function breachOf(name: WireName, error: ErrorObject): SchemaBreach {
  const { place, expected, message } = expectation(error)
  return {
    requirement: blame(name, error),
    at: error.instancePath || '/',
    place,
    keyword: error.keyword,
    message,
    expected,
    rule: `${place.slice(place.lastIndexOf('/') + 1).replace(/^\d+$/, '')}: ${expected}`,
  }
}

/** Keywords whose errors only repeat those of their subschemas. */
const WRAPPERS = new Set(['if', 'allOf', '$ref'])

/** The validator's errors for a value; empty if it conforms. */
function errorsIn(name: WireName, value: Json): ErrorObject[] {
  const validate = validator('wire', name)
  return validate(value) ? [] : (validate.errors ?? []).filter(({ keyword }) => !WRAPPERS.has(keyword))
}

/** The breaches of the schema, one for each statement; empty if the value conforms. */
export function schemaBreaches(name: WireName, value: Json): SchemaBreach[] {
  return errorsIn(name, value).map((error) => breachOf(name, error))
}

/**
 * The keywords that a value breaks, with their locations; items of arrays count as one. A number that is not an integer
 * differs from a value that is not a number. Empty if the value conforms.
 */
export function brokenKeywords(name: WireName, value: Json): string {
  const broken = errorsIn(name, value).map(({ instancePath, keyword, data, params }) => {
    const isFraction = params.type === 'integer' && typeof data === 'number'
    return `${instancePath.replaceAll(/\d+/g, '-')} ${isFraction ? 'integer' : keyword}`
  })
  return [...new Set(broken)].join()
}

/** Whether a value conforms, without the reasons. */
export function conforms(name: WireName, value: Json): boolean {
  return validator('wire', name)(value) as boolean
}

/** The annotations and members of one schema, cached because every response is checked against it. */
const partsOf = kept((schema: Schema) => ({
  named: annotations.flatMap((name) => annotation(schema, name) ?? []),
  properties: Object.entries(propertiesOf(schema)),
  required: (schema.required as string[] | undefined) ?? [],
}))

/** @param value every part of the schema applies if it is undefined: an absent optional member breaks nothing in it */
function walk(schema: Schema, value: Json | undefined, found: Set<RequirementId>): void {
  const { named, properties, required } = partsOf(schema)
  for (const id of named) found.add(id)
  const inner = described(schema)
  if (inner !== schema) walk(inner, value, found)
  if (schema.items && (value === undefined || Array.isArray(value)))
    for (const item of value ?? [undefined]) walk(schema.items as Schema, item, found)
  if (value !== undefined && !isObject(value)) return
  for (const [name, property] of properties) {
    const own = annotation(property, 'x-requirement')
    if (value && Object.hasOwn(value, name)) walk(property, value[name], found)
    else if (!value || !required.includes(name)) walk(property, undefined, found)
    else if (own) found.add(own)
  }
}

/**
 * The requirements that a value is evidence for: those named by the parts of the schema that apply to it. Without a
 * value, every requirement that the schema names.
 */
export function requirementsOf(name: WireName, value?: Json): Set<RequirementId> {
  const found = new Set<RequirementId>()
  walk(wireSchema(name), value, found)
  return found
}
