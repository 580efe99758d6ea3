/** What a scenario is. */
import type { ProjectHandle } from '../../../mock/index.ts'
import type { ScenarioSet } from './names.ts'

/** How the call of a careful client ends; `either` if it may try again or give up. */
export type Expected = 'returned' | 'threw' | 'either'

export interface Scenario {
  /** `core` belongs to `full`, too. */
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
  /** `should` if the contract does not say how the call has to end: then another end is a warning. */
  readonly level: 'must' | 'should'
  /** The text that a call returns, if it returns one. */
  readonly text: string
  /** The reported usage, if that is judged; `unknown` if the responses report none. */
  readonly usage?: { readonly prompt: number; readonly completion: number } | 'unknown'
  /** The variant of the mock that responds; absent for the plain mock. */
  readonly variant?: string
  /** A client that still waits after five seconds does right. */
  readonly mayWait?: true
  /** The share of the time limit that it gets. Such a scenario takes that long for most clients, so it starts first. */
  readonly timeShare?: number
  play(project: ProjectHandle): void
}
