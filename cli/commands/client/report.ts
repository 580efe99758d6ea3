/** The report on a client: one result for each scenario. */
import type { Finding } from '../../../mock/index.ts'
import type { ScenarioSet } from './names.ts'

/** `inconclusive`: there is no verdict, for example because there was no request. */
export type Standing = 'pass' | 'warn' | 'fail' | 'inconclusive'

/** How the call ended, by the client's own report or by its process. */
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
  /** Milliseconds from the start of the program to its first request; absent if it sent none. */
  readonly start_ms?: number
  readonly findings: readonly ReportedFinding[]
  /** The body that was sent; of `--fuzz` only. */
  readonly response?: string
  /** Why there is no verdict; for `inconclusive` only. */
  readonly why?: string
  /** The end of the client's standard error, without its key; only if something is wrong. */
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
  /** The seed and the number of `--fuzz`, to draw the same again. */
  readonly seed?: number
  readonly strict: boolean
  readonly started: string
  readonly finished: string
  readonly conclusion: Conclusion
  /** Why scenarios were not run; absent if all were. */
  readonly stopped?: string
  readonly results: readonly ScenarioResult[]
}

/** A breach counts more than a missing verdict. */
export function conclusionOf(results: readonly ScenarioResult[], strict: boolean): Conclusion {
  if (results.some(({ standing }) => standing === 'fail' || (strict && standing === 'warn'))) return 'nonconformant'
  return results.some(({ standing }) => standing === 'inconclusive') ? 'incomplete' : 'conformant'
}
