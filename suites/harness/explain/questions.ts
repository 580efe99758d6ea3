/** Open questions about the failures of a run: whether a condition holds in pairs, and whether a failure repeats. */
import type { RequirementId } from '../catalogue/requirements.ts'
import type { Finding, Transcript } from '../judge/evidence.ts'
import { type Condition, conditionsIn } from './conditions.ts'
import { judgedIn, unrepeated } from './index.ts'
import { failureGroups, Intermittence, repeatedIn } from './intermittence.ts'
import { keyOf, MAX_TESTS, PAIRS, Responses } from './responses.ts'
import { unusualValues } from './variation.ts'

/** Failures of one kind. Their requests are sent again, to see whether they fail each time. */
export type Doubt = readonly { readonly requirement: RequirementId; readonly exchange: string }[]

/** The maximum number of doubts of one run. */
const MAX_DOUBTS = 20

/** The judge's findings on a run so far, without requests that were sent again. Every question is about these. */
export function openFindings(transcript: Transcript): readonly Finding[] {
  return unrepeated(judgedIn(transcript, new Responses(transcript.exchanges)), repeatedIn(transcript))
}

/** Conditions to test in pairs, those with most failures first. @param made tests of the run so far, also counted */
export function conditionsToTest(findings: readonly Finding[], transcript: Transcript, made: number): Condition[] {
  const guessed = conditionsIn(findings, transcript.exchanges)
  const byKey = new Map<string, Condition>()
  // If a check has found a condition, its control is the request without the condition.
  for (const { outcome, requirement, only, exchanges } of findings.toSorted(byExchange)) {
    const [failed, held] = exchanges
    if (outcome !== 'fail' || only === undefined || failed === undefined || held === undefined) continue
    const key = keyOf(requirement, only)
    const known = byKey.get(key) ?? { requirement, only, dimensions: [], failed: [], held: [] }
    byKey.set(key, { ...known, failed: [...known.failed, failed], held: [...known.held, held] })
  }
  for (const each of guessed) {
    const key = keyOf(each.requirement, each.only)
    if (!byKey.has(key)) byKey.set(key, plainestFirst(each, transcript.exchanges))
  }
  const sorted = [...byKey]
    .toSorted(([one, a], [other, b]) => b.failed.length - a.failed.length || (one < other ? -1 : 1))
    .map(([, condition]) => condition)
  // One condition of each kind comes before a second one of any kind, since one cause can look like several conditions.
  const ranked = [...Map.groupBy(sorted, kindOf).values()].flatMap((alike) =>
    alike.map((condition, rank) => ({ condition, rank })),
  )
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ condition }) => condition)
    .slice(0, MAX_TESTS - made)
}

/** Sorts the requests that differ least from plain ones first, since few of them show a second fault. */
function plainestFirst(condition: Condition, exchanges: Transcript['exchanges']): Condition {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  const oddness = (id: string): number => unusualValues(byId.get(id)?.request).length
  const sorted = (ids: readonly string[]): string[] => ids.toSorted((a, b) => oddness(a) - oddness(b))
  return { ...condition, failed: sorted(condition.failed).slice(0, PAIRS), held: sorted(condition.held) }
}

/** The dimensions that a condition names: `temperature + top_p`. */
const kindOf = ({ only }: Condition): string => only.replaceAll(/(: )[^+]*/g, ' ')

/**
 * Failures that may be intermittent: other responses keep the rule, and no request has shown both results.
 *
 * @param tested conditions that hold in pairs: failures that they explain are not repeated
 * @param mixed failed exchanges whose requests got the expected response on a new connection
 */
export function doubtsIn(
  findings: readonly Finding[],
  transcript: Transcript,
  tested: readonly Condition[],
  mixed: ReadonlySet<string>,
): Doubt[] {
  const explainedBy = new Set(tested.map(({ requirement }) => requirement))
  const responses = new Responses(transcript.exchanges, transcript.evidence)
  const intermittence = new Intermittence(transcript, responses, { mixed })
  const open = findings.map(({ only, ...finding }) => finding)
  const isExplained = ({ requirement }: Finding): boolean => explainedBy.has(requirement)
  return failureGroups(open, transcript)
    .filter((group) => group.held.length > 0 && !group.findings.some(isExplained) && !intermittence.isMixed(group))
    .map(({ findings }) =>
      findings
        .map(({ requirement, exchanges: [exchange = ''] }) => ({ requirement, exchange }))
        .toSorted((a, b) => (a.exchange < b.exchange ? -1 : 1)),
    )
    .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
    .slice(0, MAX_DOUBTS)
}

const nameOf = ([first]: Doubt): string => `${first?.requirement} ${first?.exchange}`

const byExchange = ({ exchanges: [a = ''] }: Finding, { exchanges: [b = ''] }: Finding): number => (a < b ? -1 : 1)
