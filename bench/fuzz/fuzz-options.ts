/** How a fuzz is run. */
export interface FuzzOptions {
  readonly requests: number
  /** The same seed gives the same requests. */
  readonly seed: number
  /** Names of faults that the mock has, to see that they are found. */
  readonly faults?: readonly string[]
}
