/** The responses to valid requests in variations: which values were accepted, and which requests were refused. */
import { entryOf } from '../http/compact.ts'
import type { Exchange } from '../http/exchange.ts'
import { type Plan, planKey } from '../http/request.ts'
import { ENOUGH } from '../judge/attempts.ts'
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

/** Values of a variation that make a request fail, and whether they do so in the plain request too. */
interface Found {
  readonly found: readonly Dimension[]
  readonly alone: boolean
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
  /** How often a value made valid requests fail, by its status and the requirement that this breaks. */
  readonly #causes = new Map<string, number>()
  /** Refused requests that were not sent again, and the evidence about them if their cause stays unknown. */
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

  /**
   * Records the values that made a valid request fail. Only a single value says something about other requests: at once
   * if it fails alone, and otherwise when it was found a few times.
   */
  causedBy(refusal: Refusal, { found: [one, ...more], alone }: Found): void {
    if (one === undefined || more.length > 0) return
    const cause = causeOf(refusal, one)
    this.#causes.set(cause, (this.#causes.get(cause) ?? 0) + (alone ? ENOUGH : 1))
  }

  /** Whether the row of a refused request has a value that is known to make such a request fail with this status. */
  explains(refusal: Refusal): boolean {
    return dimensionNames.some((dimension) => (this.#causes.get(causeOf(refusal, dimension)) ?? 0) >= ENOUGH)
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
