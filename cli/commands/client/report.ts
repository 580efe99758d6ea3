/** The report on a client: one result for each scenario. */
import type { Finding } from '../../../mock/index.ts'
import type { ScenarioSet } from './names.ts'

/** `inconclusive`: nothing can be said, for example because there was no request. */
export type Standing = 'pass' | 'warn' | 'fail' | 'inconclusive'

/** How the call ended, as the client says it or as its process did. */
export type Outcome = 'returned' | 'threw' | 'late'

export interface ReportedFinding extends Pick<Finding, 'id' | 'level' | 'words' | 'mend'> {
  readonly evidence: readonly string[]
}

export interface ScenarioResult {
  /** A scenario, or `fuzz-1` and so on. */
  readonly name: string
  readonly gateway: string
  readonly good: string
  readonly rests: string
  readonly standing: Standing
  readonly outcome: Outcome
  readonly requests: number
  readonly milliseconds: number
  /** Milliseconds from the start of the program to its first request; absent where it sent none. */
  readonly start_ms?: number
  readonly findings: readonly ReportedFinding[]
  /** The body that was sent; of `--fuzz` only. */
  readonly response?: string
  /** Why nothing can be said; for `inconclusive` only. */
  readonly why?: string
  /** The end of what the client wrote to standard error, without its key; only where something is wrong. */
  readonly stderr?: string
}

export type Conclusion = 'conformant' | 'nonconformant' | 'incomplete'

export interface ClientReport {
  readonly format: 'svc-conformance-client/1'
  readonly harness: string
  readonly contract: string
  /** The program alone: its arguments may be private. */
  readonly program: string
  readonly scenarios: ScenarioSet | 'chosen' | 'fuzz'
  /** What `--fuzz` drew from, to draw the same again. */
  readonly seed?: number
  readonly strict: boolean
  readonly started: string
  readonly finished: string
  readonly conclusion: Conclusion
  /** Why scenarios were not run; absent where all were. */
  readonly stopped?: string
  readonly results: readonly ScenarioResult[]
}

/** A breach outweighs what could not be judged. */
export function conclusionOf(results: readonly ScenarioResult[], strict: boolean): Conclusion {
  if (results.some(({ standing }) => standing === 'fail' || (strict && standing === 'warn'))) return 'nonconformant'
  return results.some(({ standing }) => standing === 'inconclusive') ? 'incomplete' : 'conformant'
}
