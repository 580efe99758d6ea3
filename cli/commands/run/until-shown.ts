/** `--repeat`: a run of what comes now and then, made again until it shows. */
import { type Certified, type CertifyOptions, certify } from '../../../suites/harness/run/certify.ts'

export interface Shown {
  /** The last run. */
  readonly result: Certified
  readonly runs: number
  /** Whether something did not hold in it. */
  readonly shown: boolean
}

export async function untilShown(options: CertifyOptions, atMost: number): Promise<Shown> {
  for (let runs = 1; ; runs += 1) {
    const result = await certify(options)
    const shown = result.conclusion === 'nonconformant'
    // A run that was stopped says nothing, and neither would the next one.
    if (shown || runs >= atMost || result.stop || options.signal?.aborted) return { result, runs, shown }
  }
}
