/** The responses to valid requests in variations: which values were accepted, and which requests were refused. */
import { entryOf } from '../http/compact.ts'
import type { Exchange } from '../http/exchange.ts'
import { type Plan, planKey } from '../http/request.ts'
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

/** The maximum number of refused variations to examine, for each kind of valid request and each status. */
const REFUSED = 3

export class VariedControls {
  readonly #maxTokens: number
  readonly #refused = new Map<Plan, Map<string, RefusedControl>>()
  /** Values with which valid requests were accepted. */
  readonly #accepted = new Map<Plan, Set<string>>()

  /** Values that alone made valid requests fail, each with the status and the requirement that this breaks. */
  readonly #causes = new Set<string>()

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

  /** Records a value that alone made a valid request fail with a status. */
  causedBy(plan: Plan, dimension: Dimension, row: Row, status: number): void {
    this.#causes.add(causeOf(plan, dimension, row, status))
  }

  /** Whether a row has a value that alone makes such a valid request fail with this status. */
  explains(plan: Plan, row: Row, status: number): boolean {
    return dimensionNames.some((dimension) => this.#causes.has(causeOf(plan, dimension, row, status)))
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

const causeOf = (plan: Plan, dimension: Dimension, row: Row, status: number): string =>
  [dimension, row[dimension], status, blamedFor([dimension], row, { form: formOf(plan), alone: true })].join()
