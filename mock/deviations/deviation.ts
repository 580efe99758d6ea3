import type { RequirementId } from '../../schemas/requirement-ids.ts'
import type { MockConfig } from '../core/config.ts'
import type { Behaviour } from '../core/types.ts'
import type { Pipeline } from '../gateway/pipeline.ts'

/** Records that a deviation has changed a response or a decision. */
export type Emit = () => void

/** Applies a deviation to a behaviour. */
export type Apply = (behaviour: Behaviour, emit: Emit) => Behaviour

/** Changes the order of the steps of a request. */
export type Wrap = (pipeline: Pipeline, emit: Emit) => Pipeline

/** What a deviation changes: the behaviour, the order of the steps, the configuration, or several of them. */
export interface Change {
  readonly apply?: Apply
  readonly wrap?: Wrap
  readonly configure?: (config: MockConfig, emit: Emit) => MockConfig
}

/** A deliberate deviation of the gateway. */
export interface Deviation extends Change {
  /** Kebab-case and unique; also used in the base path and in options. */
  readonly name: string
  /** Its effect, as seen from outside. */
  readonly shows: string
}

/** A deviation that breaks the contract, and the requirements that it breaks. */
export interface Fault extends Deviation {
  readonly breaks: readonly RequirementId[]
}

/** A deviation that keeps the contract, but uses one of its freedoms in an unusual way. */
export interface Variant extends Deviation {
  /** The section of the contract, or the row of our interpretations, that leaves this open. */
  readonly freedom: string
}

/** A change with its own description or requirements, which an operator derives from its arguments. */
export interface Worded extends Change {
  readonly shows?: string
  readonly breaks?: readonly RequirementId[]
}

/** A function changes only the behaviour, as in most rows; an object names what it changes. */
type Changing = Apply | Worded

/** A row of a table: a change, possibly with requirements that it breaks in addition to those of its group. */
type Row<T> = T | readonly [change: T, ...also: readonly RequirementId[]]

/** Rows by `name: effect`. The names are literals, so that a text search finds them. */
type Rows<T> = Readonly<Record<string, Row<T>>>

/** Rows of changes, or an operator that creates the changes of a group, with rows of its arguments. */
type Group = readonly [rows: Rows<unknown>] | readonly [operator: (given: never) => Changing, rows: Rows<unknown>]

/** Defines a group of faults that all break these requirements. If the list is empty, each row has its own. */
export function breaking(breaks: readonly RequirementId[], rows: Rows<Changing>): readonly Fault[]
export function breaking<T>(
  breaks: readonly RequirementId[],
  operator: (given: T) => Changing,
  rows: Rows<T>,
): readonly Fault[]
export function breaking(breaks: readonly RequirementId[], ...group: Group): readonly Fault[] {
  return deviations(group).map(([{ breaks: own = [], ...deviation }, also]) => ({
    ...deviation,
    breaks: [...new Set([...breaks, ...own, ...also])],
  }))
}

/** Defines a group of variants that all use the same freedom. */
export function allowed(freedom: string, rows: Rows<Changing>): readonly Variant[]
export function allowed<T>(freedom: string, operator: (given: T) => Changing, rows: Rows<T>): readonly Variant[]
export function allowed(freedom: string, ...group: Group): readonly Variant[] {
  return deviations(group).map(([deviation]) => ({ ...deviation, freedom }))
}

/** A change with its own description. */
export const worded = (shows: string, apply: Apply): Worded => ({ shows, apply })

function deviations(group: Group): [Deviation & Worded, RequirementId[]][] {
  const [operator, rows] = group.length === 1 ? [(change: Changing) => change, group[0]] : group
  return Object.entries(rows).map(([key, row]) => {
    const [given, ...also] = Array.isArray(row) ? row : [row]
    const made = operator(given as never)
    const change: Worded = typeof made === 'function' ? { apply: made } : made
    const [name = '', ...words] = key.split(': ')
    return [{ ...change, name, shows: words.join(': ') || (change.shows ?? '') }, also]
  })
}
