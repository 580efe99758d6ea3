import type { RequirementId } from '../../schemas/requirement-ids.ts'
import type { MockConfig } from '../core/config.ts'
import type { Behaviour } from '../core/types.ts'
import type { Pipeline } from '../gateway/pipeline.ts'

/** Tells that a deviation has really shown itself in an answer or a decision. */
export type Emit = () => void

/** Lays a deviation over a behaviour. */
export type Apply = (behaviour: Behaviour, emit: Emit) => Behaviour

/** Puts another order of steps around the life of a request. */
export type Wrap = (pipeline: Pipeline, emit: Emit) => Pipeline

/** What a deviation changes: the behaviour, the order of the steps, the configuration, or several of them. */
export interface Change {
  readonly apply?: Apply
  readonly wrap?: Wrap
  readonly configure?: (config: MockConfig, emit: Emit) => MockConfig
}

/** A deliberate deviation of the gateway. */
export interface Deviation extends Change {
  /** Kebab-case and unique; base path and option use it. */
  readonly name: string
  /** How it can be seen from outside. */
  readonly shows: string
}

/** A deviation that breaks the contract, and the requirements that it breaks. */
export interface Fault extends Deviation {
  readonly breaks: readonly RequirementId[]
}

/** A deviation that keeps the contract: it does what the contract leaves open in an unusual way. */
export interface Variant extends Deviation {
  /** The section of the contract, or the row of our readings, that leaves it open. */
  readonly freedom: string
}

/**
 * A row of the tables of faults. Its name stands literally at the beginning, so that one search finds it. Most faults
 * change the behaviour alone, by a function; the others say what they change.
 */
export function fault(name: string, breaks: readonly RequirementId[], shows: string, change: Apply | Change): Fault {
  return { name, breaks, shows, ...changeOf(change) }
}

/** A row of the tables of variants, which begins with its literal name as well. */
export function variant(name: string, freedom: string, shows: string, change: Apply | Change): Variant {
  return { name, freedom, shows, ...changeOf(change) }
}

function changeOf(change: Apply | Change): Change {
  return typeof change === 'function' ? { apply: change } : change
}
