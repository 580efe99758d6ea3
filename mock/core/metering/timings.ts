import { Cells } from './cells.ts'

/** Upper bounds of buckets in seconds, from OpenTelemetry's conventions for generative AI. */
export const BOUNDS = {
  duration: [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92],
  firstToken: [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
  perToken: [0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5],
} as const

export type Measure = keyof typeof BOUNDS

/** How a completion ended: successfully, with a status of section 7, or aborted. */
const ENDS = ['ok', '400', '401', '403', '404', '413', '429', '500', '503', 'aborted', '_OTHER'] as const

export type End = (typeof ENDS)[number]

/** The maximum number of models with separate times. */
const MAX = 100

/** The first two groups of times: for requests without a model, and for models without separate times. */
const SHARED = [undefined, '(other)'] as const

/** The number of cells of a histogram: its buckets, one bucket above all bounds, and the sum. */
const size = (measure: Measure): number => BOUNDS[measure].length + 2

/** Only durations are grouped by how a response ended: the other measures exist only for successful responses. */
const FIRST_TOKEN = size('duration') * ENDS.length
const OFFSETS = { duration: 0, firstToken: FIRST_TOKEN, perToken: FIRST_TOKEN + size('firstToken') }
const PLACE = OFFSETS.perToken + size('perToken')

/** The memory for all times in bytes, including the lock of the cells. */
export const TIMING_BYTES = 8 * (1 + PLACE * (SHARED.length + MAX))

/** The times of one measure, model and end. */
export interface Histogram {
  readonly measure: Measure
  /** Undefined if the request named no model. */
  readonly model: string | undefined
  readonly end: End
  /** The count of each bucket, not cumulative; the last bucket has no upper bound. */
  readonly buckets: readonly number[]
  /** In seconds. */
  readonly sum: number
}

/** The durations of completions by model, in this thread only or in all workers of a server. */
export class Timings {
  readonly #cells: Cells
  #models: string[]
  readonly #grows: boolean

  /** @param models with separate times, in order, if threads share the memory; otherwise, models are added on use */
  constructor(memory: ArrayBuffer | SharedArrayBuffer = new ArrayBuffer(TIMING_BYTES), models?: readonly string[]) {
    this.#cells = new Cells(memory, models !== undefined)
    this.#grows = models === undefined
    this.#models = models?.slice(0, MAX) ?? []
  }

  /** The models with separate times. They remain even if no project has them, because a counter must never decrease. */
  get models(): readonly string[] {
    return this.#models
  }

  /** Adds models with separate times, up to the maximum. */
  include(models: readonly string[]): void {
    this.#models = [...new Set([...this.#models, ...models])].slice(0, MAX)
  }

  /** Records a time in milliseconds. `model` is undefined if the request named none, null if not in the catalog. */
  add(measure: Measure, model: string | undefined | null, end: End, time: number): void {
    const bounds: readonly number[] = BOUNDS[measure]
    const seconds = Math.max(0, time) / 1000
    const bucket = bounds.findIndex((bound) => seconds <= bound)
    const at = this.#placeOf(model) * PLACE + offsetOf(measure, end)
    this.#cells.locked(() => {
      this.#cells.add(at + (bucket < 0 ? bounds.length : bucket), 1)
      this.#cells.add(at + bounds.length + 1, seconds)
    })
  }

  /** A consistent snapshot of all histograms with data. */
  histograms(): Histogram[] {
    const values = this.#cells.locked(() => this.#cells.values.slice())
    const found: Histogram[] = []
    for (const measure of Object.keys(BOUNDS) as Measure[])
      for (const [place, model] of [...SHARED, ...this.#models].entries())
        for (const end of measure === 'duration' ? ENDS : ENDS.slice(0, 1)) {
          const at = place * PLACE + offsetOf(measure, end)
          const buckets = [...values.subarray(at, at + size(measure) - 1)]
          if (buckets.some((count) => count > 0))
            found.push({ measure, model, end, buckets, sum: values[at + buckets.length] as number })
        }
    return found
  }

  #placeOf(model: string | undefined | null): number {
    if (model === undefined) return 0
    if (model === null) return 1
    let at = this.#models.indexOf(model)
    if (at < 0 && this.#grows && this.#models.length < MAX) at = this.#models.push(model) - 1
    return at < 0 ? 1 : SHARED.length + at
  }
}

/** The outcome of a completion with this status. */
export function endOf(status: number): End {
  if (status < 400) return 'ok'
  return ENDS.find((end) => end === String(status)) ?? '_OTHER'
}

function offsetOf(measure: Measure, end: End): number {
  return OFFSETS[measure] + size(measure) * ENDS.indexOf(end)
}
