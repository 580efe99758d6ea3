/**
 * The sites of the request schema where a request can be mutated. They are derived from the schema, so a
 * keyword that is added to it is tested without a change here.
 */
import fc from 'fast-check'
import { closedAgainst, likelyNames } from '../catalogue/likely-names.ts'
import type { RequirementId } from '../catalogue/requirements.ts'
import { annotation, propertiesOf, resolve, type Schema, wireSchema } from '../judge/schema.ts'
import { lettersOf } from '../text/names.ts'
import type { Families } from './number-edges.ts'
import { UNKNOWN_NAMES } from './unknown-names.ts'
import { breaking, DEEP, type Value, valid } from './values.ts'

export type Body = Record<string, Value>

/** A slot of a body: where a value is read and written. */
interface Slot {
  /** JSON pointer of the mutated value. */
  readonly pointer: string
  /** Top-level fields that hold the fault. */
  readonly fields: readonly string[]
  /** Makes the valid control: the body, with everything that the mutated value needs around it. */
  readonly prepare: (body: Body) => Body
  /** @param at the position of the mutated item in each array, from 0 (the first) to below 1 */
  readonly mutate: (prepared: Body, value: Value, at: number) => unknown
}

/** A slot for an invalid value, which becomes the only fault of a valid body. */
export interface Site extends Slot {
  readonly requirement: RequirementId
  readonly keyword: string
  /** The invalid values. */
  readonly families: Families
}

const NULLS = 'request-no-null'
const REMOVED = Symbol('removed')

/** The whole body. */
const WHOLE: Slot = { pointer: '', fields: [], prepare: (body) => body, mutate: (_body, value) => value }

function define(object: Body, name: string, value: Value): Body {
  const members = new Map(Object.entries(object))
  if (value === REMOVED) members.delete(name)
  else members.set(name, value)
  return Object.fromEntries(members)
}

/** Rules 3 and 4 tie some members to others. This sets or removes the others before the member is mutated. */
function freed(name: string): (body: Body) => Body {
  if (name === 'max_completion_tokens') return (body) => define(body, 'max_tokens', REMOVED)
  if (name === 'max_tokens') return (body) => define(body, 'max_completion_tokens', REMOVED)
  if (name === 'stream') return (body) => define(body, 'stream_options', REMOVED)
  if (name === 'stream_options') return (body) => ({ ...body, stream: true, stream_options: { include_usage: true } })
  return (body) => body
}

function memberOf({ pointer, fields, prepare, mutate }: Slot, name: string): Slot {
  const isTop = pointer === ''
  return {
    pointer: `${pointer}/${name}`,
    fields: isTop ? [name] : fields,
    prepare: isTop ? freed(name) : prepare,
    mutate: (body, value, at) => mutate(body, define(read(body, pointer, at) as Body, name, value), at),
  }
}

/** A slot for one item of an array; the other items stay valid. */
function itemOf(parent: Slot): Slot {
  const items = (body: Body, at: number): Value[] => {
    const found = read(body, parent.pointer, at)
    return Array.isArray(found) && found.length > 0 ? found : ['###']
  }
  return {
    pointer: `${parent.pointer}/-`,
    fields: parent.fields,
    prepare: (body) => {
      const prepared = parent.prepare(body)
      return parent.mutate(prepared, items(prepared, 0), 0) as Body
    },
    mutate: (body, value, at) => {
      const all = items(body, at)
      return parent.mutate(body, all.with(itemAt(all, at), value), at)
    },
  }
}

export const itemAt = (all: readonly Value[], at: number): number => Math.floor(at * all.length)

function read(body: Value, pointer: string, at: number): Value {
  let found: Value = body
  for (const step of pointer.split('/').slice(1)) {
    if (Array.isArray(found)) found = found[step === '-' ? itemAt(found, at) : Number(step)]
    else found = typeof found === 'object' && found !== null ? (found as Body)[step] : undefined
  }
  return found
}

function* walk(holder: Schema, slot: Slot, inherited: RequirementId): Generator<Site> {
  const schema = resolve(holder)
  const own = annotation(holder, 'x-requirement') ?? annotation(schema, 'x-requirement') ?? inherited
  const required = (schema.required as string[] | undefined) ?? []
  if (slot !== WHOLE) yield { ...slot, requirement: NULLS, keyword: 'null', families: { null: fc.constant(null) } }
  // Of the whole body, only its type can be wrong.
  for (const keyword of slot === WHOLE ? ['type'] : Object.keys(schema)) {
    const families = breaking(keyword, schema)
    const requirement = (keyword === 'pattern' ? annotation(schema, 'x-pattern') : undefined) ?? own
    if (families) yield { ...slot, requirement, keyword, families }
  }
  for (const [name, member] of Object.entries(propertiesOf(schema))) {
    const inner = memberOf(slot, name)
    const requirement = annotation(member, 'x-requirement') ?? annotation(resolve(member), 'x-requirement') ?? own
    const families = { nothing: fc.constant(REMOVED) }
    if (required.includes(name)) yield { ...inner, requirement, keyword: 'required', families }
    yield* walk(member, inner, own)
  }
  if (schema.additionalProperties === false) yield* closedSites(schema, slot, own)
  if (schema.items && slot !== WHOLE) yield* walk(schema.items as Schema, itemOf(slot), own)
}

