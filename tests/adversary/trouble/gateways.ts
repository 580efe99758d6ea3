/** The gateways behind the proxy: the plain mock, and some of its faults, spread over the suites. */
import { names } from '../../../suites/harness/text/names.ts'

export const CONFORMING = 'conforming'

/** Names of faults of the mock. Some look like transient errors, but occur at every attempt. */
export const BROKEN = names(
  'model-owned-by-other completion-created-missing stream-done-missing error-400-without-code',
  'request-id-missing-on-403 accepts-temperature-max refuses-without-output-limit serves-any-scheme',
  'serves-model-of-another-project size-closes-quietly size-off-by-one limited-as-503 unavailable-as-500',
  'internal-as-503',
)

export type Gateway = typeof CONFORMING | (typeof BROKEN)[number]

export const gateways: readonly Gateway[] = [CONFORMING, ...BROKEN]
