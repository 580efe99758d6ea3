/** `--repeat`: repeats a run with intermittent failures until they show. */
import { type Certified, type CertifyOptions, certify } from '../../../suites/harness/run/certify.ts'

export interface Shown {
  /** The last run. */
  readonly result: Certified
  readonly runs: number
  /** Whether the run has a failure. */
  readonly shown: boolean
}

export async function untilShown(options: CertifyOptions, atMost: number): Promise<Shown> {
  for (let runs = 1; ; runs += 1) {
    const result = await certify(options)
    const shown = result.conclusion === 'nonconformant'
    // A run that was stopped shows nothing, and neither would the next one.
    if (shown || runs >= atMost || result.stop || options.signal?.aborted) return { result, runs, shown }
  }
}
