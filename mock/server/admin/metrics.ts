import { CELL, Cells } from '../../core/metering/cells.ts'
import { type LedgerEntry, ledgerIn } from '../../core/metering/ledger.ts'
import { addCells } from '../../core/metering/sums.ts'
import { quotaRefusalsIn, responsesIn } from '../../core/metering/tally.ts'
import type { Timings } from '../../core/metering/timings.ts'
import type { Project } from '../../core/types.ts'
import { histogramMetrics } from './histograms.ts'
import type { Administered } from './operation.ts'
import { type Metric, prometheusText, type Sample } from './prometheus.ts'

/** Labels that cannot be project names, because names cannot contain parentheses. */
const OTHER = '(other)'
const NO_PROJECT = '(none)'

/** A consistent snapshot of the counts for one value of the label `project`. */
interface Row {
  readonly project: string
  readonly cells: Cells
}

/**
 * Returns the counts for each label. Of the projects that tests open at run time, only the first `most` get a separate
 * label; the others, and closed ones, are summed. Labels never change, because a counter must never decrease.
 */
export function projectRows({ accounts, anonymous }: Administered, most = 100): () => Row[] {
  const labels = new WeakMap<Project, string>()
  return () => {
    const rows = new Map([[OTHER, accounts.closed.sum()]])
    const count = (label: string, cells: Cells): void => {
      rows.set(label, addCells(rows.get(label) ?? new Cells(), cells))
    }
    const opened = accounts.projects.filter((project) => !accounts.configured.has(project))
    let free = most - opened.filter((project) => labels.get(project) === project.name).length
    for (const project of opened) if (!labels.has(project)) labels.set(project, free-- > 0 ? project.name : OTHER)
    for (const project of accounts.projects) count(labels.get(project) ?? project.name, project.cells)
    count(NO_PROJECT, anonymous)
    return [...rows].map(([project, cells]) => ({ project, cells }))
  }
}

/** A metric for each project; the label `project` is added later. */
interface Counted extends Omit<Metric, 'samples'> {
  samples(cells: Cells, ledger: LedgerEntry): readonly Sample[]
}

const counter = (name: string, help: string, samples: Counted['samples']): Counted => ({
  name,
  help,
  type: 'counter',
  samples,
})

const one = (value: number | bigint): readonly Sample[] => [{ labels: {}, value }]

const METRICS: readonly Counted[] = [
  counter('svc_mock_requests_total', 'Requests, counted when their response is ready.', (cells) =>
    responsesIn(cells).map(({ operation, status, count }) => ({ labels: { operation, status }, value: count })),
  ),
  counter(
    'svc_mock_quota_refusals_total',
    'Requests that were refused because a limit of the project is used up.',
    (cells) => quotaRefusalsIn(cells).map(({ quota, count }) => ({ labels: { quota }, value: count })),
  ),
  counter('svc_mock_attempts_total', 'Completions that reached a model, failed ones included.', (_, { attempts }) =>
    one(attempts),
  ),
  counter('svc_mock_aborted_total', 'Completions whose response ended early.', (_, { aborted }) => one(aborted)),
  counter(
    'svc_mock_completions_total',
    'Completions that were booked, by whether their usage is known.',
    (_, ledger) => [
      { labels: { usage: 'known' }, value: ledger.usage_known },
      { labels: { usage: 'unknown' }, value: ledger.usage_unknown },
    ],
  ),
  counter('svc_mock_tokens_total', 'Tokens of the completions whose usage is known.', (_, ledger) => [
    { labels: { kind: 'prompt' }, value: ledger.prompt_tokens },
    { labels: { kind: 'completion' }, value: ledger.completion_tokens },
  ]),
  counter(
    'svc_mock_price_micros_total',
    'Shadow price of these tokens in millionths of a unit of account; no charge is made.',
    (_, { price_micros }) => one(price_micros),
  ),
  {
    name: 'svc_mock_open_streams',
    help: 'Streams that are under way.',
    type: 'gauge',
    samples: (cells) => one(cells.get(CELL.openStreams)),
  },
]

/** All counts and times so far, in the Prometheus text format. */
export function metricsText(rows: readonly Row[], timings: Timings): string {
  const counted = rows.map(({ project, cells }) => ({ project, cells, ledger: ledgerIn(cells) }))
  return prometheusText([
    ...METRICS.map(({ samples, ...metric }) => ({
      ...metric,
      samples: counted.flatMap(({ project, cells, ledger }) =>
        samples(cells, ledger).map(({ labels, value }) => ({ labels: { ...labels, project }, value })),
      ),
    })),
    ...histogramMetrics(timings),
  ])
}
