/** Sums of the results of several consecutive threads. */
import { atMost, type TrafficSummary } from '../../../../suites/harness/traffic/summary.ts'

type Rows = TrafficSummary['requirements']

/** The most examples to keep of each requirement. */
const MAX_EXAMPLES = 5

export function addSummaries(one: TrafficSummary | undefined, other: TrafficSummary): TrafficSummary {
  if (!one) return other
  return {
    exchanges: one.exchanges + other.exchanges,
    judged: one.judged + other.judged,
    others: one.others + other.others,
    headerless: one.headerless + other.headerless,
    origins: [...new Set([...one.origins, ...other.origins])],
    requirements: other.requirements.map((row, at) => sumOf(row, one.requirements[at])),
    compared: other.compared,
    client: mergedClients(one.client, other.client),
  }
}

function sumOf(row: Rows[number], before: Rows[number] | undefined): Rows[number] {
  const judged = row.judged + (before?.judged ?? 0)
  const broken = row.broken + (before?.broken ?? 0)
  return {
    ...row,
    judged,
    broken,
    verdict: judged === 0 ? 'not-seen' : broken > 0 ? 'broken' : 'held',
    ...(judged > 0 && { at_most: atMost(broken, judged) }),
    examples: [...(before?.examples ?? []), ...row.examples].slice(0, MAX_EXAMPLES),
  }
}

function mergedClients(one: TrafficSummary['client'], other: TrafficSummary['client']): TrafficSummary['client'] {
  const groups = Map.groupBy([...one, ...other], ({ id }) => id)
  return [...groups.values()].map((rows) => ({
    ...(rows[0] as TrafficSummary['client'][number]),
    exchanges: rows.reduce((sum, { exchanges }) => sum + exchanges, 0),
    examples: rows.flatMap(({ examples }) => examples).slice(0, MAX_EXAMPLES),
  }))
}
