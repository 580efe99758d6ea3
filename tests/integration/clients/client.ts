/** The interface between the scenarios and any client library. */

export interface Connection {
  /** Without `/v1`. */
  readonly url: string
  readonly key: string
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
  /** The number of times a failed call may be repeated. */
  readonly retries: number
}

export interface Ask {
  readonly model?: string
  readonly text?: string
  readonly temperature?: number
  readonly signal?: AbortSignal
  /** Called with each piece of a stream. */
  onText?(piece: string): void
}

/** A success, as the library shows it to its user. */
export interface Given {
  readonly text: string
  /** A finish reason of the contract. */
  readonly finish: string | undefined
  /** Undefined if the library reports it as unknown. */
  readonly usage: { readonly prompt: number; readonly completion: number } | undefined
  readonly requestId: string | undefined
}

/** An error, as the library shows it to its user. */
export interface Refused {
  /** The name of its class. */
  readonly class: string
  readonly status: number | undefined
  readonly code: string | undefined
  readonly param: string | undefined
  readonly requestId: string | undefined
}

export interface Client {
  complete(ask: Ask): Promise<Given>
  stream(ask: Ask, usage: boolean): Promise<Given>
}

/** A client library, and its differences. */
export interface ClientKind {
  readonly name: string
  /** The class of each error by its status. */
  readonly classes: Readonly<Record<number, string>>
  /** Whether the library retries a 429 without `Retry-After`. */
  readonly repeatsLimit: boolean
  /** Whether it accepts a stream that ends cleanly, but without a finish reason, as complete. */
  readonly acceptsEnd: boolean
  open(connection: Connection): Client
  refused(error: unknown): Refused
}

export const REQUEST_ID = 'x-svc-request-id'

export function usageOf(
  prompt: number | null | undefined,
  completion: number | null | undefined,
): Given['usage'] | undefined {
  return typeof prompt === 'number' && typeof completion === 'number' ? { prompt, completion } : undefined
}
