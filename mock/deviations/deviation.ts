import type { RequirementId } from '../../schemas/requirement-ids.ts'
import type { MockConfig } from '../core/config.ts'
import type { Behaviour } from '../core/types.ts'
import type { Pipeline } from '../gateway/pipeline.ts'

/** Records that a deviation has changed a response or a decision. */
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
 * A row of a table: what shows it from outside, what it changes, and what a fault breaks besides the rest of its
 * group. Most rows change the behaviour alone, by a function; the others say what they change.
 */
export type Row = readonly [shows: string, change: Apply | Change, ...also: readonly RequirementId[]]

/** Rows by their names, which are written out, so that one search finds each. */
export type Rows = Readonly<Record<string, Row>>

/** Faults that all break these requirements. */
export function breaking(breaks: readonly RequirementId[], rows: Rows): readonly Fault[] {
  return Object.entries(rows).map(([name, [shows, change, ...also]]) => ({
    ...{ name, shows, breaks: [...breaks, ...also] },
    ...changeOf(change),
  }))
}

/** Variants that all use the same freedom. */
export function allowed(freedom: string, rows: Rows): readonly Variant[] {
  return Object.entries(rows).map(([name, [shows, change]]) => ({ name, freedom, shows, ...changeOf(change) }))
}

function changeOf(change: Apply | Change): Change {
  return typeof change === 'function' ? { apply: change } : change
}
