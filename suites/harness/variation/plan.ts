/** Assigns a variation to each request, deterministically from its name and the seed. */

import { seedFor } from '../arbitraries/draws.ts'
import { closingOf } from '../catalogue/likely-names.ts'
import type { Depth } from '../catalogue/profiles.ts'
import { isRequirement, type RequirementId } from '../catalogue/requirements.ts'
import { entryOf, lazy } from '../http/compact.ts'
import type { Header } from '../http/exchange.ts'
import type { Plan } from '../http/request.ts'
import type { Expectation } from '../judge/evidence.ts'
import { dimensionsFor } from './apply.ts'
import { MetCells } from './covering.ts'
import { type Dimension, dimensions, plainRow, type Row } from './dimensions.ts'
import { rowAt, rowsOf } from './rows.ts'

/** A request of a kind, to be repeated in another variation. */
export interface Sample {
  readonly name: string
  readonly title: string
  readonly plan: Plan
  readonly expectation: Expectation
  readonly requirement: RequirementId
  readonly control: Plan | undefined
  readonly own: readonly Header[] | undefined
}

/** Requests of one kind, and the cells that they have covered. */
interface Kind {
  readonly samples: Sample[]
  /** Unsent requests of this kind, which are preferred if it needs more variations. */
  readonly fresh: Sample[]
  readonly met: MetCells
  /** The number of values to combine in requests of this kind. */
  readonly size: number
}

/** A request that covers what a kind still lacks. */
interface Gap {
  readonly kind: string
  readonly sample: Sample
  readonly row: Row
}

export interface VariationPlanOptions {
  readonly seed: number
  readonly depth: Depth
  /** Requests that the run may send; a small number means fewer variations. */
  readonly requests: number
  /** The limit of tokens of plain requests. */
  readonly maxTokens: number
}

/** The number of requests that a run needs besides those for its variations. */
const WITHOUT = 600

/**
 * The number of rows that contain every value. A small run uses no others. Nor do refused streams and lists, since
 * each needs a valid control in the same row.
 */
const FEWEST = 10

/** The number of rows that refused lists share: too few for every client, so one more follows at the end of a run. */
const OF_LISTS = dimensions.client.length - 1

export class VariationPlan {
  readonly #options: VariationPlanOptions
  readonly #kinds = new Map<string, Kind>()
  /** Requests that are recorded already: most requests of a kind have the variation of another one. */
  readonly #noted = new WeakMap<Row, Map<readonly Dimension[], Set<string>>>()
  /** Cells that requests of any kind have covered. */
  readonly #met: MetCells
  /** Each check goes through the rows in a different order, in which the first few contain every value. */
  readonly #starts = new Map<string, number>()
  readonly #rows = lazy(() => this.#chosen())

  constructor(options: VariationPlanOptions) {
    this.#options = options
    this.#met = new MetCells(options.depth)
  }

  /** The number of values to combine in all kinds. */
  get depth(): Depth {
    return this.#options.depth
  }

  /** The rows of the run: a small budget of requests allows few, and a very small one none. */
  get rows(): readonly Row[] {
    return this.#rows()
  }

