/** What the load process receives, and what it sends back. */

export interface Load {
  readonly port: number
  /** The bytes of one request. */
  readonly request: string
  readonly connections: number
  /** What the body of every thousandth response must contain. */
  readonly proof: string
  /** Whether it looks for responses without a rest, where it has a core for itself. */
  readonly awake: boolean
}

/** The result of one stretch of load. */
export interface Outcome {
  readonly requests: number
  readonly failures: number
  readonly seconds: number
  /** Microseconds. */
  readonly p50: number
  readonly p99: number
}
