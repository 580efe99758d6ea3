/** Intermittent failures: the same request also got a correct response. */
import { createHash } from 'node:crypto'
import { kept } from '../http/compact.ts'
import type { Exchange } from '../http/exchange.ts'
import { accepted } from '../judge/attempts.ts'
import type { Finding, Intermittent, Transcript } from '../judge/evidence.ts'
import { hasLimitedKey } from '../target/states.ts'
import { isRepeated, type Responses, type Results } from './responses.ts'
import { separatorsOf } from './separators.ts'
import { exactInterval } from './statistics.ts'

/** Failures of one rule, and the responses that keep it. */
export interface FailureGroup {
  readonly findings: readonly Finding[]
  /** Exchange ids. */
  readonly failed: readonly string[]
  readonly held: readonly string[]
}

/** The maximum number of failures of a group whose requests are compared with equal ones. */
const MAX_COMPARED = 40

/** Exchanges that were sent to explain failures: they are not a sample of the target's behaviour. */
export function repeatedIn({ evidence, exchanges }: Transcript): ReadonlySet<string> {
  const before = exchanges.filter(({ role }) => role === 'before')
  return new Set([...evidence.filter(isRepeated).map(({ exchange }) => exchange), ...before.map(({ id }) => id)])
}

/** The sample that a finding belongs to. All valid requests are one sample, since a refusal can hit any of them. */
const sampleOf = ({ requirement, statuses }: Finding): string =>
  String(statuses) === '200' ? 'a valid request' : requirement

const idsOf = (own: readonly Finding[]): string[] => [...new Set(own.map(({ exchanges: [id = ''] }) => id))].sort()

/** Failures grouped by breach, without requests that were sent again, or what a condition or another breach explains. */
export function failureGroups(findings: readonly Finding[], transcript: Transcript): FailureGroup[] {
  const repeated = repeatedIn(transcript)
  const isSample = ({ outcome, check, exchanges: ids, isConsequence }: Finding): boolean =>
    (outcome === 'fail' || outcome === 'pass') &&
    ids[0] !== undefined &&
    !repeated.has(ids[0]) &&
    !isConsequence &&
    (check !== undefined || ids.length === 1)
  const controls = transcript.exchanges.filter(
    (exchange) => exchange.role === 'control' && !repeated.has(exchange.id) && accepted(exchange) === 'yes',
  )
  return [...Map.groupBy(findings.filter(isSample), sampleOf)].flatMap(([sample, all]) => {
    const fails = all.filter(({ outcome }) => outcome === 'fail')
    const failing = new Set(idsOf(fails))
    const others = sample === 'a valid request' ? controls.map(({ id }) => id) : []
    const held = [...new Set([...idsOf(all), ...others])].filter((id) => !failing.has(id))
    const open = fails.filter(({ only }) => only === undefined)
    return [...Map.groupBy(open, wrongIn).values()].map((own) => ({ findings: own, failed: idsOf(own), held }))
  })
}

const wrongIn = ({ rule, brief, message }: Finding): string => rule ?? brief ?? message

/** Equal for requests that are equal byte for byte. */
const requestKey = kept(({ request: { method, path, headers, body, framing } }: Exchange): string => {
  const hash = createHash('sha1').update(JSON.stringify([method, path, headers, framing]))
  return hash.update(body ?? '').digest('base64')
})

export class Intermittence {
  readonly #responses: Responses
  readonly #mixed: ReadonlySet<string>
  readonly #alike: ReadonlyMap<string, readonly Exchange[]>

  constructor({ exchanges }: Transcript, responses: Responses, { mixed }: Pick<Results, 'mixed'>) {
    this.#responses = responses
    this.#mixed = mixed
    this.#alike = Map.groupBy(exchanges, requestKey)
  }

  /** Whether a request that failed also got a correct response. */
  isMixed({ findings, held }: FailureGroup): boolean {
    const holding = new Set(held)
    return findings.slice(0, MAX_COMPARED).some(({ requirement, exchanges: [id = ''] }) => {
      if (this.#mixed.has(id)) return true
      const exchange = this.#responses.byId.get(id)
      if (!exchange) return false
      const template = this.#responses.template(id, requirement)
      return (this.#alike.get(requestKey(exchange)) ?? []).some((other) => {
        if (other.id === id) return false
        if (holding.has(other.id)) return true
        const isSame = other.name === exchange.name && !other.between
        return isSame && this.#responses.outcome(requirement, template, other, exchange) === 'holds'
      })
    })
  }

  /** The failure rate of a group; undefined if no failed request also got a correct response, or all have the key of a limit. */
  of(group: FailureGroup): Intermittent | undefined {
    const { failed, held } = group
    if (held.length === 0 || !this.isMixed(group)) return undefined
    const of = failed.length + held.length
    const { low, high } = exactInterval(failed.length, of)
    const rounded = (share: number): number => Math.round(share * 10_000) / 10_000
    const exchangesOf = (ids: readonly string[]): Exchange[] => ids.flatMap((id) => this.#responses.byId.get(id) ?? [])
    const [failures, others] = [exchangesOf(failed), exchangesOf(held)]
    if (failures.every(({ request }) => hasLimitedKey(request))) return undefined
    const by = separatorsOf(failures, others)
    const share = { failed: failed.length, of, low: rounded(low), high: rounded(high) }
    return by.length > 0 ? { ...share, by } : share
  }
}