const MEMBERS: readonly Value[] = [1, 0, true, false, null, '', 'a', [], {}, ['a'], { a: 1 }, DEEP.array]
/** Unknown names: they are refused only because they are not listed. */
const PROBES = ['client_note', 'nickname', 'cache_control', '_id', '']

/** Gives a name that a lenient parser takes for a listed one a valid value, so that only the name is wrong. */
function asListed(name: string, properties: Readonly<Record<string, Schema>>): fc.Arbitrary<Value> {
  const letters = lettersOf(name.replace(/\0.*/s, ''))
  const longest = Object.keys(properties).toSorted((one, other) => other.length - one.length)
  const isCut = (field: string): boolean => lettersOf(field).startsWith(letters)
  const field = longest.find((field) => letters.endsWith(lettersOf(field))) ?? longest.findLast(isCut) ?? ''
  return fc.tuple(fc.constant(name), valid(properties[field] ?? {}), fc.constant(field))
}

/** Unlisted members with a value of any type: all families of names at the top level, a few names inside objects. */
function strangers(closing: RequirementId, schema: Schema, isTop: boolean): ReadonlyMap<RequirementId, Families> {
  const properties = propertiesOf(schema)
  const member = fc.constantFrom(...MEMBERS)
  const families = new Map<RequirementId, Families>()
  const add = (family: string, names: readonly string[]): void => {
    for (const [requirement, own] of Map.groupBy(names, (name) => closedAgainst(closing, name))) {
      const drawn = fc.constantFrom(...own)
      const values = family.startsWith('known')
        ? drawn.chain((name) => asListed(name, properties))
        : fc.tuple(drawn, member)
      families.set(requirement, { ...families.get(requirement), [family]: values })
    }
  }
  if (!isTop) add('a member that is not listed', [...PROBES, ...likelyNames(closing)])
  for (const [family, names] of isTop ? Object.entries(UNKNOWN_NAMES) : []) {
    // One of these names shows little about the others, so each is sent.
    if (family === 'of a language') for (const name of names) add(`${family}: ${name}`, [name])
    else add(`${family}: `, names)
  }
  return families
}

function* closedSites(schema: Schema, slot: Slot, own: RequirementId): Generator<Site> {
  const closing = annotation(schema, 'x-closed') ?? own
  const mutate: Slot['mutate'] = (body, value, at) => {
    const [name, member, field = ''] = value as [string, Value, string?]
    if (slot !== WHOLE) return memberOf(slot, name).mutate(body, member, at)
    // Some parsers would take a listed field and its other spelling for the same field, and refuse it as a duplicate.
    const isRequired = (schema.required as string[]).includes(field)
    const rest = freed(field)(body)
    return define(isRequired ? rest : define(rest, field, REMOVED), name, rest[field] ?? member)
  }
  for (const [requirement, families] of strangers(closing, schema, slot === WHOLE))
    yield { ...slot, fields: [], requirement, keyword: 'additionalProperties', families, mutate }
}

/** Rules between fields: `not: { required }` and `if: { required } then: { required }` of the schema. */
function* rules(schema: Schema): Generator<Site> {
  const properties = propertiesOf(schema)
  for (const rule of (schema.allOf as Schema[] | undefined) ?? []) {
    const requirement = annotation(rule, 'x-requirement')
    const together = (rule.not as Schema | undefined)?.required as string[] | undefined
    if (requirement && together) {
      const [first = '', second = ''] = together
      yield {
        requirement,
        keyword: 'not',
        pointer: '',
        fields: together,
        prepare: (body) => define(define(body, second, REMOVED), first, body[first] ?? 4),
        families: { 'the other one': valid(properties[second] as Schema) },
        mutate: (body, value) => define(body, second, value),
      }
    }
    const [given] = ((rule.if as Schema | undefined)?.required as string[] | undefined) ?? []
    const [needed] = ((rule.then as Schema | undefined)?.required as string[] | undefined) ?? []
    if (requirement && given && needed) {
      yield {
        requirement,
        keyword: 'if',
        pointer: '',
        fields: [given, needed],
        prepare: (body) =>
          define(define(body, given, REMOVED), needed, body[needed] === true ? REMOVED : (body[needed] ?? REMOVED)),
        families: { 'beside no stream': valid(properties[given] as Schema) },
        mutate: (body, value) => define(body, given, value),
      }
    }
  }
}

const request = wireSchema('chat-completion-request')

/** Every site where a completion request can be mutated. */
export const sites: readonly Site[] = [...walk(request, WHOLE, 'request-body-json'), ...rules(request)]
