import { type Change, Disturb } from './disturb.ts'
import { FREQUENCY, type Frequency, type Kind } from './kinds.ts'

type Kinds = Readonly<Record<string, Kind>>
type ValueOf<K> = K extends Kind<infer T> ? T : never

/** The types of the parameters of a disturbance, from their kinds; parameters outside `R` are optional. */
type ParametersOf<P extends Kinds, R extends keyof P> = { readonly [M in R]: ValueOf<P[M]> } & {
  readonly [M in Exclude<keyof P, R>]?: ValueOf<P[M]>
}

/** The definition of a disturbance: its parameters, and its effect on a client. */
export interface Row {
  readonly name: string
  readonly parameters: Kinds
  readonly required?: readonly string[]
  /** Exactly one of the parameters is required. */
  readonly one?: true
  /** The parameter that the builder accepts as a plain string, without its name. */
  readonly short?: string
  /** `every response` of one call, or only `streams`. */
  readonly of: 'every response' | 'streams'
  readonly shows: string
  /** Through fetch and msw, clients cannot distinguish this disturbance from `cut`. */
  readonly fetch?: 'same-as-cut'
  /** Creates the change; the parameters must be valid. */
  change(parameters: never): Change
}

interface TypedRow<N extends string, P extends Kinds, R extends keyof P, S extends keyof P> extends Row {
  readonly name: N
  readonly parameters: P
  readonly required?: readonly (R & string)[]
  readonly short?: S & string
  change(parameters: ParametersOf<P, R>): Change
}

type Given<P extends Kinds, R extends keyof P, S extends keyof P> = ParametersOf<P, R> | ValueOf<P[S]>

/** Creates a disturbance from its parameters. @throws RangeError when they are invalid */
export interface Builder<N extends string, P extends Kinds, R extends keyof P, S extends keyof P> {
  (
    ...of: [R] extends [never] ? [of?: Given<P, R, S>] : [of: Given<P, R, S>]
  ): Disturb<{ readonly name: N } & ParametersOf<P, R> & Frequency>
  readonly row: Row
  /** The position of the definition in the source, because module exports are sorted alphabetically. */
  readonly position: number
}

let rows = 0

/** Defines a disturbance: creates the typed builder for a row. */
export function disturbance<
  const N extends string,
  P extends Kinds,
  R extends keyof P = never,
  S extends keyof P = never,
>(row: TypedRow<N, P, R, S>): Builder<N, P, R, S> {
  const build = (of: object | string = {}): Disturb => {
    const parameters = typeof of === 'string' ? { [row.short ?? '']: of } : of
    const [problem] = problemsOf(row, parameters)
    const settings = { name: row.name, ...parameters }
    if (!problem) return new Disturb(settings, row.change(settings as never))
    const { member, message } = problem
    throw new RangeError(`The disturbance ${row.name}: ${member ? `${member} ` : ''}${message}.`)
  }
  return Object.assign(build, { row, position: rows++ }) as unknown as Builder<N, P, R, S>
}

/** A mistake in the settings of a disturbance, and the setting at fault. */
export interface SettingsProblem {
  readonly member?: string
  readonly message: string
}

/** The parameters of a disturbance, including those for its frequency. */
export const kindsOf = ({ parameters }: Row): Kinds => ({ ...parameters, ...FREQUENCY })

/** All mistakes in the parameters of a disturbance. */
export function problemsOf(row: Row, parameters: object): SettingsProblem[] {
  const kinds = kindsOf(row)
  const given = new Map(Object.entries(parameters).filter(([, value]) => value !== undefined))
  const problems = [...given].flatMap(([member, value]): SettingsProblem[] => {
    const kind = Object.hasOwn(kinds, member) ? kinds[member] : undefined
    if (!kind) return [{ member, message: `is unknown to ${row.name}; use one of ${Object.keys(kinds).join(', ')}` }]
    return kind.fits(value) ? [] : [{ member, message: `must be ${kind.words}` }]
  })
  const names = Object.keys(row.parameters)
  if (row.one && names.filter((member) => given.has(member)).length !== 1)
    return [...problems, { message: `needs exactly one of ${names.join(', ')}` }]
  const missing = (row.required ?? []).filter((member) => !given.has(member))
  return [...problems, ...missing.map((member) => ({ message: `lacks the member ${member}; add it` }))]
}
