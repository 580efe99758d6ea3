/** All counts, in the format of OpenMetrics 1.0. Requirements that hold have no line, since there are many of them. */
import { histogramMetrics, type Metric, prometheusText } from '../../../../mock/metrics.ts'
import type { TrafficSummary } from '../../../../suites/harness/traffic/summary.ts'
import type { JudgedTraffic } from '../proxy.ts'

export const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

export function metricsOf(traffic: JudgedTraffic, summary: TrafficSummary | undefined): string {
  const rows = summary?.requirements ?? []
  const counted = (map: ReadonlyMap<string, number>, label: string): Metric['samples'] =>
    [...map].map(([value, count]) => ({ labels: { [label]: value }, value: count }))
  const metrics: Metric[] = [
    {
      name: 'svc_proxy_exchanges_total',
      help: 'Exchanges that were chosen to be judged, by how they ended.',
      type: 'counter',
      samples: counted(traffic.passed, 'end'),
    },
    {
      name: 'svc_proxy_shed_total',
      help: 'Exchanges that passed and were not judged, by reason.',
      type: 'counter',
      samples: counted(traffic.shed, 'reason'),
    },
    {
      name: 'svc_proxy_judged_total',
      help: 'Exchanges that were judged.',
      type: 'counter',
      samples: [{ labels: {}, value: summary?.judged ?? 0 }],
    },
    {
      name: 'svc_proxy_judge_restarts_total',
      help: 'How often the judge was started again.',
      type: 'counter',
      samples: [{ labels: {}, value: traffic.thread.restarts }],
    },
    {
      name: 'svc_proxy_waiting',
      help: 'Exchanges that wait for their judgement.',
      type: 'gauge',
      samples: [{ labels: {}, value: traffic.thread.waiting }],
    },
    {
      name: 'svc_proxy_held_bytes',
      help: 'Bytes of recorded bodies in memory.',
      type: 'gauge',
      samples: [{ labels: {}, value: traffic.memory.held }],
    },
    {
      name: 'svc_proxy_broken_total',
      help: 'Exchanges that broke a requirement.',
      type: 'counter',
      samples: rows
        .filter(({ broken }) => broken > 0)
        .map(({ id, level, broken }) => ({ labels: { requirement: id, level }, value: broken })),
    },
    {
      name: 'svc_proxy_not_seen',
      help: 'Requirements of level must that no exchange has shown so far.',
      type: 'gauge',
      samples: rows
        .filter(({ verdict, level }) => verdict === 'not-seen' && level === 'must')
        .map(({ id }) => ({ labels: { requirement: id }, value: 1 })),
    },
    ...histogramMetrics(traffic.timings),
  ]
  const text = prometheusText(metrics.filter(({ samples }) => samples.length > 0))
  // A counter has its suffix only in its samples, there are no blank lines, and the end is marked.
  return `${text.replaceAll(/^(# (?:HELP|TYPE) \w+?)_total /gm, '$1 ').replaceAll('\n\n', '\n')}# EOF\n`
}
