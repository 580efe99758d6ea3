/** Generated requests: valid ones, and ones with exactly one fault. */
import fc from 'fast-check'
import type { RequirementId } from '../catalogue/requirements.ts'
import { entryOf, kept } from '../http/compact.ts'
import { isObject, type Parsed, parseJson } from '../http/exact-json.ts'
import { toJson } from '../http/request.ts'
import { conforms, schemaBreaches, wireSchema } from '../judge/schema.ts'
import { type Body, type Site, sites } from './sites.ts'
import { isOrdinaryName } from './unknown-names.ts'
import { text, type Value, validObject } from './values.ts'

/** A request that breaks the schema at one site. */
export interface Mutated {
  readonly site: Site
  /** The valid control. */
  readonly control: Body
  readonly body: unknown
  readonly fields: readonly string[]
}

const exact = (body: unknown): Parsed => parseJson(toJson(body))

/** Whether a body is valid by the contract. */
export function isValid(body: unknown): boolean {
  const parsed = exact(body)
  return parsed.ok && conforms('chat-completion-request', parsed.value)
}

/** A body as JSON, cached: the bodies that faults are put into never change. */
const textOf = kept((body: Body) => toJson(body))

/** Whether a body needs no preparation for this site, so that nothing but the fault changes. */
export function fitsInto({ prepare }: Site, body: Body): boolean {
  const prepared = prepare(body)
  return prepared === body || toJson(prepared) === textOf(body)
}

/** A well-formed model. A model that the target lists may be malformed, which is not a fault of the request. */
const PLACEHOLDER = 'svc/placeholder'

/** The body, with the placeholder if its model is that of its control. */
function named(body: unknown, model: unknown): unknown {
  return isObject(body) && body.model === model ? { ...body, model: PLACEHOLDER } : body
}

/**
 * Whether a body breaks the schema at this site and nowhere else. Checked again after
 * shrinking, so that a counterexample is never a valid request, nor one with two faults.
 */
export function isSingleFault({ site, control, body }: Mutated): boolean {
  const parsed = exact(named(body, control.model))
  if (!parsed.ok || !isValid(named(control, control.model))) return false
  const breaches = schemaBreaches('chat-completion-request', parsed.value)
  if (breaches.length === 0) return false
  const root = site.pointer.replace(/\/-.*$/, '')
  return breaches.every(
    ({ at }) => root === '' || at === '/' || at === root || at.startsWith(`${root}/`) || root.startsWith(at),
  )
}

/** Conversations in the usual order. The contract sets no order, but a separate check at level should covers others. */
function conversations(): fc.Arbitrary<Value> {
  const message = (role: string): fc.Arbitrary<Value> => text.map((content) => ({ role, content }))
  const turns = fc.array(fc.tuple(message('assistant'), message('user')), { maxLength: 8 })
  return fc
    .tuple(fc.option(message('system')), message('user'), turns)
    .map(([system, user, more]) => [...(system ? [system] : []), user, ...more.flat()])
}

/** Valid bodies for a model. */
export function validBodies(model: string, maxTokens: number): fc.Arbitrary<Body> {
  const tokens = fc.integer({ min: 1, max: maxTokens })
  return validObject(wireSchema('chat-completion-request'), {
    model: fc.constant<Value>(PLACEHOLDER),
    messages: conversations(),
    max_tokens: tokens,
    max_completion_tokens: tokens,
  })
    .map((body) =>
      body.max_tokens !== undefined || body.max_completion_tokens !== undefined
        ? body
        : { ...body, max_tokens: maxTokens },
    )
    .filter(isValid)
    .map((body) => ({ ...body, model }))
}

/** Requirements that a request can break by its body. */
export const spoilable: readonly RequirementId[] = [...new Set(sites.map((site) => site.requirement))]

/** The sites where a request can break a requirement. */
export function sitesOf(requirement: RequirementId): Site[] {
  return sites.filter((site) => site.requirement === requirement)
}

const holders = new Map<string, readonly RequirementId[]>()

/** The requirements that a value of this family can break by this keyword. */
export function holdersOf(keyword: string, family: string): readonly RequirementId[] {
  const holds = (site: Site): boolean => site.keyword === keyword && family in site.families
  return entryOf(holders, `${keyword} ${family}`, () => spoilable.filter((id) => sitesOf(id).some(holds)))
}

/** The position of an unlisted or mutated field among the members. */
export type Place = 'first' | 'middle' | 'last'

/** A fault that can be put into any valid body. */
export interface Draw {
  readonly site: Site
  readonly family: string
  readonly value: Value
  /** The position of the item of each array that is mutated, from 0 (the first) to below 1. */
  readonly at: number
  readonly place: Place
  /** Chooses the body that gets the fault. */
  readonly control: number
}

/** Several faults of each family at these sites; the caller chooses. */
export function drawsAt(candidates: readonly Site[], each: number, seedOf: (name: string) => number): Draw[] {
  return candidates.flatMap((site) =>
    Object.entries(site.families).flatMap(([family, values]) =>
      fc
        .sample(
          fc.record({
            value: values,
            at: fc.constantFrom(0, 0.5, 0.99),
            place: fc.constantFrom<Place>('first', 'middle', 'last'),
            control: fc.nat(),
          }),
          { seed: seedOf(`${site.pointer} ${site.keyword} ${family}`), numRuns: each },
        )
        .map((drawn): Draw => ({ ...drawn, site, family })),
    ),
  )
}

function placed(body: Body, name: string, place: Place): Body {
  const members = Object.entries(body)
  const own = members.filter(([each]) => each === name)
  const rest = members.filter(([each]) => each !== name)
  const at = place === 'first' ? 0 : place === 'middle' ? Math.ceil(rest.length / 2) : rest.length
  return Object.fromEntries(rest.toSpliced(at, 0, ...own))
}

/** The name of the field that a draw adds at the top level; undefined if it adds none there. */
export function strangerOf({ site, value }: Draw): string | undefined {
  return site.keyword === 'additionalProperties' && site.pointer === '' ? (value as [string, Value])[0] : undefined
}

/** A valid body with a fault in it. */
export function mutatedBy(draw: Draw, body: Body): Mutated {
  const { site, value, at, place } = draw
  const control = site.prepare(body)
  const mutated = site.mutate(control, value, at)
  const stranger = strangerOf(draw)
  const named = stranger === undefined ? site.fields : [stranger]
  const [name] = named
  const isPlaced = isObject(mutated) && name !== undefined && Object.hasOwn(mutated, name)
  return {
    site,
    control,
    body: isPlaced ? placed(mutated as Body, name, place) : mutated,
    fields: stranger === undefined || isOrdinaryName(stranger) ? named : [],
  }
}
