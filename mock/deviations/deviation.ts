import type { MockConfig } from '../core/config.ts'
import type { Behaviour } from '../core/types.ts'
import type { Pipeline } from '../gateway/pipeline.ts'

/** Tells that a deviation has really shown itself in an answer or a decision. */
export type Emit = () => void

/** Lays a deviation over a behaviour. */
export type Apply = (behaviour: Behaviour, emit: Emit) => Behaviour

/** Puts another order of steps around the life of a request. */
export type Wrap = (pipeline: Pipeline, emit: Emit) => Pipeline

/** A deliberate deviation of the gateway: of its behaviour, of the order of its steps, of its configuration, or of several. */
export interface Deviation {
  /** Kebab-case and unique; base path and option use it. */
  readonly name: string
  /** How it can be seen from outside. */
  readonly shows: string
  readonly apply?: Apply
  readonly wrap?: Wrap
  readonly configure?: (config: MockConfig, emit: Emit) => MockConfig
}

/** A breach of the contract, and the requirements that it breaks. */
export interface Fault extends Deviation {
  readonly breaks: readonly string[]
}

/** A freedom that the contract leaves, used in an unusual way. */
export interface Variant extends Deviation {
  /** The section of the contract, or the row of our readings, that leaves it open. */
  readonly freedom: string
}
