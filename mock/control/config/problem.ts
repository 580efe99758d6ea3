/** A path in a configuration. */
export type Place = readonly (string | number)[]

/** A mistake in a configuration: what is wrong, and how to fix it. */
export interface ConfigProblem {
  readonly place: Place
  readonly message: string
}
