/** The report on a client: one result for each scenario. */
import type { Finding, ProjectHandle } from '../../../mock/index.ts'
import type { ScenarioSet } from './names.ts'

/** How the call of a careful client ends; `either` if it may retry or give up. */
type Expected = 'returned' | 'threw' | 'either'

export interface Scenario {
  /** `full` includes the scenarios of `core`. */
  readonly set: ScenarioSet
  /** What the gateway does. */
  readonly gateway: string
  /** What a careful client does. */
  readonly good: string
  /** The section of the contract, or `should` with the reason. */
  readonly rests: string
  /** Whether the client is to ask for a stream. */
  readonly streams: boolean
  readonly expects: Expected
  /** `should` if the contract does not say how the call must end: then a different end is only a warning. */
  readonly level: 'must' | 'should'
  /** The text that a call returns, if it returns one. */
  readonly text: string
  /** The reported usage, if that is judged; `unknown` if the responses report none. */
  readonly usage?: { readonly prompt: number; readonly completion: number } | 'unknown'
  /** The variant of the mock that responds; absent for the plain mock. */
  readonly variant?: string
  /** A client that still waits after five seconds behaves correctly. */
  readonly mayWait?: true
  /** Its fraction of the time limit. Most clients use all of it, so such a scenario starts first. */
  readonly timeShare?: number
  play(project: ProjectHandle): void
}

/** `inconclusive`: there is no verdict, for example because there was no request. */
export type Standing = 'pass' | 'warn' | 'fail' | 'inconclusive'

/** How the call ended, as reported by the client or derived from its process. */
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

type Conclusion = 'conformant' | 'nonconformant' | 'incomplete'

export interface ClientReport {
  readonly format: 'svc-conformance-client/1'
  readonly harness: string
  readonly contract: string
  /** The program without its arguments, which may be private. */
  readonly program: string
  readonly scenarios: ScenarioSet | 'chosen' | 'fuzz'
  /** The seed and the count of `--fuzz`, to draw the same responses again. */
  readonly seed?: number
  readonly strict: boolean
  readonly started: string
  readonly finished: string
  readonly conclusion: Conclusion
  /** Why scenarios were not run; absent if all were. */
  readonly stopped?: string
  readonly results: readonly ScenarioResult[]
}

/** A breach outweighs a missing verdict. */
export function conclusionOf(results: readonly ScenarioResult[], strict: boolean): Conclusion {
  if (results.some(({ standing }) => standing === 'fail' || (strict && standing === 'warn'))) return 'nonconformant'
  return results.some(({ standing }) => standing === 'inconclusive') ? 'incomplete' : 'conformant'
}
