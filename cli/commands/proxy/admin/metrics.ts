/** All counts, in the format of OpenMetrics 1.0. Requirements that hold have no line, since there are many of them. */
import { histogramMetrics, type Metric, prometheusText } from '../../../../mock/metrics.ts'
import type { TrafficSummary } from '../../../../suites/harness/traffic/summary.ts'
import type { JudgedTraffic } from '../proxy.ts'

export const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

type Samples = Metric['samples']

const metric = (type: Metric['type'], name: string, help: string, samples: Samples): Metric => ({
  name: `svc_proxy_${name}`,
  help,
  type,
  samples,
})
const one = (value: number): Samples => [{ labels: {}, value }]
const counted = (map: ReadonlyMap<string, number>, label: string): Samples =>
  [...map].map(([value, count]) => ({ labels: { [label]: value }, value: count }))

export function metricsOf(traffic: JudgedTraffic, summary: TrafficSummary | undefined): string {
  const rows = summary?.requirements ?? []
  const { passed, shed, thread, memory, timings } = traffic
  const broken = rows
    .filter((row) => row.broken > 0)
    .map((row) => ({ labels: { requirement: row.id, level: row.level }, value: row.broken }))
  const unseen = rows
    .filter(({ verdict, level }) => verdict === 'not-seen' && level === 'must')
    .map(({ id }) => ({ labels: { requirement: id }, value: 1 }))
  const ended = 'Exchanges that were chosen to be judged, by how they ended.'
  const metrics = [
    metric('counter', 'exchanges_total', ended, counted(passed, 'end')),
    metric('counter', 'shed_total', 'Exchanges that passed and were not judged, by reason.', counted(shed, 'reason')),
    metric('counter', 'judged_total', 'Exchanges that were judged.', one(summary?.judged ?? 0)),
    metric('counter', 'judge_restarts_total', 'How often the judge was started again.', one(thread.restarts)),
    metric('gauge', 'waiting', 'Exchanges that wait for their judgement.', one(thread.waiting)),
    metric('gauge', 'held_bytes', 'Bytes of recorded bodies in memory.', one(memory.held)),
    metric('counter', 'broken_total', 'Exchanges that broke a requirement.', broken),
    metric('gauge', 'not_seen', 'Requirements of level must that no exchange has shown so far.', unseen),
    ...histogramMetrics(timings),
  ]
  const text = prometheusText(metrics.filter(({ samples }) => samples.length > 0))
  // A counter has its suffix only in its samples, there are no blank lines, and the end is marked.
  return `${text.replaceAll(/^(# (?:HELP|TYPE) \w+?)_total /gm, '$1 ').replaceAll('\n\n', '\n')}# EOF\n`
}
