/**
 * Failures that depend on the state of a connection: the previous request makes the difference. The report says so only
 * after a test in pairs, on new connections: the failed request alone, and after the previous request.
 */
import type { RequirementId } from '../catalogue/requirements.ts'
import { type Exchange, mediaType } from '../http/exchange.ts'
import type { Finding, Transcript } from '../judge/evidence.ts'
import { failureGroups } from './intermittence.ts'
import { isRepeated, PAIRS, type Responses } from './responses.ts'
import { asExpected, predecessorsIn, sourcesIn, typeOf } from './sources.ts'

/** The maximum number of kinds of failure that one run tests in this way. The other tests are for conditions. */
const MAX_KINDS = 4

/** The maximum number of other expected statuses of a kind: one more pair is sent for each. */
const MAX_MORE = 5

/** The number of failures with the first statuses of a kind: the source of one may be another exchange. */
const FIRST = 3

/** A failed request to send alone, and after the previous request on its connection. */
export interface ConnectionDoubt {
  readonly requirement: RequirementId
  /** Exchange ids. */
  readonly exchange: string
  readonly before: string
}

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
  /** Its source is the previous exchange, and was as expected. */
  readonly isFirst: boolean
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
  const sourceOf = sourcesIn(findings, predecessors)
  const expected = asExpected(findings)
  const groups = failureGroups(findings, transcript).filter(({ held }) => held.length > 0)
  const candidates = groups.flatMap(({ findings, held }) => {
    const heldAfter = Map.groupBy(
      held.flatMap((id) => predecessors.get(id) ?? []),
      typeOf,
    )
    return findings.flatMap((finding): Candidate[] => {
      const {
        requirement,
        statuses,
        exchanges: [id = ''],
      } = finding
      const exchange = byId.get(id)
      const before = sourceOf(finding, exchange)
      if (!exchange || !before) return []
      const asked = { statuses: String(statuses ?? ''), size: sizeOf(exchange) + sizeOf(before) }
      const seen = { kind: kindOf(exchange, before), held: heldAfter.get(typeOf(before))?.length ?? 0 }
      const isFirst = before === predecessors.get(id) && expected.has(before.id)
      return [{ requirement, exchange: id, before: before.id, isFirst, ...asked, ...seen }]
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
        .flatMap((own, rank) => own.toSorted(plainestFirst).slice(0, rank === 0 ? FIRST : 1))
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

const plainestFirst = (a: Candidate, b: Candidate): number =>
  Number(b.isFirst) - Number(a.isFirst) || a.size - b.size || (a.exchange < b.exchange ? -1 : 1)

/** The responses to a request that was sent on new connections. */
interface ConnectionTest {
  readonly of: string
  readonly after: readonly Exchange[]
  readonly alone: readonly Exchange[]
}

/**
 * What the tests on new connections say about failures.
 *
 * @param findings of the run, to find the exchange that each failure may depend on
 * @returns a function from a failure to the exchange before it on its connection, if that makes the difference
 */
export function connectionCauses(
  findings: readonly Finding[],
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
    const [exchange, before] = [of, own[0]?.repeats.before ?? ''].map((id) => responses.byId.get(id))
    const sent = (side: 'with' | 'without'): Exchange[] =>
      own.flatMap((item) => (item.repeats.side === side ? (responses.byId.get(item.exchange) ?? []) : []))
    const test = { of, after: sent('with'), alone: sent('without') }
    return exchange && before && isSound(test) ? [{ kind: kindOf(exchange, before), ...test }] : []
  })
  const isEnough = ({ after, alone }: ConnectionTest): boolean => Math.min(after.length, alone.length) >= PAIRS
  /** The tests of the kinds that have enough pairs. */
  const tests = new Map([...Map.groupBy(all, ({ kind }) => kind)].filter(([, own]) => own.some(isEnough)))
  const sourceOf = sourcesIn(findings, predecessors)
  return (finding) => {
    const {
      outcome,
      requirement,
      exchanges: [id = ''],
    } = finding
    if (outcome !== 'fail' || tests.size === 0) return undefined
    const exchange = responses.byId.get(id)
    const before = sourceOf(finding, exchange)
    if (!exchange || !before) return undefined
    const template = responses.template(id, requirement)
    const go = (sent: readonly Exchange[], expected: 'shows' | 'holds'): boolean =>
      sent.every((each) => responses.outcome(requirement, template, each, exchange) === expected)
    const own = tests.get(kindOf(exchange, before)) ?? []
    const itsTest = own.filter(({ of }) => of === id)
    const isCause = (itsTest.length > 0 ? itsTest : own).some(
      (each) => go(each.after, 'shows') && go(each.alone, 'holds'),
    )
    return isCause ? before.id : undefined
  }
}
