/** What a scenario is. */
import type { ProjectHandle } from '../../../mock/index.ts'
import type { ScenarioSet } from './names.ts'

/** How the call of a careful client ends; `either` where it may try again or give up. */
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
  /** `should` where the contract does not say how the call has to end: another end is a warning then. */
  readonly level: 'must' | 'should'
  /** The text that a call gives back, where it gives one back. */
  readonly text: string
  /** What the responses report, where that is judged: `unknown` where they report none. */
  readonly usage?: { readonly prompt: number; readonly completion: number } | 'unknown'
  /** The variant of the mock that responds; absent where it responds as it always does. */
  readonly variant?: string
  /** A client that still waits after five seconds does right. */
  readonly mayWait?: true
  /** The part of the time limit that it gets. Such a scenario is as long as that for most clients, and starts first. */
  readonly timeShare?: number
  play(project: ProjectHandle): void
}
