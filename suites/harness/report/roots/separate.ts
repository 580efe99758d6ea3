/** Separates mistakes of a gateway that look alike: kinds of invalid requests that it accepts, or that it fails on. */
import { kept } from '../../http/compact.ts'
import { decode, type Json, parseJson, stepsOf, TOO_DEEP, valueAt } from '../../http/exact-json.ts'
import type { Exchange } from '../../http/exchange.ts'
import { schemaBreaches } from '../../judge/schema.ts'
import type { Clue, Group } from '../cause-groups.ts'

/** The mistake in a request: the field of the body, and the kind of fault. */
interface Mistake {
  readonly field: string
  readonly way: string
}

const OUT_OF_BOUNDS = 'a value out of bounds'
const UNLISTED = 'an unlisted field'
const WRONG_TYPE = 'a wrong type'

/** Ways to break the schema of requests, by its keywords. */
const WAYS: Readonly<Record<string, string>> = {
  additionalProperties: UNLISTED,
  required: 'a missing field',
  pattern: 'a wrong value',
  enum: 'a wrong value',
  not: 'fields that exclude each other',
  const: OUT_OF_BOUNDS,
  minimum: OUT_OF_BOUNDS,
  maximum: OUT_OF_BOUNDS,
  exclusiveMinimum: OUT_OF_BOUNDS,
  minLength: OUT_OF_BOUNDS,
  minItems: OUT_OF_BOUNDS,
  maxItems: OUT_OF_BOUNDS,
}

const NOT_JSON: Mistake = { field: 'the body', way: 'a body that is not JSON' }

/** Larger bodies are not parsed again. */
const MAX_BYTES = 64 * 1024

function mistakesIn({ request: { body } }: Exchange): readonly Mistake[] {
  if (body === undefined || body.length > MAX_BYTES) return []
  const { text, utf8 } = decode(body)
  const parsed = parseJson(text)
  if (!parsed.ok) return parsed.reason === TOO_DEEP ? [] : [NOT_JSON]
  const breaches = schemaBreaches('chat-completion-request', parsed.value)
  if (breaches.length === 0) return utf8 ? [] : [NOT_JSON]
  return breaches.map(({ at, place, keyword }) => {
    const [field] = stepsOf(keyword === 'required' ? place : at)
    if (keyword === 'additionalProperties') return { field: at === '/' ? UNLISTED : (field ?? ''), way: UNLISTED }
    const way = keyword === 'type' ? wrongType(valueAt(parsed.value, at)) : WAYS[keyword]
    return { field: field || 'the body', way: way ?? keyword }
  })
}

/** 1e400 is parsed as infinity, but to the gateway it is a number out of bounds. */
function wrongType(value: Json | undefined): string {
  if (value === null) return 'null'
  return typeof value === 'number' && !Number.isFinite(value) ? OUT_OF_BOUNDS : WRONG_TYPE
}

/** The mistake of a request, if all breaches are in one field: a value may break several keywords at once. */
const mistakeOf = kept((exchange: Exchange): Mistake | undefined => {
  const [first, ...others] = mistakesIn(exchange)
  if (!first || others.some(({ field }) => field !== first.field)) return undefined
  const ways = [first, ...others].map(({ way }) => way)
  const way = ['null', WRONG_TYPE].find((each) => ways.includes(each)) ?? first.way
  return { ...first, way }
})

const mistakeIn = ({ exchange }: Clue): Mistake | undefined => exchange && mistakeOf(exchange)

/** Whether most requests with these mistakes show the fault. Otherwise something else that they share decides. */
function isConsistent(shown: ReadonlySet<Exchange>, all: readonly Exchange[]): boolean {
  const namesOf = (exchanges: Iterable<Exchange>): string[] =>
    [...exchanges].map(mistakeOf).flatMap((mistake) => (mistake ? JSON.stringify(mistake) : []))
  const names = namesOf(shown)
  return names.length * 2 >= namesOf(all).filter((name) => names.includes(name)).length
}

/** Statuses with the same meaning for each request: accepted, or the gateway failed. */
function looksAlike({ exchange }: Clue): boolean {
  const status = exchange?.response?.status ?? 0
  return status === 200 || status >= 500
}

/**
 * The roots of a group, each with a name: by field or by kind of fault, whichever gives fewer. If at least half of all
 * invalid requests show it, there is one root.
 * @param all all requests that could show it
 */
export function separate(group: Group, all: readonly Exchange[]): readonly Group[] {
  const { kind, statuses, clues } = group
  if (kind !== 'status' || String(statuses) !== '400' || !clues.every(looksAlike)) return [group]
  const shown = new Set(clues.flatMap(({ exchange }) => exchange ?? []))
  if (shown.size * 2 >= all.length || !isConsistent(shown, all)) return [group]
  const byWay = parts(clues, ({ way }) => way)
  const byField = parts(clues, ({ field }) => field)
  const [lead, ...others] = [...(byField.size < byWay.size ? byField : byWay)]
  if (!lead || others.length === 0) return [group]
  const part = ([root, own]: readonly [string, readonly Clue[]], also: Group['also']): Group => ({
    ...group,
    root,
    clues: [...own],
    also,
  })
  return [part(lead, group.also), ...others.map((each) => part(each, []))]
}

/** Clues by field or kind of fault, the largest group first. Unclear ones join others of their requirement. */
function parts(clues: readonly Clue[], of: (mistake: Mistake) => string): ReadonlyMap<string, readonly Clue[]> {
  const { true: clear = [], false: unclear = [] } = Object.groupBy(clues, (clue) => `${mistakeIn(clue) !== undefined}`)
  const byName = Map.groupBy(clear, (clue) => of(mistakeIn(clue) ?? NOT_JSON))
  const sorted = [...byName].sort(([, a], [, b]) => b.length - a.length)
  const hosts = new Map(sorted.flatMap(([, own]) => own.map(({ requirement: { id } }) => [id, own] as const)).reverse())
  for (const clue of unclear) (hosts.get(clue.requirement.id) ?? sorted[0]?.[1])?.push(clue)
  return new Map(sorted)
}
