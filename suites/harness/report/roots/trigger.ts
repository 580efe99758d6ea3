/** The trigger: the only difference of a finding's requests to successful ones: `accept-encoding: 'gzip, br'`. */
import { worded } from '../../explain/conditions.ts'
import { objectSent } from '../../http/exact-json.ts'
import type { Exchange } from '../../http/exchange.ts'
import { shortened } from '../../text/printable.ts'
import { OPTIONS } from '../../variation/apply.ts'
import { variationOf } from '../../variation/attribution.ts'
import { type Dimension, dimensionNames, labelOf, plainRow } from '../../variation/dimensions.ts'
import { membersOf } from '../../variation/writing.ts'
import { type Clue, type Group, isStatus } from '../cause-groups.ts'

/** Joins the values of a trigger that consists of several. */
const AND = ' + '

const ANY = 'any '

/** Content codings: two Accept-Encoding values that share one may fail for the same reason. */
const CODINGS = /\b(?:gzip|deflate|br|zstd)\b/g

/** The dimension of a single value; undefined where several values together make the difference. */
export function dimensionOf(only: string): Dimension | undefined {
  if (only.includes(AND)) return undefined
  const name = only.startsWith(ANY) ? only.slice(ANY.length) : only.split(': ')[0]
  return dimensionNames.find((each) => labelOf(each) === name)
}

/** Whether two triggers are the same: one has all values of the other, or both are values of one dimension. */
export function isOneTrigger(one: string, other: string): boolean {
  const [first, second] = [one, other].map((only) => only.split(AND)).sort((a, b) => a.length - b.length)
  if (first?.every((part) => second?.includes(part))) return true
  const dimension = dimensionOf(one)
  if (dimension === undefined || dimension !== dimensionOf(other)) return false
  return dimension !== 'accept-encoding' || sharedCodings([one, other]).length > 0
}

/** Codings that all triggers share. */
function sharedCodings(triggers: readonly string[]): string[] {
  const [first = [], ...others] = triggers.map((only): readonly string[] => only.match(CODINGS) ?? [])
  return [...new Set(first)].filter((coding) => others.every((codings) => codings.includes(coding)))
}

/** The trigger of a group; undefined if one of its findings names none. Other faults of a refusal need not name it. */
export function triggerOf(group: Group): string | undefined {
  const { kind, statuses, clues, also } = group
  const own = kind === 'status' ? clues.filter(({ finding }) => String(finding.statuses) === String(statuses)) : clues
  const others = kind === 'status' ? also.filter(isStatus) : also
  const names = [...new Set([...own, ...others].map(({ finding }) => finding.only))]
  const named = names.flatMap((only) => only ?? [])
  const [first] = named
  if (first === undefined || named.length < names.length) return undefined
  const dimension = dimensionOf(first)
  if (named.length === 1) return first
  if (dimension === undefined || !named.every((only) => dimensionOf(only) === dimension)) return shortest(named)
  const label = labelOf(dimension)
  if (named.includes(`${ANY}${label}`)) return `${ANY}${label}`
  const values = [...new Set(named.flatMap((only) => valuesIn(only.slice(`${label}: `.length))))].sort()
  return `${label}: ${values.map((value) => (value.includes(',') ? `'${value}'` : value)).join(' or ')}`
}

const valueIn = ({ request }: Exchange, name: Dimension): string | undefined => variationOf(request)?.[name]

/** Whether a request has another value of a dimension than plain requests have. A list has no values of a body. */
export function isUnusual({ request }: Exchange, dimension: Dimension): boolean {
  const variation = variationOf(request)
  if (!variation || (request.body === undefined && !(dimension in variation))) return false
  return variation[dimension] !== plainRow[dimension]
}

/**
 * The trigger of a group for its title. Findings may name only a part of it, or nothing, if their requests have the
 * rest without a variation. So it is the longest trigger, if all requests have unusual values of its dimensions.
 *
 * @param others the exchanges that could show the same, and do not
 */
export function wholeTriggerOf(group: Group, others: readonly Exchange[]): string | undefined {
  const clues = [...group.clues, ...group.also]
  const parts = clues.map(({ finding }) => finding.only?.split(AND) ?? [])
  const longest = parts.reduce((one, other) => (other.length > one.length ? other : one), [])
  const dimensions = longest.flatMap((part) => dimensionOf(part) ?? [])
  // An option may have any value. A text that no variation has, such as one of a check, says nothing about the trigger.
  const hasAll = ({ exchange }: Clue): boolean =>
    exchange !== undefined &&
    dimensions.every((name) => isUnusual(exchange, name) && (name in OPTIONS || valueIn(exchange, name) !== undefined))
  const isShared = dimensions.length === longest.length && clues.every(hasAll)
  if (longest.length === 0 || !isShared) return triggerOf(group)
  const failed = clues.flatMap(({ exchange }) => exchange ?? [])
  const [only] = dimensions
  if (dimensions.length === 1 && only !== undefined && only in OPTIONS) return optionWorded(only, failed, others)
  if (parts.every((own) => own.length === 1)) return triggerOf(group)
  return dimensions.map((name) => valueWorded(name, failed)).join(AND)
}

const valueWorded = (name: Dimension, failed: readonly Exchange[]): string =>
  worded(
    name,
    failed.map((exchange) => valueIn(exchange, name)),
  )

/** More texts than this are not listed, and longer ones are shortened. */
const MAX_TEXTS = 3
const MAX_LENGTH = 40

/** Names an optional field: with its texts if no other request has them, since `0` may pass where `-0` fails. */
function optionWorded(name: Dimension, failed: readonly Exchange[], others: readonly Exchange[]): string {
  const label = labelOf(name)
  const textsIn = (exchanges: readonly Exchange[]) => new Set(exchanges.flatMap((each) => textIn(each, name) ?? []))
  const [texts, held] = [textsIn(failed), textsIn(others)]
  const shown = [...texts].map((text) => shortened(text, MAX_LENGTH)).sort()
  if (texts.size <= MAX_TEXTS && ![...texts].some((text) => held.has(text))) return `${label}: ${shown.join(' or ')}`
  const words = valueWorded(name, failed)
  const values = new Set(failed.map((exchange) => valueIn(exchange, name)))
  const isMixed = words.startsWith(ANY) ? held.size > 0 : others.some((each) => values.has(valueIn(each, name)))
  return isMixed ? `some values of ${label}` : words
}

/** A member of a body: a number as it was written. */
function textIn({ request }: Exchange, name: string): string | undefined {
  const sent = objectSent(request)?.[name]
  if (typeof sent !== 'number') return sent === undefined ? undefined : JSON.stringify(sent)
  const body = Buffer.from(request.body ?? '').toString()
  return new Map(membersOf(body.trim())).get(name)?.trim()
}

/** Of several values, those with commas are quoted. */
function valuesIn(text: string): readonly string[] {
  return text.split(' or ').map((value) => value.replaceAll(/^'|'$/g, ''))
}

const shortest = (names: readonly string[]): string =>
  names.reduce((one, other) => (other.length < one.length ? other : one))
