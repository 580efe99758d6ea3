/**
 * What the failures of a requirement have in common: a value that all failures have, and no passing response. With
 * few failures this can be chance, so it is only a guess, which pairs of requests then test.
 */
import type { RequirementId } from '../catalogue/requirements.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Finding } from '../judge/evidence.ts'
import { readable, type Variation, variationOf } from '../variation/attribution.ts'
import { type Dimension, dimensionNames, dimensions, labelOf, plainRow } from '../variation/dimensions.ts'

/** Fewer failures than this have too many values in common by chance. */
const ENOUGH = 2

/** The maximum probability that all failures, and only these, share a value by chance. */
const CHANCE = 1 / 50

/** The suspected cause of the failures of a requirement. It is a guess until pairs of requests confirm it. */
export interface Condition {
  readonly requirement: RequirementId
  readonly only: string
  /** Dimensions that `only` names; empty if a check has found the condition. */
  readonly dimensions: readonly Dimension[]
  /** Exchanges that fail, and exchanges that pass. */
  readonly failed: readonly string[]
  readonly held: readonly string[]
}

/** For each requirement, the value that all its failures have, and no passing response. */
export function conditionsIn(findings: readonly Finding[], exchanges: readonly Exchange[]): Condition[] {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  return [...Map.groupBy(findings, (finding) => finding.requirement)].flatMap(([requirement, own]) => {
    const failed = idsOf(own, 'fail')
    if (failed.size < ENOUGH) return []
    const passed = idsOf(comparable(own), 'pass')
    const held = [...(passed.size > 0 ? passed : likeThem(failed, byId))].filter((id) => !failed.has(id))
    const found = difference(variationsOf([...failed], byId), variationsOf(held, byId))
    return found && !isInMessage(requirement, found)
      ? [{ requirement, ...found, failed: [...failed].sort(), held: held.sort() }]
      : []
  })
}

/** Tracing ids are several headers with one name, and the message names the header whose value is the request id. */
const isInMessage = (requirement: RequirementId, { dimensions }: Difference): boolean =>
  requirement === 'request-id-generated' && String(dimensions) === 'tracing'

/** Leaves out passes with another expectation than the failures: valid requests say nothing about invalid ones. */
function comparable(findings: readonly Finding[]): readonly Finding[] {
  const expectations = new Set(findings.flatMap(({ outcome, expected }) => (outcome === 'fail' ? [expected] : [])))
  const alike = findings.filter(({ outcome, expected }) => outcome === 'pass' && expectations.has(expected))
  return alike.length > 0 ? alike : findings
}

function idsOf(findings: readonly Finding[], outcome: Finding['outcome']): Set<string> {
  const counting = findings.filter((finding) => finding.outcome === outcome && !finding.isConsequence)
  return new Set(counting.flatMap(({ exchanges }) => exchanges.slice(0, 1)))
}

/** Responses of the same kinds as the failures, for a requirement without recorded passes. */
function likeThem(failed: ReadonlySet<string>, byId: ReadonlyMap<string, Exchange>): string[] {
  const kindOf = ({ request, response }: Exchange): string =>
    `${request.operation} ${request.stream} ${response?.status}`
  const kinds = new Set([...failed].flatMap((id) => byId.get(id) ?? []).map(kindOf))
  return [...byId.values()].flatMap((exchange) =>
    exchange.response && kinds.has(kindOf(exchange)) ? [exchange.id] : [],
  )
}

/** The variations of exchanges; undefined for an exchange with a value that no variation has. */
function variationsOf(ids: readonly string[], byId: ReadonlyMap<string, Exchange>): (Variation | undefined)[] {
  return ids.flatMap((id) => byId.get(id) ?? []).map(({ request }) => variationOf(request))
}

type Difference = Pick<Condition, 'only' | 'dimensions'>

function difference(
  failed: readonly (Variation | undefined)[],
  held: readonly (Variation | undefined)[],
): Difference | undefined {
  if (!failed.every((variation) => variation !== undefined) || held.length < ENOUGH) return undefined
  const others = held.filter((variation) => variation !== undefined)
  const [one, ...more] = dimensionNames.flatMap((name) => {
    const values = new Set(failed.flatMap((variation) => variation[name] ?? []))
    const known = others.flatMap((variation) => variation[name] ?? [])
    if (values.has(plainRow[name]) || failed.some((variation) => variation[name] === undefined)) return []
    if (known.some((value) => values.has(value))) return []
    const share = values.size / dimensions[name].length
    const chance = share ** failed.length * (1 - share) ** known.length
    return chance < CHANCE ? [{ only: worded(name, values), dimensions: [name] }] : []
  })
  if (more.length > 0) return undefined
  return one ?? pairIn(failed, others)
}

/** Names unusual values of a dimension; undefined is any value that no variation has. */
export function worded(name: Dimension, values: Iterable<string | undefined>): string {
  const known = [...new Set(values)].sort()
  const named = known.filter((value) => value !== undefined)
  const isAny = known.length > 1 && known.length === dimensions[name].length - 1
  if (isAny || named.length < known.length) return `any ${labelOf(name)}`
  return `${labelOf(name)}: ${named.map((value) => (known.length > 1 && value.includes(',') ? `'${value}'` : value)).join(' or ')}`
}

/** Two values that occur together in all failures, and in no passing response. */
function pairIn(failed: readonly Variation[], held: readonly Variation[]): Difference | undefined {
  const [first] = failed
  if (!first) return undefined
  const constant = readable.filter((name) => failed.every((variation) => variation[name] === first[name]))
  const pairs = constant
    .flatMap((name, at) => constant.slice(at + 1).map((other) => [name, other] as const))
    .filter((pair) => pair.some((name) => first[name] !== plainRow[name]))
    .filter((pair) => !held.some((variation) => pair.every((name) => variation[name] === first[name])))
  const [pair] = pairs
  if (!pair || pairs.length > 1) return undefined
  return { only: pair.map((name) => `${labelOf(name)}: ${first[name]}`).join(' + '), dimensions: pair }
}
