import { CELL, Cells } from '../../core/metering/cells.ts'
import { Ledger, type LedgerEntry } from '../../core/metering/ledger.ts'
import { addCells } from '../../core/metering/sums.ts'
import { quotaRefusalsIn, responsesIn } from '../../core/metering/tally.ts'
import type { Timings } from '../../core/metering/timings.ts'
import type { Project } from '../../core/types.ts'
import { histogramMetrics } from './histograms.ts'
import type { Administered } from './operation.ts'
import { type Metric, prometheusText, type Sample } from './prometheus.ts'

/** Labels of no project: parentheses are not allowed in a project's name. */
const OTHER = '(other)'
const NO_PROJECT = '(none)'

/** The counts of one value of the label `project`, copied at one time. */
export interface Row {
  readonly project: string
  readonly cells: Cells
}

/**
 * The label of each project. Of the projects that tests open while the mock runs, only the first `most` get their own label;
 * the others, and closed ones, are summed. A label never changes, because a counter must never decrease.
 */
export class ProjectLabels {
  readonly #mock: Administered
  readonly #max: number
  readonly #labels = new WeakMap<Project, string>()

  constructor(mock: Administered, most = 100) {
    this.#mock = mock
    this.#max = most
  }

  rows(): Row[] {
    const { accounts, anonymous } = this.#mock
    const rows = new Map([[OTHER, accounts.closed.sum()]])
    const count = (label: string, cells: Cells): void => {
      rows.set(label, addCells(rows.get(label) ?? new Cells(), cells))
    }
    this.#label()
    for (const project of accounts.projects) count(this.#labels.get(project) ?? project.name, project.cells)
    count(NO_PROJECT, anonymous)
    return [...rows].map(([project, cells]) => ({ project, cells }))
  }

  #label(): void {
    const { projects, configured } = this.#mock.accounts
    const opened = projects.filter((project) => !configured.has(project))
    let free = this.#max - opened.filter((project) => this.#labels.get(project) === project.name).length
    for (const project of opened)
      if (!this.#labels.has(project)) this.#labels.set(project, free-- > 0 ? project.name : OTHER)
  }
}

/** One metric of one project, without the label of the project. */
interface Counted extends Omit<Metric, 'samples'> {
  samples(cells: Cells, ledger: LedgerEntry): readonly Sample[]
}

const one = (value: number | bigint): readonly Sample[] => [{ labels: {}, value }]

const METRICS: readonly Counted[] = [
  {
    name: 'svc_mock_requests_total',
    help: 'Requests, counted when their response is ready.',
    type: 'counter',
    samples: (cells) =>
      responsesIn(cells).map(({ operation, status, count }) => ({ labels: { operation, status }, value: count })),
  },
  {
    name: 'svc_mock_quota_refusals_total',
    help: 'Requests that were refused because a limit of the project is used up.',
    type: 'counter',
    samples: (cells) => quotaRefusalsIn(cells).map(({ quota, count }) => ({ labels: { quota }, value: count })),
  },
  {
    name: 'svc_mock_attempts_total',
    help: 'Completions that reached a model, failed ones included.',
    type: 'counter',
    samples: (_, { attempts }) => one(attempts),
  },
  {
    name: 'svc_mock_aborted_total',
    help: 'Completions that ended before their end.',
    type: 'counter',
    samples: (_, { aborted }) => one(aborted),
  },
  {
    name: 'svc_mock_completions_total',
    help: 'Completions that were booked, by whether their usage is known.',
    type: 'counter',
    samples: (_, { usage_known, usage_unknown }) => [
      { labels: { usage: 'known' }, value: usage_known },
      { labels: { usage: 'unknown' }, value: usage_unknown },
    ],
  },
  {
    name: 'svc_mock_tokens_total',
    help: 'Tokens of the completions whose usage is known.',
    type: 'counter',
    samples: (_, { prompt_tokens, completion_tokens }) => [
      { labels: { kind: 'prompt' }, value: prompt_tokens },
      { labels: { kind: 'completion' }, value: completion_tokens },
    ],
  },
  {
    name: 'svc_mock_price_micros_total',
    help: 'Shadow price of these tokens in millionths of a unit of account; no charge is made.',
    type: 'counter',
    samples: (_, { price_micros }) => one(price_micros),
  },
  {
    name: 'svc_mock_open_streams',
    help: 'Streams that are under way.',
    type: 'gauge',
    samples: (cells) => one(cells.get(CELL.openStreams)),
  },
]

/** All counts and times so far, in the text format of Prometheus. */
export function metricsText(rows: readonly Row[], timings: Timings): string {
  const counted = rows.map(({ project, cells }) => ({ project, cells, ledger: new Ledger(cells).snapshot() }))
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
