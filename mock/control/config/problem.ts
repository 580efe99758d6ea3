/** A path in a configuration. */
export type Place = readonly (string | number)[]

/** One thing wrong with a configuration: what, and how to fix it. */
export interface ConfigProblem {
  readonly place: Place
  readonly message: string
}
