import type { Exchange } from '../exchange.ts'
import type { Finding } from '../finding.ts'
import type { Evidence } from './expectation.ts'

/** Everything that the judge needs, as data. */
export interface Transcript {
  readonly exchanges: readonly Exchange[]
  readonly evidence: readonly Evidence[]
  /** What kept checks from running, or broke in them. */
  readonly remarks: readonly Finding[]
}
