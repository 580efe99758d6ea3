/** Trouble with TLS, in the words that a run has for it as well. */
import type { Failure } from '../../../suites/harness/http/exchange.ts'
import { networkErrorOf } from '../../../suites/harness/http/network-errors.ts'
import { type Diagnosis, problem } from './diagnosis.ts'

/** What a failure of TLS is about. */
export function aboutTls(failure: Failure): Diagnosis {
  const { what, fix } = networkErrorOf(failure)
  return problem('TLS', `${what} (${failure.code}: ${failure.message})`, fix)
}
