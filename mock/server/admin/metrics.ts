import { Counter, Gauge, Registry } from 'prom-client'
import { CELL, Cells } from '../../core/metering/cells.ts'
import { Ledger, type LedgerEntry } from '../../core/metering/ledger.ts'
import { addCells } from '../../core/metering/sums.ts'
import { answersIn, quotaRefusalsIn } from '../../core/metering/tally.ts'
import type { Project } from '../../gateway/accounts.ts'
import type { Administered } from './operation.ts'

/** No project can be called so. */
const OTHER = '(other)'
const NOBODY = '(none)'

/** What one label of the metrics has counted, copied at one moment. */
export interface Row {
  readonly project: string
  readonly cells: Cells
}

/**
 * Under which label each project is counted. Of the projects that were opened while the mock runs only so many
 * have a label of their own; those beyond, and those that are closed, are summed. A label once given stays, so
 * that no counter falls.
 */
export class Roll {
  readonly #mock: Administered
  readonly #most: number
  readonly #labels = new WeakMap<Project, string>()

  constructor(mock: Administered, most = 100) {
    this.#mock = mock
    this.#most = most
  }

  rows(): Row[] {
    const { accounts, nobody } = this.#mock
    const rows = new Map([[OTHER, accounts.closed.sum()]])
    const count = (label: string, cells: Cells): void => {
      rows.set(label, addCells(rows.get(label) ?? new Cells(), cells))
    }
    this.#label()
    for (const project of accounts.projects) count(this.#labels.get(project) ?? project.name, project.cells)
    count(NOBODY, nobody)
    return [...rows].map(([project, cells]) => ({ project, cells }))
  }

  #label(): void {
    const { projects, configured } = this.#mock.accounts
    const opened = projects.filter((project) => !configured.has(project))
    let free = this.#most - opened.filter((project) => this.#labels.get(project) === project.name).length
    for (const project of opened)
      if (!this.#labels.has(project)) this.#labels.set(project, free-- > 0 ? project.name : OTHER)
  }
}

interface Sample {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number | bigint
}

/** A metric as a row: what it is called, and what it says of one project. */
interface Metric {
  readonly name: string
  readonly help: string
  /** Beside the project. */
  readonly labels: readonly string[]
  readonly gauge?: true
  samples(cells: Cells, ledger: LedgerEntry): readonly Sample[]
}

const one = (value: number | bigint): readonly Sample[] => [{ value }]

const METRICS: readonly Metric[] = [
  {
    name: 'svc_mock_requests_total',
    help: 'Requests, counted when their answer is ready.',
    labels: ['operation', 'status'],
    samples: (cells) =>
      answersIn(cells).map(({ operation, status, count }) => ({ labels: { operation, status }, value: count })),
  },
  {
    name: 'svc_mock_quota_refusals_total',
    help: 'Requests that were refused because a limit of the project is used up.',
    labels: ['quota'],
    samples: (cells) => quotaRefusalsIn(cells).map(({ quota, count }) => ({ labels: { quota }, value: count })),
  },
  {
    name: 'svc_mock_attempts_total',
    help: 'Completions that reached a model, failed ones included.',
    labels: [],
    samples: (_, { attempts }) => one(attempts),
  },
  {
    name: 'svc_mock_aborted_total',
    help: 'Completions that ended before their end.',
    labels: [],
    samples: (_, { aborted }) => one(aborted),
  },
  {
    name: 'svc_mock_completions_total',
    help: 'Completions that were booked, by whether their usage is known.',
    labels: ['usage'],
    samples: (_, { usage_known, usage_unknown }) => [
      { labels: { usage: 'known' }, value: usage_known },
      { labels: { usage: 'unknown' }, value: usage_unknown },
    ],
  },
  {
    name: 'svc_mock_tokens_total',
    help: 'Tokens of the completions whose usage is known.',
    labels: ['kind'],
    samples: (_, { prompt_tokens, completion_tokens }) => [
      { labels: { kind: 'prompt' }, value: prompt_tokens },
      { labels: { kind: 'completion' }, value: completion_tokens },
    ],
  },
  {
    name: 'svc_mock_price_micros_total',
    help: 'Shadow price of these tokens in millionths of a unit of account; nobody is charged.',
    labels: [],
    samples: (_, { price_micros }) => one(price_micros),
  },
  {
    name: 'svc_mock_open_streams',
    help: 'Streams that are under way.',
    labels: [],
    gauge: true,
    samples: (cells) => one(cells.get(CELL.openStreams)),
  },
]

/** The metrics of one mock, in a registry of their own. Sums from 2^53 on lose their last digits, as all of Prometheus does. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #kept = METRICS.map(({ name, help, labels, gauge, samples }) => {
    const settings = { name, help, labelNames: ['project', ...labels], registers: [this.#registry] }
    return { kept: gauge ? new Gauge(settings) : new Counter(settings), samples }
  })

  /** The text that Prometheus reads, for what was counted so far. */
  text(rows: readonly Row[]): Promise<string> {
    for (const { kept } of this.#kept) kept.reset()
    for (const { project, cells } of rows) {
      const ledger = new Ledger(cells).snapshot()
      for (const { kept, samples } of this.#kept)
        for (const { labels, value } of samples(cells, ledger)) kept.inc({ ...labels, project }, Number(value))
    }
    return this.#registry.metrics()
  }
}
