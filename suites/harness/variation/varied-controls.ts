/** The responses to valid requests in variations: which values were accepted, and which requests were refused. */
import { entryOf } from '../http/compact.ts'
import type { Exchange } from '../http/exchange.ts'
import { type Plan, planKey } from '../http/request.ts'
import type { Evidence } from '../judge/evidence.ts'
import { dimensionsFor } from './apply.ts'
import { blamedFor, formOf } from './attribution.ts'
import { type Dimension, dimensionNames, type Row, valueName } from './dimensions.ts'

/** A valid request that was refused in a variation. */
export interface RefusedControl {
  /** The request without the variation. */
  readonly plan: Plan
  readonly row: Row
  /** The request as it was sent. */
  readonly control: Plan
  readonly exchange: Exchange
}

/** A refused valid request with a variation. */
interface Refusal {
  readonly plan: Plan
  readonly row: Row
  readonly status: number
}

/** The maximum number of refused variations to examine, for each kind of valid request and each status. */
const REFUSED = 3

export class VariedControls {
  readonly #maxTokens: number
  readonly #refused = new Map<Plan, Map<string, RefusedControl>>()
  /** Values with which valid requests were accepted. */
  readonly #accepted = new Map<Plan, Set<string>>()

  /** Values that alone made valid requests fail, each with the status and the requirement that this breaks. */
  readonly #causes = new Set<string>()
  readonly #open: (readonly [Refusal, Evidence])[] = []

  /** @param maxTokens the limit of tokens of plain requests */
  constructor(maxTokens: number) {
    this.#maxTokens = maxTokens
  }

  /** Records that a valid request was accepted in a variation. @param plain the plain request of its kind */
  accepted(plain: Plan, row: Row, plan: Plan = plain): void {
    const known = entryOf(this.#accepted, plain, () => new Set<string>())
    for (const dimension of dimensionsFor(plan, this.#maxTokens)) known.add(valueName(dimension, row))
  }

  accepts(plain: Plan, dimension: Dimension, row: Row): boolean {
    return this.#accepted.get(plain)?.has(valueName(dimension, row)) === true
  }

  /** Records a value that alone made a valid request fail. */
  causedBy(refusal: Refusal, dimension: Dimension): void {
    this.#causes.add(causeOf(refusal, dimension))
  }

  /** Whether the row of a refused request has a value that is known to make such a request fail with this status. */
  explains(refusal: Refusal): boolean {
    return dimensionNames.some((dimension) => this.#causes.has(causeOf(refusal, dimension)))
  }

  /** Records a refused request that was not sent again. */
  leaveOpen(refusal: Refusal, evidence: Evidence): void {
    this.#open.push([refusal, evidence])
  }

  /**
   * The evidence about such requests whose cause is unknown at the end of the run. A replay may find causes in another
   * order, and only the end is the same.
   */
  unexplained(): Evidence[] {
    return this.#open.flatMap(([refusal, evidence]) => (this.explains(refusal) ? [] : evidence))
  }

  /** Records a valid request that was refused in a variation, and does not count otherwise. */
  refused(control: RefusedControl): void {
    const rows = entryOf(this.#refused, control.plan, () => new Map<string, RefusedControl>())
    rows.set(JSON.stringify(control.row), control)
  }

  /**
   * A few refused controls for each request and status, so that a common status hides no other. They are sorted,
   * since the order of arrival does not count.
   */
  allRefused(): readonly (readonly RefusedControl[])[] {
    return [...this.#refused]
      .sort(([one], [other]) => (planKey(one) < planKey(other) ? -1 : 1))
      .flatMap(([, rows]) => {
        const sorted = [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, control]) => control)
        const byStatus = Map.groupBy(sorted, ({ exchange }) => exchange.response?.status ?? 0)
        return [...byStatus].sort(([one], [other]) => one - other).map(([, controls]) => controls.slice(0, REFUSED))
      })
  }
}

const causeOf = ({ plan, row, status }: Refusal, dimension: Dimension): string =>
  [dimension, row[dimension], status, blamedFor([dimension], row, { form: formOf(plan), alone: true })].join()
