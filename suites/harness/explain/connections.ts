/**
 * Failures that depend on the state of a connection: the previous request makes the difference. The report says so only
 * after a test in pairs, on new connections: the failed request alone, and after the previous request.
 */
import type { RequirementId } from '../catalogue/requirements.ts'
import { type Exchange, mediaType } from '../http/exchange.ts'
import type { Finding, Transcript } from '../judge/evidence.ts'
import { failureGroups } from './intermittence.ts'
import { isRepeated, PAIRS, type Responses } from './responses.ts'

/** The maximum number of kinds of failure that one run tests in this way. */
const MAX_KINDS = 4

/** The maximum number of other expected statuses of a kind: one more pair is sent for each. */
const MAX_MORE = 5

/** A failed request to send alone, and after the previous request on its connection. */
export interface ConnectionDoubt {
  readonly requirement: RequirementId
  /** Exchange ids. */
  readonly exchange: string
  readonly before: string
}

/** By exchange id, the previous exchange on the same connection. */
function predecessorsIn(exchanges: readonly Exchange[]): ReadonlyMap<string, Exchange> {
  const known = exchanges.filter(({ connection, startedAt }) => connection !== undefined && startedAt !== undefined)
  const connections = Map.groupBy(known, ({ connection }) => connection)
  return new Map(
    [...connections.values()].flatMap((own) => {
      const sorted = own.toSorted((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0))
      return sorted.slice(1).map((each, at) => [each.id, sorted[at] as Exchange] as const)
    }),
  )
}

const typeOf = ({ request, response }: Exchange): string => `${request.operation} ${response?.status}`

/** Equal for failures that may have one cause: the same response after the same kind of exchange. */
function kindOf({ response, failure }: Exchange, before: Exchange): string {
  const received = response ? `${response.status} ${mediaType(response)}` : failure?.code
  return `${received} after ${typeOf(before)}`
}

interface Candidate extends ConnectionDoubt {
  readonly kind: string
  readonly statuses: string
  /** Bytes of both requests. */
  readonly size: number
  /** The number of correct responses for the same requirement that followed the same kind of exchange. */
  readonly held: number
}

const sizeOf = ({ request }: Exchange): number => request.body?.length ?? 0

/**
 * Failures to send on new connections, by kind: one for each expected status, of requirements that other responses
 * keep. Kinds that fail most often after such an exchange come first.
 *
 * @param findings without those on requests that were sent again
 */
export function connectionDoubtsIn(findings: readonly Finding[], transcript: Transcript): ConnectionDoubt[][] {
  const { exchanges } = transcript
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  const predecessors = predecessorsIn(exchanges)
  const groups = failureGroups(findings, transcript).filter(({ held }) => held.length > 0)
  const candidates = groups.flatMap(({ findings, held }) => {
    const heldAfter = Map.groupBy(
      held.flatMap((id) => predecessors.get(id) ?? []),
      typeOf,
    )
    return findings.flatMap(({ requirement, statuses, exchanges: [id = ''] }): Candidate[] => {
      const [exchange, before] = [byId.get(id), predecessors.get(id)]
      if (!exchange || !before) return []
      const asked = { statuses: String(statuses ?? ''), size: sizeOf(exchange) + sizeOf(before) }
      const seen = { kind: kindOf(exchange, before), held: heldAfter.get(typeOf(before))?.length ?? 0 }
      return [{ requirement, exchange: id, before: before.id, ...asked, ...seen }]
    })
  })
  // Invariants are judged on the same exchanges as the statuses.
  const withStatuses = new Set(candidates.flatMap(({ statuses, kind }) => (statuses === '' ? [] : [kind])))
  const tested = candidates.filter(({ statuses, kind }) => statuses !== '' || !withStatuses.has(kind))
  return ranked(tested, ({ kind }) => kind)
    .slice(0, MAX_KINDS)
    .map((alike) =>
      ranked(alike, ({ statuses }) => statuses)
        .slice(0, 1 + MAX_MORE)
        .flatMap((own) => own.toSorted(plainestFirst).slice(0, 1))
        .map(({ requirement, exchange, before }) => ({ requirement, exchange, before })),
    )
}

/** Groups of candidates. Those that fail most often after such an exchange come first. */
function ranked(candidates: readonly Candidate[], groupOf: (candidate: Candidate) => string): Candidate[][] {
  return [...Map.groupBy(candidates, groupOf)]
    .map(([name, own]) => ({ name, own, share: own.length / (own.length + Math.min(...own.map(({ held }) => held))) }))
    .toSorted((a, b) => b.share - a.share || b.own.length - a.own.length || (a.name < b.name ? -1 : 1))
    .map(({ own }) => own)
}

const plainestFirst = (a: Candidate, b: Candidate): number => a.size - b.size || (a.exchange < b.exchange ? -1 : 1)

/** The responses to a request that was sent on new connections. */
interface ConnectionTest {
  readonly after: readonly Exchange[]
  readonly alone: readonly Exchange[]
}

/**
 * What the tests on new connections say about failures.
 *
 * @returns a function from a failure to the exchange before it on its connection, if that makes the difference
 */
export function connectionCauses(
  { exchanges, evidence }: Transcript,
  responses: Responses,
): (finding: Finding) => string | undefined {
  const predecessors = predecessorsIn(exchanges)
  /** Whether there is a pair, and each request was sent on the connection that the test requires. */
  const isSound = ({ after, alone }: ConnectionTest): boolean =>
    Math.min(after.length, alone.length) > 0 &&
    after.every(({ id }) => predecessors.get(id)?.role === 'before') &&
    alone.every(({ id, connection }) => connection !== undefined && !predecessors.has(id))
  const repeats = evidence.filter(isRepeated).filter(({ repeats }) => repeats.before !== undefined)
  const all = [...Map.groupBy(repeats, ({ repeats }) => repeats.of)].flatMap(([of, own]) => {
    const [exchange, before] = [responses.byId.get(of), predecessors.get(of)]
    const sent = (side: 'with' | 'without'): Exchange[] =>
      own.flatMap((item) => (item.repeats.side === side ? (responses.byId.get(item.exchange) ?? []) : []))
    const test = { after: sent('with'), alone: sent('without') }
    return exchange && before && isSound(test) ? [{ kind: kindOf(exchange, before), ...test }] : []
  })
  const isEnough = ({ after, alone }: ConnectionTest): boolean => Math.min(after.length, alone.length) >= PAIRS
  /** The tests of the kinds that have enough pairs. */
  const tests = new Map([...Map.groupBy(all, ({ kind }) => kind)].filter(([, own]) => own.some(isEnough)))
  return ({ outcome, requirement, exchanges: [id = ''] }) => {
    const [exchange, before] = [responses.byId.get(id), predecessors.get(id)]
    if (outcome !== 'fail' || !exchange || !before || tests.size === 0) return undefined
    const template = responses.template(id, requirement)
    const go = (sent: readonly Exchange[], expected: 'shows' | 'holds'): boolean =>
      sent.every((each) => responses.outcome(requirement, template, each, exchange) === expected)
    const own = tests.get(kindOf(exchange, before)) ?? []
    return own.some(({ after, alone }) => go(after, 'shows') && go(alone, 'holds')) ? before.id : undefined
  }
}