  #chosen(): readonly Row[] {
    const { seed, depth, requests } = this.#options
    if (requests < WITHOUT / 2) return []
    const rows = rowsOf(seed, depth)
    const most = Math.max(FEWEST, Math.floor((requests - WITHOUT) / 2))
    return rows.length <= most ? rows : rows.slice(0, most)
  }

  /** The row of the n-th refused stream or list of a check. */
  sharedRow(check: string, n: number, { operation }: Pick<Plan, 'operation'>): Row | undefined {
    const most = Math.min(operation === 'models' ? OF_LISTS : FEWEST, this.rows.length)
    return most === 0 ? undefined : rowAt(this.rows, 0, (this.#startOf(check) + n) % most)
  }

  /** The row of the n-th request of a check. */
  rowFor(check: string, n: number): Row | undefined {
    return this.rows.length === 0 ? undefined : rowAt(this.rows, this.#startOf(check), n % this.rows.length)
  }

  #startOf(check: string): number {
    return entryOf(this.#starts, check, () => (seedFor(this.#options.seed, check) >>> 0) % this.rows.length)
  }

  /** Records the variation of a request. @param sample given if the request may be repeated */
  note(kind: string, plan: Plan, row: Row | undefined, sample?: Sample): void {
    const known = this.#kindOf(kind)
    if (sample) known.samples.push(sample)
    if (!row) return
    const shown = this.#shownIn(plan)
    const noted = this.#notedIn(row, shown)
    if (noted.has(kind)) return
    known.met.add(row, shown)
    // All kinds share the cells covered by any kind, which are far more than those of one kind.
    if (noted.size === 0) this.#met.add(row, shown)
    noted.add(kind)
  }

  /** Keeps an unsent request for when its kind needs more variations. */
  offer(kind: string, sample: Sample): void {
    this.#kindOf(kind).fresh.push(sample)
  }

  /** Opens a kind that needs each value once, with a request that may be sent for it. */
  open(kind: string, sample: Sample): void {
    this.#kindOf(kind, 1).samples.push(sample)
  }

  #kindOf(kind: string, size = this.#options.depth - 1): Kind {
    return entryOf(this.#kinds, kind, () => ({ samples: [], fresh: [], met: new MetCells(size), size }))
  }

  /** The kinds that were noted with a row. */
  #notedIn(row: Row, shown: readonly Dimension[]): Set<string> {
    const ofRow = entryOf(this.#noted, row, () => new Map<readonly Dimension[], Set<string>>())
    return entryOf(ofRow, shown, () => new Set<string>())
  }

  #shownIn(plan: Plan): readonly Dimension[] {
    return dimensionsFor(plan, this.#options.maxTokens)
  }

  /**
   * Requests for the cells that kinds have not covered yet, by name, so that the order of arrival does not count. Then
   * come the combinations that no request has.
   *
   * @param withRules the cells of each rule's refusals come last: its rows have covered most of them
   */
  *gaps(withRules: boolean): Generator<Gap> {
    const kinds = [...this.#kinds].sort(([a], [b]) => (a < b ? -1 : 1))
    const byRule = ([kind]: (typeof kinds)[number]): boolean => isByRule(kind)
    for (const [kind, { samples, fresh, met, size }] of kinds.filter((each) => !byRule(each)))
      yield* this.#gapsOf(kind, this.#showing([...byName(fresh), ...byName(samples)]), met, size)
    const { samples = [] } = this.#kinds.get('completion') ?? {}
    yield* this.#gapsOf('completion', this.#showing(byName(samples)), this.#met, this.#options.depth)
    if (!withRules) return
    for (const [kind, { samples, fresh, met, size }] of kinds.filter(byRule)) {
      const own = samples.filter(({ plan }) => !plan.stream)
      yield* this.#gapsOf(kind, this.#showing([...(own.length > 0 ? byName(fresh) : []), ...byName(own)]), met, size)
    }
  }

  /** The samples in which most dimensions can show. */
  #showing(samples: readonly Sample[]): readonly Sample[] {
    const most = Math.max(0, ...samples.map(({ plan }) => this.#shownIn(plan).length))
    return samples.filter(({ plan }) => this.#shownIn(plan).length === most)
  }

  *#gapsOf(kind: string, samples: readonly Sample[], met: MetCells, size: number): Generator<Gap> {
    // A long text replaces another text, which then still has to follow, so one long text is enough.
    let hasLong = met.hasValue('text', 'long')
    // Samples take turns; one that shows fewer dimensions is skipped when all of its cells are covered.
    const left = [...samples]
    const atMost = new Map<readonly Dimension[], number[]>()
    for (let sample = left.shift(); sample; sample = left.shift()) {
      const best = this.#mostFresh(this.#shownIn(sample.plan), met, atMost)
      if (!best) continue
      left.push(sample)
      // Values of the row that are covered already are replaced by remaining ones, so that few rows are enough.
      const row = size === 1 ? this.#freshened(sample.plan, best, met) : best
      const { plan, expectation } = sample
      const long = hasLong ? undefined : lengthened(plan, expectation, row, this.#options.maxTokens)
      hasLong ||= long !== undefined
      const worn = long ?? row
      yield { kind, sample, row: worn }
      met.add(worn, this.#shownIn(plan))
      this.note(kind, plan, worn)
    }
  }

  /**
   * The row with most uncovered cells of a kind; undefined if all are covered.
   *
   * @param atMost the uncovered cells of each row at the last count, by visible dimensions: later there are never more
   */
  #mostFresh(shown: readonly Dimension[], met: MetCells, atMost: Map<readonly Dimension[], number[]>): Row | undefined {
    const counts = atMost.get(shown) ?? this.rows.map(() => Number.POSITIVE_INFINITY)
    atMost.set(shown, counts)
    let best: Row | undefined
    let most = 0
    for (const [at, row] of this.rows.entries()) {
      if ((counts[at] as number) <= most) continue
      const fresh = met.countFresh(row, shown)
      counts[at] = fresh
      if (fresh > most) [best, most] = [row, fresh]
    }
    return best
  }

  #freshened(plan: Plan, row: Row, met: MetCells): Row {
    const own = this.#shownIn(plan).flatMap((name) => {
      if (!met.hasValue(name, row[name])) return []
      const fresh = dimensions[name].find((value) => !met.hasValue(name, value))
      return fresh === undefined ? [] : [[name, fresh]]
    })
    return { ...row, ...Object.fromEntries(own) } as Row
  }
}

function byName(samples: readonly Sample[]): Sample[] {
  return samples.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** The row with a long text instead of the plain one, if the request has to be refused: a refusal costs no tokens. */
export function lengthened(plan: Plan, { kind }: Expectation, row: Row, maxTokens: number): Row | undefined {
  if (kind !== 'rejected' || row.text !== plainRow.text || !dimensionsFor(plan, maxTokens).includes('text'))
    return undefined
  return { ...row, text: 'long' }
}

/** Prefix of the kinds that a rule refuses. */
const BY_A_RULE = 'refused by '

const isByRule = (kind: string): boolean => kind.startsWith(BY_A_RULE)

/**
 * The kind of a request: what it requests, or which rule refuses it. Wrong keys are one kind on each operation. Models
 * that this key cannot call are one kind, and so are all unlisted names at one location.
 */
export function kindFor(plan: Plan, expectation: Expectation, requirement: RequirementId): string {
  const operation = plan.operation === 'models' ? 'list' : 'completion'
  if (expectation.kind === 'state') return `${requirement}, ${operation}`
  if (expectation.kind === 'denied') return 'refused with 404'
  if (expectation.kind !== 'rejected') return plan.stream ? 'stream' : operation
  const [status, ...others] = expectation.statuses
  if (status === 401) return `refused with 401, ${operation}`
  if (others.length === 0 && (status === 404 || status === 413)) return `refused with ${status}`
  return `${BY_A_RULE}${ruleFor(requirement, expectation.fields)}`
}

/** The rule that refuses a request: streaming is one more variation, and not a separate rule. */
function ruleFor(requirement: RequirementId, fields: readonly string[] = []): RequirementId {
  if (requirement !== 'stream-invalid-request') return closingOf(requirement)
  return fields.map((field) => `request-${field}`).find(isRequirement) ?? 'request-closed'
}
